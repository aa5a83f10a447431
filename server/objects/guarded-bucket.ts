/** A bucket that fails fast while it is down, and whose state operators see. */
import type { Log } from '../log/log.ts';
import { BucketError } from './bucket.ts';
import { CircuitOpen, createCircuit } from './circuit.ts';
import { assertObjectName, type ObjectStore } from './types.ts';

export type BucketOperation = 'get' | 'put' | 'head';
export type BucketOutcome = 'ok' | 'missing' | 'failed';

export interface GuardedBucket extends ObjectStore {
  /** What is wrong and what to do, a sentence each for reading and writing. */
  troubles(): readonly string[];
  /** Whether the last put failed, and the milliseconds until the next is allowed. */
  writes(): { readonly isFailing: boolean; readonly pauseMs: number };
  stop(): void;
}

export interface GuardedBucketOptions {
  readonly log: Pick<Log, 'write'>;
  /** Called after every request. */
  readonly observe?: (operation: BucketOperation, outcome: BucketOutcome, seconds: number) => void;
  readonly firstPauseMs?: number;
}

// No object has this name; the answer shows whether the keys and the bucket are right.
const probeName = 'probe';

function hintOf({ code, status }: BucketError): string {
  if (code === 'NoSuchBucket') return 'Check S3_URL.';
  if (status === 301 || status === 307 || code === 'AuthorizationHeaderMalformed') return 'Check AWS_REGION.';
  if (status === 401 || status === 403)
    return 'Check the AWS_… keys, the clock, and the permissions s3:GetObject, s3:PutObject and s3:ListBucket.';
  return 'Check the network and AWS_ENDPOINT_URL_S3.';
}

/** @returns throws CircuitOpen while the bucket is not called, and BucketError */
export function createGuardedBucket(
  bucket: ObjectStore,
  { log, observe = () => {}, firstPauseMs = 1000 }: GuardedBucketOptions,
): GuardedBucket {
  const report =
    (side: 'read' | 'write') =>
    (failure: Error | null): void => {
      if (failure === null) return void log.write('info', 'bucket-recovered', { side });
      const { code, status } = failure instanceof BucketError ? failure : { code: failure.name, status: 0 };
      log.write('warn', 'bucket-failed', { side, code, status });
    };

  async function observed<Result>(
    operation: BucketOperation,
    outcomeOf: (result: Result) => BucketOutcome,
    call: () => Promise<Result>,
  ): Promise<Result> {
    const start = performance.now();
    let outcome: BucketOutcome = 'failed';
    try {
      const result = await call();
      outcome = outcomeOf(result);
      return result;
    } finally {
      observe(operation, outcome, (performance.now() - start) / 1000);
    }
  }

  const readFrom = (name: string): Promise<Buffer | null> =>
    observed(
      'get',
      (found) => (found === null ? 'missing' : 'ok'),
      () => bucket.get(name),
    );
  const reads = createCircuit({ changed: report('read'), probe: () => readFrom(probeName), firstPauseMs });
  // What was not put is put again, so no probe is needed.
  const writes = createCircuit({ changed: report('write'), firstPauseMs });
  void reads.run(() => readFrom(probeName)).catch(() => {});

  const troubleOf = (what: string, failure: Error | null): string[] =>
    failure instanceof BucketError
      ? [`${what} (${failure.code}${failure.status === 0 ? '' : `, ${failure.status}`}). ${hintOf(failure)}`]
      : [];

  return {
    // A refused name is not a failure of the bucket.
    async get(name) {
      assertObjectName(name);
      return reads.run(() => readFrom(name));
    },
    async has(name) {
      assertObjectName(name);
      return reads.run(() =>
        observed(
          'head',
          (found) => (found ? 'ok' : 'missing'),
          () => bucket.has(name),
        ),
      );
    },
    async put(name, body) {
      assertObjectName(name);
      return writes.run(() =>
        observed(
          'put',
          () => 'ok',
          () => bucket.put(name, body),
        ),
      );
    },
    troubles: () => [
      ...troubleOf('the bucket cannot be read', reads.failure()),
      ...troubleOf('the bucket cannot be written', writes.failure()),
    ],
    writes: () => ({ isFailing: writes.failure() !== null, pauseMs: writes.pauseMs() }),
    stop() {
      reads.stop();
      writes.stop();
    },
  };
}

/** Whether an upload would fail again, unlike one that met an outage or missing permissions. */
export function isFinalRefusal(error: unknown): boolean {
  if (!(error instanceof BucketError)) return !(error instanceof CircuitOpen);
  return [411, 413, 414, 422].includes(error.status);
}
