import type { Text } from '../../../schemas/compiled.ts';
import type { Marker, Tone } from '../../../schemas/generated/types.ts';
import { classes } from '../classes.ts';
import type { View } from '../view.ts';
import { each } from './each.ts';

const c = classes('points');

/** Whether a tone says that something is bad. */
export const isAgainst = (tone: Tone | undefined): boolean => tone === 'danger' || tone === 'warning';

/** What stands before points: as the author says, else a cross where the tone warns. Nothing is a check. */
export const markOf = ({ marker, tone }: { marker?: Marker; tone?: Tone }): Marker | undefined =>
  marker ?? (isAgainst(tone) ? 'cross' : undefined);

interface PointsProps {
  items: readonly Text[];
  /** A check when left out. */
  mark?: Marker | undefined;
  view: View;
}

/** Short points, each with a drawn mark. */
export const Points = ({ items, mark, view }: PointsProps) => (
  <ul className={c('root')}>
    {each(items, (item) => (
      <li className={c('item', { mark })}>{view.text(item)}</li>
    ))}
  </ul>
);
