/** A clock corrected by the server's time: the device's clock may be wrong or change. */

/** Smaller differences are ignored, because `Date` headers have whole seconds. In milliseconds. */
const tolerance = 1500;

export interface CorrectedClock {
  /** Epoch milliseconds. */
  now(): number;
  /** Reads the device's clock again, after the page may have been suspended. */
  rebase(): void;
}

/** The time sources of a clock; tests pass their own. */
export interface ClockSources {
  /** The device's time, in epoch milliseconds. */
  date(): number;
  /** Milliseconds that never go back. */
  monotonic(): number;
}

/** Creates a clock that starts at the device's time and advances monotonically. `correct` sets it to the server's time. */
export function createClock({ date, monotonic }: ClockSources): CorrectedClock & { correct(server: number): void } {
  let offset = 0;
  let base = date() - monotonic();
  const now = (): number => base + monotonic() + offset;
  return {
    now,
    rebase: () => {
      base = date() - monotonic();
    },
    correct: (server) => {
      const off = server - now();
      if (Math.abs(off) > tolerance) offset += off;
    },
  };
}

/** Creates the clock of this page, corrected by the `Date` header of one small response. */
export function pageClock(): CorrectedClock {
  const clock = createClock({ date: () => Date.now(), monotonic: () => performance.now() });
  const sent = performance.now();
  fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).then(
    (response) => {
      const date = Date.parse(response.headers.get('date') ?? '');
      // The header was written between request and response, on average half a second after its rounded time.
      if (!Number.isNaN(date)) clock.correct(date + 500 + (performance.now() - sent) / 2);
    },
    () => {},
  );
  return clock;
}
