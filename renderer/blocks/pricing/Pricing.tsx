import type { Bonuses, Guarantee, Plan, Tone } from '../../../schemas/generated/types.ts';
import { Buttons } from '../../parts/Buttons.tsx';
import { classes } from '../../parts/classes.ts';
import { each } from '../../parts/each.ts';
import { Heading } from '../../parts/Heading.tsx';
import type { copy as copyRecipe } from '../../parts/recipes/copy.ts';
import type { grid as gridRecipe } from '../../parts/recipes/grid.ts';
import { Section, toneClass } from '../../parts/Section.tsx';
import type { BlockView, HeadingLevel, View } from '../../parts/view.ts';
import type { pricing } from './recipe.ts';

const c = classes<typeof pricing>('pricing');
const grid = classes<typeof gridRecipe>('grid');
const copy = classes<typeof copyRecipe>('copy');

type Level = Exclude<HeadingLevel, 1> | 3;

interface PlanCardProps {
  plan: Plan;
  /** The tone of the block. */
  tone: Tone | undefined;
  level: Level;
  view: View;
}

function PlanCard({ plan, tone, level, view }: PlanCardProps) {
  const marked = plan.emphasis === 'strong' || plan.badge !== undefined;
  // A recommended plan has a contrasting background.
  const own = marked ? toneClass(tone === 'dark' ? 'plain' : 'dark') : '';
  return (
    <li className={c('plan', { marked: marked ? 'yes' : undefined }) + own}>
      {plan.badge !== undefined && <p className={c('badge')}>{view.text(plan.badge)}</p>}
      <div className={c('offer')}>
        <Heading level={level} size="card">
          {view.text(plan.name)}
        </Heading>
        {plan.lead !== undefined && <p className={c('lead')}>{view.text(plan.lead)}</p>}
      </div>
      <div className={c('cost')}>
        <p className={c('price')}>{view.text(plan.price)}</p>
        {plan.per !== undefined && <p className={c('per')}>{view.text(plan.per)}</p>}
      </div>
      <ul className={c('items')}>
        {each(plan.items, (item) => (
          <li className={c('item')}>{view.text(item)}</li>
        ))}
      </ul>
      <div className={c('action')}>
        <Buttons actions={[plan.action]} view={view} />
      </div>
    </li>
  );
}

const BonusList = ({ bonuses, level, view }: { bonuses: Bonuses; level: Level; view: View }) => (
  <div className={c('bonuses')}>
    <Heading level={level} size="card">
      {view.text(bonuses.title)}
    </Heading>
    {bonuses.lead !== undefined && <p className={c('lead')}>{view.text(bonuses.lead)}</p>}
    <ol className={c('list')}>
      {each(bonuses.items, ({ title, text, value }) => (
        <li className={c('bonus')}>
          <div className={c('words')}>
            <p className={c('name')}>{view.text(title)}</p>
            {text !== undefined && <p className={c('text')}>{view.text(text)}</p>}
          </div>
          {value !== undefined && <p className={c('value')}>{view.text(value)}</p>}
        </li>
      ))}
    </ol>
    {bonuses.total !== undefined && <p className={c('total')}>{view.text(bonuses.total)}</p>}
  </div>
);

const Sealed = ({ guarantee, level, view }: { guarantee: Guarantee; level: Level; view: View }) => (
  <li className={c('guarantee')}>
    <span className={c('seal')} aria-hidden="true" />
    <div className={c('words')}>
      <Heading level={level} size="item">
        {view.text(guarantee.title)}
      </Heading>
      <div className={`${copy('root')} ${c('text')}`}>{view.prose(guarantee.text)}</div>
    </div>
  </li>
);

export const PricingView: BlockView<'pricing'> = ({ block, view, heading = 2 }) => {
  // One level below the block's own heading, if it has one.
  const level = block.title !== undefined && heading === 2 ? 3 : 2;
  return (
    <Section block={block}>
      <div className={c('root')}>
        {(block.title !== undefined || block.lead !== undefined) && (
          <div className={c('head')}>
            {block.title !== undefined && <Heading level={heading}>{view.text(block.title)}</Heading>}
            {block.lead !== undefined && <p className={c('lead')}>{view.text(block.lead)}</p>}
          </div>
        )}
        <ul
          className={`${grid('root', { kind: '3' })} ${c('plans', { count: block.plans.length === 1 ? 'one' : undefined })}`}
        >
          {each(block.plans, (plan) => (
            <PlanCard plan={plan} tone={block.tone} level={level} view={view} />
          ))}
        </ul>
        {block.bonuses && <BonusList bonuses={block.bonuses} level={level} view={view} />}
        {block.guarantees && (
          <ul className={`${grid('root', { kind: '3' })} ${c('guarantees')}`}>
            {each(block.guarantees, (guarantee) => (
              <Sealed guarantee={guarantee} level={level} view={view} />
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
};
PricingView.headed = (block) => block.title !== undefined;
