/** Makes a trace of what was kept, and gives it to who asked: a server that collects traces, a download. */
import type { CompiledFlow } from '../../engine/compile/index.ts';
import type { SessionInput } from '../../engine/session/context.ts';
import type { SessionEvent, Stamp } from '../../engine/session/session.ts';
import { createRecorder, type TraceLine } from '../../engine/trace/record.ts';
import { uuid } from './uuid.ts';

interface Publication {
  readonly compiled: CompiledFlow;
  readonly input: SessionInput;
  readonly kept: readonly { readonly event: SessionEvent; readonly stamp: Stamp }[];
  /** Where a server collects traces. */
  readonly collect: string | undefined;
  /** Whether the visitor asked for a download. */
  readonly offer: boolean;
}

const textOf = (lines: readonly TraceLine[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** Typing in one field is one line that each key rewrites: it is complete when something else follows. */
const isTyping = (line: TraceLine | undefined): boolean =>
  line?.kind === 'step' && (line.event as { type?: string } | null)?.type === 'INPUT';

/** A publisher of one session's trace; each call publishes what is new. */
export function createPublisher({ compiled, input, kept, collect, offer }: Publication): () => void {
  const session = uuid();
  let sent = 0;
  return () => {
    const recorder = createRecorder(compiled, input);
    for (const { event, stamp } of kept) recorder.record(event, stamp);
    if (offer) renewLink(compiled.flow.flow, session, recorder.lines(true));
    if (collect === undefined) return;
    const lines = recorder.lines();
    const complete = isTyping(lines.at(-1)) ? lines.slice(0, -1) : lines;
    if (complete.length === sent) return;
    const body = textOf(complete.slice(sent));
    sent = complete.length;
    const headers = { 'content-type': 'application/x-ndjson' };
    void fetch(`${collect}?session=${session}`, { method: 'POST', keepalive: true, headers, body }).catch(() => {});
  };
}

function renewLink(flow: string, session: string, lines: readonly TraceLine[]): void {
  const id = 'funnel-trace';
  const link = (document.getElementById(id) as HTMLAnchorElement | null) ?? document.createElement('a');
  if (link.href) URL.revokeObjectURL(link.href);
  link.id = id;
  link.download = `${flow}-${session.slice(0, 8)}.jsonl`;
  link.href = URL.createObjectURL(new Blob([textOf(lines)], { type: 'application/x-ndjson' }));
  link.textContent = `trace (${lines.length})`;
  if (!link.isConnected) document.body.append(link);
}
