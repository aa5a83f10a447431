/** Spans of requests and of what they store (OpenTelemetry). */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { currentRequest, type RequestSpan } from '../log/request-scope.ts';
import type { SpanConfig } from '../span-config.ts';
import type { Store } from '../store/types.ts';
import type { SpanExporter } from './export.ts';

export interface SpanRecorder {
  /** Begins the span of a request; null when its trace is not recorded. */
  begin(request: Pick<IncomingMessage, 'headers'>): RequestSpan | null;
  /** A store whose submissions are spans of their requests. */
  traced(store: Store): Store;
}

interface Place {
  readonly traceId: string;
  readonly parentId: string | null;
}

const epochNow = (): number => performance.timeOrigin + performance.now();
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** @param trustsCallers whether a proxy in front sets or removes the header `traceparent`, so that visitors cannot */
export function createSpanRecorder(
  { ratio, parentBased }: Pick<SpanConfig, 'ratio' | 'parentBased'>,
  exporter: Pick<SpanExporter, 'add'>,
  trustsCallers: boolean,
): SpanRecorder {
  function start({ traceId, parentId }: Place, kind: 'server' | 'internal', name: string): RequestSpan {
    const spanId = hex(8);
    const started = epochNow();
    return {
      child: (childName) => start({ traceId, parentId: spanId }, 'internal', childName),
      end: (attributes, failed, finalName = name) =>
        exporter.add({
          ...{ traceId, spanId, parentId, name: finalName, kind, start: started, end: epochNow() },
          ...{ attributes, failed },
        }),
    };
  }

  // As in the specification: every process decides the same for a trace.
  const isSampled = (traceId: string): boolean =>
    ratio >= 1 || Number.parseInt(traceId.slice(-14), 16) < ratio * 2 ** 56;

  return {
    begin({ headers }) {
      const sent = trustsCallers ? traceparent.exec(String(headers['traceparent'] ?? '')) : null;
      const [, traceId = hex(16), parentId = null, flags = ''] = sent ?? [];
      const decided = sent !== null && parentBased ? (Number.parseInt(flags, 16) & 1) === 1 : isSampled(traceId);
      return decided ? start({ traceId, parentId }, 'server', 'request') : null;
    },
    traced: (store) => ({
      ...store,
      async submit(submission) {
        const span = currentRequest()?.span?.child('store.submit') ?? null;
        if (span === null) return store.submit(submission);
        const { intake, collection } = submission;
        try {
          const result = await store.submit(submission);
          span.end(
            { 'funnel.intake': intake, 'funnel.collection': collection, 'funnel.outcome': result.outcome },
            false,
          );
          return result;
        } catch (error) {
          const { code = 'unknown' } = error as { code?: string };
          span.end({ 'funnel.intake': intake, 'funnel.collection': collection, 'error.type': code }, true);
          throw error;
        }
      },
    }),
  };
}
