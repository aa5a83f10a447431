/** Values with which code that is quick for ordinary values may take very long. */

/** Parts that patterns repeat. */
const parts = ['a', 'A', '0', ' ', 'a ', 'a0', '-', '.', 'a.', '@', 'a@', '_', ',', '/', '\n', 'é'];
/** Longer than this, a repetition within a repetition takes years. */
const lengths = [30, 60, 1000];
/** What a pattern does not expect at the end, so that it tries every other way. */
const ends = ['', '!', '\u0000', '@'];

/**
 * Texts of a visitor who wants to take time: repetitions of parts and of samples, with another end.
 * @param samples values that the code knows
 */
export function* hostileValues(samples: readonly string[]): Generator<string> {
  const known = samples.slice(0, 20).map((sample) => sample.slice(0, 100));
  const all = new Set([...parts, ...known, ...known.flatMap((sample) => [...new Set(sample)].slice(0, 20))]);
  for (const part of all) {
    if (part === '') continue;
    for (const length of lengths)
      for (const end of ends) {
        const repeated = part.repeat(Math.ceil(length / part.length)).slice(0, length);
        yield repeated + end;
        // Where a text has to begin as a sample does.
        if (length === 60 && known[0] !== undefined && part.length === 1) yield known[0] + repeated + end;
      }
  }
}
