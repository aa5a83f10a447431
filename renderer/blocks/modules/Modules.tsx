import type { ModulesBlock } from '../../../schemas/generated/types.ts';
import { classes } from '../../parts/classes.ts';
import { each } from '../../parts/each.ts';
import { Heading } from '../../parts/Heading.tsx';
import { Intro } from '../../parts/Intro.tsx';
import { Outro } from '../../parts/Outro.tsx';
import { Points } from '../../parts/Points.tsx';
import type { copy as copyRecipe } from '../../parts/recipes/copy.ts';
import type { sign as signRecipe } from '../../parts/recipes/sign.ts';
import { Section } from '../../parts/Section.tsx';
import type { BlockView, View } from '../../parts/view.ts';
import type { modules } from './recipe.ts';

const c = classes<typeof modules>('modules');
const copy = classes<typeof copyRecipe>('copy');
const sign = classes<typeof signRecipe>('sign');

type Module = ModulesBlock['items'][number];

interface ModuleProps {
  item: Module;
  level: 2 | 3;
  /** The initial state of a disclosure; null for a plain section. */
  disclosure: 'open' | 'closed' | null;
  view: View;
}

function ModulePart({ item, level, disclosure, view }: ModuleProps) {
  const head = (
    <>
      {item.eyebrow !== undefined && <p className={c('eyebrow')}>{view.text(item.eyebrow)}</p>}
      <Heading level={level} size="card">
        {view.text(item.title)}
      </Heading>
    </>
  );
  const rest = (
    <>
      {item.text && <div className={`${copy('root')} ${c('text')}`}>{view.prose(item.text)}</div>}
      {item.items && <Points items={item.items} mark="dash" view={view} />}
    </>
  );
  if (disclosure === null)
    return (
      <>
        {head}
        {rest}
      </>
    );
  return (
    <details open={disclosure === 'open'}>
      <summary className={c('summary')}>
        <div className={c('words')}>{head}</div>
        <span className={sign('root')} aria-hidden="true" />
      </summary>
      <div className={c('rest')}>{rest}</div>
    </details>
  );
}

export const ModulesView: BlockView<'modules'> = ({ block, view, heading = 2 }) => {
  const { schedule } = block;
  const level = block.title === undefined ? 2 : 3;
  return (
    <Section block={block}>
      <Intro block={block} heading={heading} view={view} />
      <div className={c('root', { beside: schedule && 'schedule' })}>
        <ol className={c('items', { alone: schedule ? undefined : 'yes' })}>
          {each(block.items, (item, index) => (
            <li className={c('item')}>
              <ModulePart
                item={item}
                level={level}
                disclosure={block.collapsible ? (index === 0 ? 'open' : 'closed') : null}
                view={view}
              />
            </li>
          ))}
        </ol>
        {schedule && (
          <div className={c('schedule')}>
            {schedule.title !== undefined && (
              <Heading level={level} size="card">
                {view.text(schedule.title)}
              </Heading>
            )}
            <ol className={c('slots')}>
              {each(schedule.items, (slot) => (
                <li className={c('slot')}>
                  <p className={c('time')}>{view.text(slot.time)}</p>
                  <p className={c('what')}>{view.text(slot.title)}</p>
                  {slot.text !== undefined && <p className={c('text')}>{view.text(slot.text)}</p>}
                </li>
              ))}
            </ol>
            {schedule.note !== undefined && <p className={c('note')}>{view.text(schedule.note)}</p>}
          </div>
        )}
      </div>
      <Outro actions={block.actions} view={view} />
    </Section>
  );
};
ModulesView.headed = (block) => block.title !== undefined;
