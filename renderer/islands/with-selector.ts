/**
 * Selecting from a store over React's own hook. It takes the place of the `with-selector` shim in what phones are sent: a
 * selector here gives back what the snapshot holds, so identity tells whether a selection has changed.
 */
import { useSyncExternalStore } from 'react';

/** The part of the shim's interface that `useSelector` of @xstate/react uses. */
export function useSyncExternalStoreWithSelector<Snapshot, Selection>(
  subscribe: (changed: () => void) => () => void,
  snapshot: () => Snapshot,
  _serverSnapshot: unknown,
  select: (snapshot: Snapshot) => Selection,
): Selection {
  const selected = (): Selection => select(snapshot());
  return useSyncExternalStore(subscribe, selected, selected);
}
