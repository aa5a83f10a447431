/** Stops calling a service that fails, and tries again after a pause that grows. */

export interface Circuit {
  /** Makes a call. @throws CircuitOpen at once during a pause, and the error of the call */
  run<Result>(call: () => Promise<Result>): Promise<Result>;
  /** The error of the last call; null when it succeeded. */
  failure(): Error | null;
  /** Milliseconds until a call is allowed again. */
  pauseMs(): number;
  /** Ends the repetition of the probe. */
  stop(): void;
}

/** The call was not made, because earlier ones failed. */
export class CircuitOpen extends Error {}

export interface CircuitOptions {
  /** Called when calls begin to fail, and with null when they succeed again. */
  readonly changed: (failure: Error | null) => void;
  /** A call that shows whether the service works again; made after each pause until one succeeds. */
  readonly probe?: () => Promise<unknown>;
  readonly firstPauseMs?: number;
  readonly longestPauseMs?: number;
}

export function createCircuit({
  changed,
  probe,
  firstPauseMs = 1000,
  longestPauseMs = 30_000,
}: CircuitOptions): Circuit {
  let failure: Error | null = null;
  let failures = 0;
  let allowedAt = 0;
  let isTrying = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const pauseMs = (): number => (failure === null ? 0 : Math.max(0, allowedAt - performance.now()));

  function fail(error: Error): void {
    failures += 1;
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
    allowedAt = performance.now() + pause;
    const isFirst = failure === null;
    failure = error;
    clearTimeout(timer);
    const tryAgain = (call: () => Promise<unknown>): void => {
      // A timer may fire a fraction of a millisecond early: the probe would be refused, and nothing would repeat it.
      allowedAt = 0;
      run(call).catch(() => {});
    };
    if (probe !== undefined && !isStopped) timer = setTimeout(tryAgain, pause, probe).unref();
    if (isFirst) changed(error);
  }

  async function run<Result>(call: () => Promise<Result>): Promise<Result> {
    // After a pause one call goes first: a burst of calls would all wait for a service that is still down.
    const isTrial = failure !== null;
    if (isTrial && (isTrying || pauseMs() > 0)) throw new CircuitOpen();
    isTrying = isTrial;
    const before = failures;
    try {
      const result = await call();
      if (failure !== null) {
        failure = null;
        failures = 0;
        clearTimeout(timer);
        changed(null);
      }
      return result;
    } catch (error) {
      // Calls that were made together fail together, and lengthen the pause once.
      if (failures === before) fail(error as Error);
      throw error;
    } finally {
      if (isTrial) isTrying = false;
    }
  }

  return {
    run,
    failure: () => failure,
    pauseMs,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
