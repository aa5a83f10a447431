/** Metrics in Prometheus format. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { BucketState } from '../objects/open.ts';
import type { DestinationState, OutboxBacklog, Store } from '../store/types.ts';
import type { CanaryState } from './status.ts';

export interface Metrics {
  /** Counts a finished request. @param seconds until its response was sent */
  request(kind: string, status: number, seconds: number): void;
  /** Counts a refused submission by its error code. */
  refusal(intake: string, code: string): void;
  /** Counts an attempt to deliver a message. */
  delivery(destination: string, outcome: string): void;
  /** Adds the metrics of the bucket. @returns counts a request to it */
  bucket(): (operation: string, outcome: string, seconds: number) => void;
  /** A store whose accepted submissions are counted by collection. */
  counted(store: Store): Store;
  /** The exposition, with the state at this moment; {@link Metrics.contentType} is its media type. */
  text(state: MetricsState): Promise<string>;
  readonly contentType: string;
}

export interface MetricsState {
  readonly ready: boolean;
  /** The hash of the served definitions. */
  readonly definition: string;
  /** The version that a share of visitors gets; null for none. */
  readonly canary: CanaryState | null;
  /** The waiting deliveries; null when the store cannot be read. */
  readonly outbox: readonly OutboxBacklog[] | null;
  readonly destinations: readonly DestinationState[] | null;
  /** Null without a bucket. */
  readonly bucket: BucketState | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

// Seconds. Cached pages take less than a millisecond, stored leads some milliseconds.
const latencyBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Registers = Registry[];

/** Counts what happens. */
const countersIn = (registers: Registers) => ({
  stored: new Counter({
    name: 'funnel_leads_stored_total',
    help: 'Submissions that this process stored, by collection.',
    labelNames: ['collection'],
    registers,
  }),
  refused: new Counter({
    name: 'funnel_refusals_total',
    help: 'Submissions that this process refused, by intake and error code.',
    labelNames: ['intake', 'code'],
    registers,
  }),
  attempts: new Counter({
    name: 'funnel_deliveries_total',
    help: 'Attempts to deliver a message, by destination and outcome.',
    labelNames: ['destination', 'outcome'],
    registers,
  }),
});

/** The gauges of a state. @returns sets them */
function stateGauges(registers: Registers): (state: MetricsState) => void {
  const depth = new Gauge({
    name: 'funnel_outbox_depth',
    help: 'Deliveries that wait, by destination.',
    labelNames: ['destination'],
    registers,
  });
  const age = new Gauge({
    name: 'funnel_outbox_age_seconds',
    help: 'Age of the oldest waiting delivery, by destination.',
    labelNames: ['destination'],
    registers,
  });
  const breaker = new Gauge({
    name: 'funnel_destination_state',
    help: 'The circuit breaker of a destination: 0 closed, 1 open, 2 paused.',
    labelNames: ['destination'],
    registers,
  });
  const ready = new Gauge({ name: 'funnel_ready', help: '1 when the server is ready for visitors.', registers });
  const version = new Gauge({
    name: 'funnel_definition_info',
    help: 'The definitions being served; the value is always 1.',
    labelNames: ['definition'],
    registers,
  });
  const share = new Gauge({
    name: 'funnel_canary_share',
    help: 'The share of visitors, from 0 to 1, who get the version that is published as a canary.',
    labelNames: ['definition'],
    registers,
  });
  return ({ ready: isReady, definition, canary, outbox, destinations, at }) => {
    ready.set(isReady ? 1 : 0);
    for (const gauge of [version, share, depth, age, breaker]) gauge.reset();
    version.set({ definition }, 1);
    if (canary !== null) share.set({ definition: canary.definition }, canary.share / 10_000);
    for (const { destination, state } of destinations ?? [])
      breaker.set({ destination }, ['closed', 'open', 'paused'].indexOf(state));
    for (const { destination, depth: count, oldestAt } of outbox ?? []) {
      depth.set({ destination }, count);
      age.set({ destination }, Math.max(0, at - oldestAt) / 1000);
    }
  };
}

/** The metrics of a bucket: its requests, and its state. */
function bucketMetrics(registers: Registers) {
  const duration = new Histogram({
    name: 'funnel_bucket_request_duration_seconds',
    help: 'Duration of requests to the bucket, by operation and outcome (ok, missing, failed).',
    labelNames: ['operation', 'outcome'],
    buckets: latencyBuckets,
    registers,
  });
  const works = new Gauge({
    name: 'funnel_bucket_ready',
    help: '1 when the last read from the bucket and the last write to it succeeded.',
    registers,
  });
  const waiting = new Gauge({
    name: 'funnel_bucket_uploads_waiting',
    help: 'Made pictures that wait for their upload.',
    registers,
  });
  return {
    observe: (operation: string, outcome: string, seconds: number) => duration.observe({ operation, outcome }, seconds),
    show(state: BucketState): void {
      works.set(state.troubles().length === 0 ? 1 : 0);
      waiting.set(state.waiting());
    },
  };
}

/** Observes the duration of requests. */
function requestTimer(registers: Registers): Metrics['request'] {
  const requests = new Histogram({
    name: 'funnel_http_request_duration_seconds',
    help: 'Duration of requests, until the response was sent.',
    labelNames: ['kind', 'status'],
    buckets: latencyBuckets,
    registers,
  });
  // A child per kind and class of status: the look-up of labels would cost more than the observation.
  const observers = new Map<string, ReturnType<typeof requests.labels>>();
  return (kind, status, seconds) => {
    const key = `${kind} ${Math.floor(status / 100)}`;
    let observer = observers.get(key);
    if (observer === undefined) {
      observer = requests.labels(kind, status === 0 ? 'aborted' : `${Math.floor(status / 100)}xx`);
      observers.set(key, observer);
    }
    observer.observe(seconds);
  };
}

/** Creates the metrics of a server. Those of the process (memory, processor, event loop) are included. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const request = requestTimer(registers);
  const { stored, refused, attempts } = countersIn(registers);
  const showState = stateGauges(registers);
  let bucket: ReturnType<typeof bucketMetrics> | null = null;
  return {
    request,
    bucket() {
      bucket = bucketMetrics(registers);
      return bucket.observe;
    },
    refusal: (intake, code) => refused.inc({ intake, code }),
    delivery: (destination, outcome) => attempts.inc({ destination, outcome }),
    counted: (opened) => ({
      ...opened,
      async submit(submission) {
        const outcome = await opened.submit(submission);
        if (outcome.outcome === 'accepted') stored.inc({ collection: submission.collection });
        return outcome;
      },
    }),
    text(state) {
      showState(state);
      if (state.bucket !== null) bucket?.show(state.bucket);
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}
