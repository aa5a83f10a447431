import type { CSSProperties } from 'react';
import { classes } from '../classes.ts';
import { Section } from '../parts/Section.tsx';
import type { BlockOf, BlockView, View } from '../view.ts';

const c = classes('progress');

/** On a step that asks the bar follows the questions; elsewhere it runs from one share to another. */
function barOf(block: BlockOf<'progress'>, view: View) {
  const question = view.screen?.question;
  if (question) {
    const percent = Math.round(((question.index + 1) / question.count) * 100);
    return { percent, moves: 'follows', style: { '--to': percent / 100 } } as const;
  }
  const percent = block.to ?? block.from ?? 0;
  const style = { '--from': (block.from ?? 0) / 100, '--to': percent / 100, '--after': `${block.after ?? 0}ms` };
  return { percent, moves: 'runs', style } as const;
}

export const ProgressView: BlockView<'progress'> = ({ block, view }) => {
  const { percent, moves, style } = barOf(block, view);
  return (
    <Section block={block}>
      <div className={c('root')}>
        <div className={c('head')}>
          <span className={c('label')}>{view.text(block.label)}</span>
          {block.caption !== undefined && <span className={c('caption')}>{view.text(block.caption)}</span>}
        </div>
        <div
          className={c('track')}
          role="progressbar"
          aria-label={view.plain(block.label)}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={block.caption === undefined ? undefined : view.plain(block.caption)}
        >
          <div className={c('bar', { moves })} style={style as CSSProperties} />
        </div>
      </div>
    </Section>
  );
};
