import type { CSSProperties } from 'react';
import { classes } from '../../parts/classes.ts';
import { Eyebrow, Heading } from '../../parts/Heading.tsx';
import { Section } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { score } from './recipe.ts';

const c = classes<typeof score>('score');

export const ScoreView: BlockView<'score'> = ({ block, view, heading = 2 }) => {
  const value = Number(view.value(block.value));
  const percent = Math.min(100, Math.max(0, value));
  const level = value >= block.goodFrom ? 'good' : value >= block.fairFrom ? 'fair' : 'poor';
  const style = { '--to': percent / 100, '--duration': `${block.duration ?? 1500}ms` } as CSSProperties;
  return (
    <Section block={block}>
      <div className={c('root')}>
        <div className={c('gauge')}>
          {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot be painted alike in all browsers */}
          <div
            className={c('track')}
            role="meter"
            aria-label={view.plain(block.label)}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
          >
            <div className={c('bar', { level })} style={style} />
            <span className={c('tick')} style={{ '--at': block.fairFrom / 100 } as CSSProperties} />
            <span className={c('tick')} style={{ '--at': block.goodFrom / 100 } as CSSProperties} />
          </div>
          <p className={c('figure')}>
            <span className={c('value')}>
              {value}
              <span className={c('unit')}>%</span>
            </span>
            <span className={c('label')}>{view.text(block.label)}</span>
          </p>
        </div>
        <div className={c('main')}>
          {block.eyebrow !== undefined && <Eyebrow>{view.text(block.eyebrow)}</Eyebrow>}
          {block.title !== undefined && (
            <Heading level={heading} size={heading === 1 ? 'page' : 'card'}>
              {view.text(block.title)}
            </Heading>
          )}
          {block.text !== undefined && <p className={c('text')}>{view.text(block.text)}</p>}
        </div>
      </div>
    </Section>
  );
};
ScoreView.headed = (block) => block.title !== undefined;
