/** The server's time: a visitor's clock may be wrong, and must not be asked twice. */

/** `Date` headers are whole seconds; less than this tells nothing. Milliseconds. */
const tolerance = 1500;

export interface CorrectedClock {
  /** Epoch milliseconds. */
  now(): number;
  /** Reads the visitor's clock again, after a time in which the page may have slept. */
  rebase(): void;
}

/** What a clock is made of; given in by tests. */
export interface ClockSources {
  /** Epoch milliseconds as the device says. */
  date(): number;
  /** Milliseconds that only go forward. */
  monotonic(): number;
}

/** A clock that starts at the device's time and runs on what only goes forward. `correct` moves it to the server's time. */
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

/** A clock of this page; the `Date` of one small answer of the server corrects it. */
export function pageClock(): CorrectedClock {
  const clock = createClock({ date: () => Date.now(), monotonic: () => performance.now() });
  const asked = performance.now();
  fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).then(
    (response) => {
      const date = Date.parse(response.headers.get('date') ?? '');
      // The header was written somewhere between asking and hearing, within the second it names.
      if (!Number.isNaN(date)) clock.correct(date + 500 + (performance.now() - asked) / 2);
    },
    () => {},
  );
  return clock;
}
