import { classes } from '../classes.ts';
import { Eyebrow, Heading } from '../parts/Heading.tsx';
import { Section } from '../parts/Section.tsx';
import type { BlockView } from '../view.ts';

const c = classes('text');
const copy = classes('copy');

export const TextView: BlockView<'text'> = ({ block, view, heading = 2 }) => (
  <Section block={block} width={block.align === 'center' ? 'medium' : undefined}>
    <div className={c('root', { align: block.align })}>
      {block.eyebrow !== undefined && <Eyebrow align={block.align ?? 'start'}>{view.text(block.eyebrow)}</Eyebrow>}
      {block.title !== undefined && <Heading level={heading}>{view.text(block.title)}</Heading>}
      {block.body && <div className={`${c('body')} ${copy('root')}`}>{view.prose(block.body)}</div>}
    </div>
  </Section>
);
TextView.headed = (block) => block.title !== undefined;
