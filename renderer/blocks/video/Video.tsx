import { classes } from '../../parts/classes.ts';
import { Heading } from '../../parts/Heading.tsx';
import { PlayerFrame } from '../../parts/PlayerFrame.tsx';
import { Section } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { video } from './recipe.ts';

const c = classes<typeof video>('video');

export const VideoView: BlockView<'video'> = ({ block, view, heading = 2 }) => (
  <Section block={block}>
    <div className={c('root', { titled: block.title === undefined ? 'no' : undefined })}>
      {block.title !== undefined && <Heading level={heading}>{view.text(block.title)}</Heading>}
      <figure className={c('figure')}>
        <PlayerFrame {...block} view={view} />
        {block.caption !== undefined && <figcaption className={c('caption')}>{view.text(block.caption)}</figcaption>}
      </figure>
    </div>
  </Section>
);
VideoView.headed = (block) => block.title !== undefined;
