/**
 * Replaces the `with-selector` shim in browser bundles, on top of React's own hook. Selectors here return parts of the
 * snapshot, so comparing by identity is enough.
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
