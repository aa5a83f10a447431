/** Sends finished spans to a collector: OTLP over HTTP, as JSON. */
import { errorFields, type Log } from '../log/log.ts';
import type { SpanConfig } from '../span-config.ts';

export interface FinishedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly kind: 'server' | 'internal';
  /** Epoch milliseconds, with fractions. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly failed: boolean;
}

export interface SpanExporter {
  add(span: FinishedSpan): void;
  /** Sends what is left, within the collector's time limit or two seconds. */
  stop(): Promise<void>;
}

const batchSize = 512;
// A collector that does not answer must not use up the memory.
const maxWaiting = 2048;
const stopTimeoutMs = 2000;

const attributesOf = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(Math.round(value)) },
  }));

const nanoseconds = (ms: number): string => `${BigInt(Math.round(ms * 1000)) * 1000n}`;

/** A span in OTLP: kinds and status codes are those of its enumerations. */
const encoded = ({ traceId, spanId, parentId, name, kind, start, end, attributes, failed }: FinishedSpan) => ({
  traceId,
  spanId,
  ...(parentId === null ? {} : { parentSpanId: parentId }),
  name,
  kind: kind === 'server' ? 2 : 1,
  startTimeUnixNano: nanoseconds(start),
  endTimeUnixNano: nanoseconds(end),
  attributes: attributesOf(attributes),
  status: failed ? { code: 2 } : {},
});

export function createSpanExporter(
  { url, headers, timeoutMs, delayMs, resource }: SpanConfig,
  log: Pick<Log, 'write'>,
): SpanExporter {
  let waiting: FinishedSpan[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<void> | null = null;

  async function send(spans: readonly FinishedSpan[], limitMs: number): Promise<void> {
    try {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          resourceSpans: [
            {
              resource: { attributes: attributesOf(resource) },
              scopeSpans: [{ scope: { name: 'funnel-engine' }, spans: spans.map(encoded) }],
            },
          ],
        }),
        signal: AbortSignal.timeout(limitMs),
      });
      await reply.body?.cancel();
      if (!reply.ok) throw Object.assign(new Error(), { code: `HTTP_${reply.status}` });
    } catch (error) {
      const { code } = errorFields((error as Error).cause ?? error);
      log.write('warn', 'spans-not-sent', { code: code as string | null, spans: spans.length });
    }
    if (dropped > 0) log.write('warn', 'spans-dropped', { spans: dropped });
    dropped = 0;
  }

  function flush(limitMs = timeoutMs): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    sending ??= (async () => {
      while (waiting.length > 0) await send(waiting.splice(0, batchSize), limitMs);
    })().finally(() => {
      sending = null;
    });
    return sending;
  }

  return {
    add(span) {
      if (waiting.length >= maxWaiting) {
        dropped += 1;
        return;
      }
      waiting.push(span);
      if (waiting.length >= batchSize) void flush();
      else timer ??= setTimeout(() => void flush(), delayMs).unref();
    },
    async stop() {
      const limitMs = Math.min(timeoutMs, stopTimeoutMs);
      const late = new Promise<void>((resolve) => setTimeout(resolve, limitMs).unref());
      await Promise.race([flush(limitMs).then(() => flush(limitMs)), late]);
      waiting = [];
    },
  };
}
