/// <reference path="./recheck.d.ts" />
import type { VulnerableComplexity } from 'recheck';
import recheck from 'recheck/lib/browser.js';
import type { GrowthOf } from '../../engine/rules/pattern/backtracking.ts';

const known = new Map<string, number>();

/**
 * The growth of a pattern's time, by `recheck`. Its module is 2.9 MB: import this file only where there is a pattern. Its
 * automaton has the same answer on every machine; its fuzzer, which depends on the time, is not used. A pattern that the
 * automaton cannot handle counts as fast: the server does not backtrack.
 */
export const growthOf: GrowthOf = (source) => {
  const before = known.get(source);
  if (before !== undefined) return before;
  const found = recheck.checkSync(source, 'u', { checker: 'automaton', timeout: null });
  const growth = found.status === 'vulnerable' ? degreeOf(found.complexity) : 1;
  known.set(source, growth);
  return growth;
};

const degreeOf = (complexity: VulnerableComplexity): number =>
  complexity.type === 'polynomial' ? complexity.degree : Number.POSITIVE_INFINITY;
