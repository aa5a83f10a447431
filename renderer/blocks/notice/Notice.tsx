import { classes } from '../../parts/classes.ts';
import type { copy as copyRecipe } from '../../parts/recipes/copy.ts';
import { Section, toneClass } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { notice } from './recipe.ts';

const c = classes<typeof notice>('notice');
const copy = classes<typeof copyRecipe>('copy');

/** A highlighted message. Its title is a heading if the screen has no other. */
export const NoticeView: BlockView<'notice'> = ({ block, view, heading }) => {
  const Title = heading === undefined ? 'p' : (`h${heading}` as const);
  return (
    <Section block={block} framed headed={false}>
      <div className={c('root', { toned: block.tone && 'yes' }) + toneClass(block.tone)} role="note">
        {block.title !== undefined && <Title className={c('title')}>{view.text(block.title)}</Title>}
        <div className={copy('root')}>{view.prose(block.body)}</div>
      </div>
    </Section>
  );
};
