import type { CSSProperties } from 'react';
import { classes } from '../../parts/classes.ts';
import { Section } from '../../parts/Section.tsx';
import type { BlockOf, BlockView, View } from '../../parts/view.ts';
import type { progress } from './recipe.ts';

const c = classes<typeof progress>('progress');

/** The share of the bar: on a step with questions it follows them up to `to`; otherwise it is animated between two shares. */
function barOf(block: BlockOf<'progress'>, view: View) {
  const question = view.screen?.question;
  if (question) {
    const percent = Math.round(((question.index + 1) / question.count) * (block.to ?? 100));
    return { values: [percent], moves: 'follows', style: { '--to': percent / 100 } } as const;
  }
  const { from = 0, to = from, after = 0 } = block;
  const style = { '--from': from / 100, '--to': to / 100, '--after': `${after}ms` };
  return { values: from === to ? [to] : [from, to], moves: 'runs', style } as const;
}

const moments = ['before', 'after'] as const;

export const ProgressView: BlockView<'progress'> = ({ block, view }) => {
  const { values, moves, style } = barOf(block, view);
  return (
    <Section block={block}>
      <div className={c('root')}>
        <div className={c('head')}>
          <span className={c('label')}>{view.text(block.label)}</span>
          {block.caption !== undefined && <span className={c('caption')}>{view.text(block.caption)}</span>}
        </div>
        <div className={c('track')} style={style as CSSProperties}>
          <div className={c('bar', { moves })} />
          {/* An animated bar has a value before and one after the animation. Styles show one of them, with or without script. */}
          {values.map((value, index) => (
            <div
              key={moments[index]}
              className={c('value', { shown: values.length > 1 ? moments[index] : undefined })}
              role="progressbar"
              aria-label={view.plain(block.label)}
              aria-valuenow={value}
              aria-valuetext={block.caption === undefined ? undefined : view.plain(block.caption)}
            />
          ))}
        </div>
      </div>
    </Section>
  );
};
