import type { Text } from '../../schemas/compiled.ts';
import type { Marker } from '../../schemas/generated/types.ts';
import { classes } from './classes.ts';
import { each } from './each.ts';
import type { points } from './recipes/points.ts';
import type { View } from './view.ts';

const c = classes<typeof points>('points');

interface PointsProps {
  items: readonly Text[];
  /** A check by default. */
  mark?: Marker | undefined;
  view: View;
}

/** Short points with a mark before each. */
export const Points = ({ items, mark, view }: PointsProps) => (
  <ul className={c('root')}>
    {each(items, (item) => (
      <li className={c('item', { mark })}>{view.text(item)}</li>
    ))}
  </ul>
);
