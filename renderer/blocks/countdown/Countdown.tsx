import { classes } from '../../parts/classes.ts';
import { each } from '../../parts/each.ts';
import { Heading } from '../../parts/Heading.tsx';
import type { hidden as hiddenRecipe } from '../../parts/recipes/hidden.ts';
import { Section } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { countdown } from './recipe.ts';

const c = classes<typeof countdown>('countdown');
const hidden = classes<typeof hiddenRecipe>('hidden');
const units = ['days', 'hours', 'minutes', 'seconds'] as const;

/** The figures run in the browser. Screen readers get the moment, which does not change. */
export const CountdownView: BlockView<'countdown'> = ({ block, view, heading = 2 }) => {
  const { title, labels, note } = block;
  const until = view.plain(block.until);
  const size = block.size === 'small' ? 'small' : undefined;
  return (
    <Section block={block}>
      <div className={c('root', { size })}>
        {(title !== undefined || note !== undefined) && (
          <div className={c('words')}>
            {title !== undefined && (
              <Heading level={heading} size={size ? 'item' : 'card'}>
                {view.text(title)}
              </Heading>
            )}
            {note !== undefined && <p className={c('note')}>{view.text(note)}</p>}
          </div>
        )}
        <div className={c('clock', { size })} role="timer" data-behaviour="countdown" data-until={until}>
          <time className={hidden('root')} dateTime={until}>
            {block.untilText === undefined ? until.slice(0, 16).replace('T', ' ') : view.text(block.untilText)}
          </time>
          <div className={c('units')} aria-hidden="true">
            {each(units, (unit) => (
              <div className={c('unit', { size })}>
                {/* The figures may start before an island hydrates them. */}
                <span className={c('figure', { size })} data-unit={unit} suppressHydrationWarning>
                  --
                </span>
                <span className={c('label')}>{view.text(labels[unit])}</span>
              </div>
            ))}
          </div>
        </div>
      </div>
    </Section>
  );
};
CountdownView.headed = (block) => block.title !== undefined;
