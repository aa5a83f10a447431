import type { CompiledFlow } from '../../engine/compile/index.ts';
import type { SessionInput } from '../../engine/session/context.ts';
import type { SessionEvent, Stamp } from '../../engine/session/session.ts';
import { createRecorder } from '../../engine/trace/record.ts';

interface Publication {
  readonly compiled: CompiledFlow;
  readonly input: SessionInput;
  readonly kept: readonly { readonly event: SessionEvent; readonly stamp: Stamp }[];
  /** Where a dev server collects traces. */
  readonly collect: string | undefined;
  /** Whether the visitor asked for a download. */
  readonly offer: boolean;
}

const session = crypto.randomUUID();

/** Makes the trace of what was kept; posts it to the dev server and renews the download link. */
export function publishTrace({ compiled, input, kept, collect, offer }: Publication): void {
  const recorder = createRecorder(compiled, input);
  for (const { event, stamp } of kept) recorder.record(event, stamp);
  const text = `${recorder
    .lines(true)
    .map((line) => JSON.stringify(line))
    .join('\n')}\n`;
  // The whole trace each time: typing in a field rewrites its latest line.
  if (collect !== undefined)
    void fetch(`${collect}/${session}`, {
      method: 'PUT',
      keepalive: text.length < 60_000,
      headers: { 'content-type': 'application/jsonl' },
      body: text,
    }).catch(() => {});
  if (offer) renewLink(compiled.flow.flow, text);
}

function renewLink(flow: string, text: string): void {
  const id = 'funnel-trace';
  const link = (document.getElementById(id) as HTMLAnchorElement | null) ?? document.createElement('a');
  if (link.href) URL.revokeObjectURL(link.href);
  link.id = id;
  link.className = 'trace-link';
  link.download = `${flow}-${session.slice(0, 8)}.jsonl`;
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }));
  link.textContent = `trace (${text.split('\n').length - 1})`;
  if (!link.isConnected) document.body.append(link);
}
