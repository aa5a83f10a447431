/**
 * The number of edits between two texts: insertions, deletions, substitutions and swaps of neighbours, each counted
 * once (Damerau-Levenshtein distance in its "optimal string alignment" form: no substring is edited twice).
 */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/** How many edits a misspelt text may have: one per three characters, at least one. */
const mostEdits = (written: string): number => Math.max(1, Math.floor(written.length / 3));

/**
 * The candidate that an author most likely meant; undefined if none is near. The limit is one edit per three characters
 * (at least one). Letter case is ignored. Of equally near candidates one that begins with the whole text wins, then the first.
 */
export function nearest(written: string, candidates: Iterable<string>): string | undefined {
  const wanted = written.toLowerCase().slice(0, 64);
  let best: string | undefined;
  let bestDistance = mostEdits(wanted);
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wanted.length) > bestDistance) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance > bestDistance) continue;
    const begins = (text: string): boolean => text.toLowerCase().startsWith(wanted);
    if (best === undefined || distance < bestDistance || (begins(candidate) && !begins(best))) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Shorter texts are too near to one another. */
const leastCertain = 3;

/**
 * The candidate that an author must have meant: the only one that is one edit away, or the only one that is near at all.
 * Undefined if there are none, or several.
 */
export function soleNearest(written: string, candidates: Iterable<string>): string | undefined {
  const wanted = written.toLowerCase();
  if (wanted.length < leastCertain) return undefined;
  const distances = [...new Set(candidates)]
    .filter((candidate) => Math.abs(candidate.length - wanted.length) <= mostEdits(wanted))
    .map((candidate) => ({ candidate, distance: editDistance(wanted, candidate.toLowerCase()) }));
  const within = (most: number) => distances.filter(({ distance }) => distance <= most);
  const slips = within(1);
  const [sole, ...others] = slips.length > 0 ? slips : within(mostEdits(wanted));
  return others.length === 0 ? sole?.candidate : undefined;
}
