/** Records a session where a trace is requested: `?trace` offers it as a download, a dev server collects it. */

import type { SessionInput } from '../../engine/flow/context.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { isInSample } from '../../engine/trace/sample.ts';
import type { TraceKeeper } from './trace-keeper.ts';

/**
 * Starts to record a session. The recorder is fetched only if a trace is requested. The session then waits for it, so
 * that a visit that ends at once is recorded too.
 * @param search the query with which the page was loaded
 */
export async function keepTrace(
  root: HTMLElement,
  compiled: CompiledFlow,
  input: SessionInput,
  search: string,
): Promise<TraceKeeper> {
  const { share = '1', traces } = root.dataset;
  const collect = isInSample(window.funnel?.landing.visitId ?? '', +share) ? traces : undefined;
  const offer = new URLSearchParams(search).has('trace');
  const none = { record: () => {} };
  if (collect === undefined && !offer) return none;
  const fetchKeeper = (): Promise<TraceKeeper> =>
    import('./publish-trace.ts').then((module) => module.createPublisher({ root, compiled, input, collect, offer }));
  return fetchKeeper().catch(() => catchUpLater(fetchKeeper));
}

/** Queues the events of a visit whose recorder could not be loaded. Each new event tries to load it again. */
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
