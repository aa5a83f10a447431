import type { CompareBlock, Tone } from '../../../schemas/generated/types.ts';
import { classes } from '../../parts/classes.ts';
import { Heading } from '../../parts/Heading.tsx';
import { Intro } from '../../parts/Intro.tsx';
import { markOf } from '../../parts/marks.ts';
import { Outro } from '../../parts/Outro.tsx';
import { Points } from '../../parts/Points.tsx';
import { Section, toneClass } from '../../parts/Section.tsx';
import type { BlockView, View } from '../../parts/view.ts';
import type { compare } from './recipe.ts';

const c = classes<typeof compare>('compare');

/** Whether the tone is neutral. */
const isNeutral = (tone: Tone | undefined): boolean => tone === 'plain' || tone === 'soft';

const Way = ({ way, level, view }: { way: CompareBlock['left']; level: 2 | 3; view: View }) => (
  <div className={c('way', { toned: way.tone && 'yes' }) + toneClass(way.tone)}>
    <Heading level={level} size="card">
      {view.text(way.title)}
    </Heading>
    <Points items={way.items} mark={markOf(way) ?? (isNeutral(way.tone) ? 'dash' : undefined)} view={view} />
  </div>
);

export const CompareView: BlockView<'compare'> = ({ block, view, heading = 2 }) => {
  const level = block.title === undefined ? 2 : 3;
  return (
    <Section block={block}>
      <Intro block={block} heading={heading} view={view} />
      <div className={c('root')}>
        <Way way={block.left} level={level} view={view} />
        <Way way={block.right} level={level} view={view} />
      </div>
      {block.note !== undefined && <p className={c('note')}>{view.text(block.note)}</p>}
      <Outro actions={block.actions} view={view} />
    </Section>
  );
};
CompareView.headed = (block) => block.title !== undefined;
