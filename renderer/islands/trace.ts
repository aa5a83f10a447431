/** Hands a session's events to a recorder where a trace is wanted: `?trace` offers it, a dev server collects it. */

import type { SessionInput } from '../../engine/flow/context.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import type { TraceKeeper } from './trace-keeper.ts';

/**
 * Starts to record a session. The recorder is fetched only where a trace is wanted; there the session waits for it, or
 * a visitor who leaves at once would leave no trace.
 */
export async function keepTrace(root: HTMLElement, compiled: CompiledFlow, input: SessionInput): Promise<TraceKeeper> {
  const collect = root.dataset['traces'];
  const offer = new URLSearchParams(location.search).has('trace');
  const none = { record: () => {} };
  if (collect === undefined && !offer) return none;
  const fetchKeeper = (): Promise<TraceKeeper> =>
    import('./publish-trace.ts').then(({ createPublisher }) => createPublisher({ compiled, input, collect, offer }));
  return fetchKeeper().catch(() => catchUpLater(fetchKeeper));
}

/** Keeps the events of a visit that goes on without the recorder's code, and fetches the code again with each of them. */
function catchUpLater(fetchKeeper: () => Promise<TraceKeeper>): TraceKeeper {
  const missed: Parameters<TraceKeeper['record']>[] = [];
  let keeper: TraceKeeper | undefined;
  let fetching = false;
  const catchUp = (): void => {
    for (const each of missed.splice(0)) keeper?.record(...each);
  };
  return {
    record: (...step) => {
      missed.push(step);
      if (keeper !== undefined) catchUp();
      else if (!fetching) {
        fetching = true;
        fetchKeeper().then(
          (fetched) => {
            keeper = fetched;
            catchUp();
          },
          () => {
            fetching = false;
          },
        );
      }
    },
  };
}
