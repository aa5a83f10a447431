/** Hands a session's events to a recorder where a trace is wanted: `?trace` offers it, a dev server collects it. */
import type { CompiledFlow } from '../../engine/compile/index.ts';
import type { SessionInput } from '../../engine/session/context.ts';
import type { TraceKeeper } from './trace-keeper.ts';

/** Starts to record a session. The recorder is fetched only where a trace is wanted. */
export function keepTrace(root: HTMLElement, compiled: CompiledFlow, input: SessionInput): TraceKeeper {
  const collect = root.dataset['traces'];
  const offer = new URLSearchParams(location.search).has('trace');
  if (collect === undefined && !offer) return { record: () => {} };
  const publisher = import('./publish-trace.ts').then(({ createPublisher }) =>
    createPublisher({ compiled, input, collect, offer }),
  );
  // A visit goes on without its trace.
  const tell = (run: (trace: TraceKeeper) => void): void => void publisher.then(run).catch(() => {});
  tell(() => {});
  return { record: (event, stamp) => tell((trace) => trace.record(event, stamp)) };
}
