/** Keeps what happened, and makes a trace of it where one is asked for: `?trace` offers it, a dev server collects it. */
import type { CompiledFlow } from '../../engine/compile/index.ts';
import type { SessionInput } from '../../engine/session/context.ts';
import type { SessionEvent, Stamp } from '../../engine/session/session.ts';

interface Kept {
  readonly event: SessionEvent;
  readonly stamp: Stamp;
}

export interface TraceKeeper {
  record(event: SessionEvent, stamp: Stamp): void;
}

/** Starts to keep a session's events. The recorder itself is fetched only where a trace is wanted. */
export function keepTrace(root: HTMLElement, compiled: CompiledFlow, input: SessionInput): TraceKeeper {
  const kept: Kept[] = [];
  const collect = root.dataset['traces'];
  const offer = new URLSearchParams(location.search).has('trace');
  let timer = 0;
  const off = { record: (event: SessionEvent, stamp: Stamp) => void kept.push({ event, stamp }) };
  if (collect === undefined && !offer) return off;
  const publisher = import('./publish-trace.ts').then(({ createPublisher }) =>
    createPublisher({ compiled, input, kept, collect, offer }),
  );
  const publish = (): void => void publisher.then((publishNew) => publishNew()).catch(() => {});
  publish();
  return {
    record: (event, stamp) => {
      kept.push({ event, stamp });
      clearTimeout(timer);
      timer = window.setTimeout(publish, 300);
    },
  };
}
