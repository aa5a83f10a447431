import { classes } from '../../parts/classes.ts';
import { each } from '../../parts/each.ts';
import { Eyebrow, Heading } from '../../parts/Heading.tsx';
import { markOf } from '../../parts/marks.ts';
import type { copy as copyRecipe } from '../../parts/recipes/copy.ts';
import type { points as pointsRecipe } from '../../parts/recipes/points.ts';
import { Section, toneClass } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { panel } from './recipe.ts';

const c = classes<typeof panel>('panel');
const copy = classes<typeof copyRecipe>('copy');
const points = classes<typeof pointsRecipe>('points');

export const PanelView: BlockView<'panel'> = ({ block, view, heading = 2 }) => (
  <Section block={block} framed>
    <div className={c('root', { toned: block.tone && 'yes' }) + toneClass(block.tone)}>
      {block.eyebrow !== undefined && <Eyebrow>{view.text(block.eyebrow)}</Eyebrow>}
      <Heading level={heading} size="card">
        {view.text(block.title)}
      </Heading>
      {block.value !== undefined && <p className={c('value')}>{view.text(block.value)}</p>}
      {block.body && <div className={copy('root')}>{view.prose(block.body)}</div>}
      {block.items && (
        <ul className={points('root')}>
          {each(block.items, (item) => (
            <li className={points('item', { mark: markOf(block) })}>{view.text(item)}</li>
          ))}
        </ul>
      )}
      {block.quote !== undefined && <blockquote className={c('quote')}>{view.text(block.quote)}</blockquote>}
      {block.dots && (
        <span className={c('dots')} aria-hidden="true">
          {each([0, 1, 2, 3], () => (
            <span className={c('dot')} />
          ))}
        </span>
      )}
    </div>
  </Section>
);
PanelView.headed = () => true;
