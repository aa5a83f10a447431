/** Records a session where a trace is requested: `?trace` offers it as a download, a dev server collects it. */

import type { SessionInput } from '../../engine/flow/context.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import type { SessionEvent, Stamp } from '../../engine/session/session.ts';
import { isInSample } from '../../engine/trace/sample.ts';
import type { TraceKeeper } from './trace-keeper.ts';

/**
 * Starts to record a session. The recorder is fetched at the first event: most visitors only look at the page, which
 * `renderer/boot/glance.ts` reports.
 * @param search the query with which the page was loaded
 */
export function keepTrace(root: HTMLElement, compiled: CompiledFlow, input: SessionInput, search: string): TraceKeeper {
  const { share = '1', traces } = root.dataset;
  const collect = isInSample(window.funnel?.landing.visitId ?? '', +share) ? traces : undefined;
  const offer = new URLSearchParams(search).has('trace');
  if (collect === undefined && !offer) return { record: () => {} };
  const keeper = keepLater(() =>
    import('./publish-trace.ts').then((module) => module.createPublisher({ root, compiled, input, collect, offer })),
  );
  // Who opens a dialog has done something.
  if (offer || root.closest('dialog') !== null) keeper.fetch();
  return keeper;
}

/** Queues the events of a visit until its recorder is there. Each new event tries to load it again after a failure. */
function keepLater(fetchKeeper: () => Promise<TraceKeeper>): TraceKeeper & { fetch(): void } {
  const missed: (readonly [event: SessionEvent, stamp: Stamp])[] = [];
  let keeper: TraceKeeper | undefined;
  let fetching = false;
  const fetch = (): void => {
    if (fetching) return;
    fetching = true;
    fetchKeeper().then(
      (fetched) => {
        keeper = fetched;
        for (const each of missed.splice(0)) fetched.record(...each);
        window.funnel?.acts.splice(0);
      },
      () => {
        fetching = false;
      },
    );
  };
  return {
    fetch,
    record: (event, stamp, isKnown) => {
      if (keeper !== undefined) {
        keeper.record(event, stamp);
        return;
      }
      missed.push([event, stamp]);
      if (isKnown) return;
      window.funnel?.acts.push({ event, stamp });
      fetch();
    },
  };
}
