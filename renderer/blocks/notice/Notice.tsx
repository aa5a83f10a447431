import { classes } from '../classes.ts';
import { Section, toneClass } from '../parts/Section.tsx';
import type { BlockView } from '../view.ts';

const c = classes('notice');
const copy = classes('copy');

export const NoticeView: BlockView<'notice'> = ({ block, view }) => (
  <Section block={block} framed headed={false}>
    <div className={c('root', { toned: block.tone && 'yes' }) + toneClass(block.tone)} role="note">
      {block.title !== undefined && <p className={c('title')}>{view.text(block.title)}</p>}
      <div className={copy('root')}>{view.prose(block.body)}</div>
    </div>
  </Section>
);
