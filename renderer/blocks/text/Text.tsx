import { classes } from '../../parts/classes.ts';
import { Eyebrow, Heading } from '../../parts/Heading.tsx';
import type { copy as copyRecipe } from '../../parts/recipes/copy.ts';
import { Section } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { text } from './recipe.ts';

const c = classes<typeof text>('text');
const copy = classes<typeof copyRecipe>('copy');

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
