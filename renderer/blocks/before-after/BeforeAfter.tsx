import type { BeforeAfterBlock } from '../../../schemas/generated/types.ts';
import { Carousel } from '../../parts/Carousel.tsx';
import { classes } from '../../parts/classes.ts';
import { each } from '../../parts/each.ts';
import { Heading } from '../../parts/Heading.tsx';
import { Intro } from '../../parts/Intro.tsx';
import { Outro } from '../../parts/Outro.tsx';
import type { grid as gridRecipe } from '../../parts/recipes/grid.ts';
import { Section } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import { faceOf, ProfileCard } from './ProfileCard.tsx';
import type { beforeAfter } from './recipe.ts';

const c = classes<typeof beforeAfter>('before-after');
const grid = classes<typeof gridRecipe>('grid');

export const BeforeAfterView: BlockView<'before-after'> = ({ block, view, heading = 2 }) => {
  const renderCase = (item: BeforeAfterBlock['items'][number], index: number) => (
    <article className={c('case')}>
      <div className={c('who')}>
        <Heading level={block.title === undefined ? 2 : 3} size="item">
          {view.text(item.name)}
        </Heading>
        <p className={c('area')}>{view.text(item.area)}</p>
      </div>
      <div className={c('pair')}>
        <ProfileCard profile={item.before} side="before" face={faceOf(item.face, index)} view={view} />
        <ProfileCard profile={item.after} side="after" face={faceOf(item.face, index)} view={view} />
      </div>
    </article>
  );
  return (
    <Section block={block}>
      {block.items.length === 1 ? (
        <div className={c('beside')}>
          <Intro block={block} heading={heading} view={view} />
          <div className={c('alone')}>{each(block.items, renderCase)}</div>
        </div>
      ) : (
        <>
          <Intro block={block} heading={heading} view={view} />
          <Carousel
            label={view.plain(block.title ?? block.items[0]?.name ?? '')}
            items={block.items}
            render={renderCase}
            until="lg"
            className={`${grid('root', { kind: 'cases' })} ${c('items')}`}
            view={view}
          />
        </>
      )}
      <Outro note={block.note} actions={block.actions} view={view} />
    </Section>
  );
};
BeforeAfterView.headed = (block) => block.title !== undefined;
