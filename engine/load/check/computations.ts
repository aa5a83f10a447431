import type { Code, Json } from '../../../schemas/compiled.ts';
import type { Compute, FlowFile } from '../../../schemas/generated/types.ts';
import type { Types } from '../../expressions/index.ts';
import type { Draft } from '../link/draft.ts';
import type { DataPath, Source } from '../source/source.ts';
import { domainOfComputed } from '../types/computed-domain.ts';
import { checkLowest } from './lowest.ts';

/** Checks that each computed value has exactly one definition, before it is compiled. */
export function checkComputeShapes({ report }: Draft, source: Source<FlowFile>): void {
  for (const [name, compute] of Object.entries(source.data.computed ?? {})) {
    const ways = [compute.value, compute.classify, compute.lowest, compute.points].filter(
      (way) => way !== undefined,
    ).length;
    const isStray =
      (compute.classify === undefined) !== (compute.ranges === undefined) ||
      (compute.percent !== undefined && compute.points === undefined);
    if (ways !== 1 || isStray) report.add('compute-shape', source, source.place(['computed', name], { key: true }));
    else if (compute.ranges !== undefined) {
      const comparisons = Object.values(compute.ranges);
      const wrong = comparisons.findIndex(
        (comparison, index) => (comparison === 'otherwise') !== (index === comparisons.length - 1),
      );
      if (wrong >= 0)
        report.add(
          'band-otherwise',
          source,
          source.place(['computed', name, 'ranges', Object.keys(compute.ranges)[wrong] ?? '']),
        );
    }
  }
}

/**
 * Checks the results of computed values: some answers lead to every band and make every number the lowest, and a score of
 * answers ends at 100.
 * @param computed as they were compiled
 * @param types of what they read
 */
export function checkComputedValues(
  draft: Draft,
  source: Source<FlowFile>,
  computed: Readonly<Record<string, Compute>>,
  types: Types,
): void {
  const before = draft.report.problems.length;
  for (const [name, { value }] of Object.entries(computed))
    if (value !== undefined) checkMaximum(draft, source, ['computed', name, 'value'], value);
  const isScoreRight = draft.report.problems.length === before;
  for (const [name, compute] of Object.entries(computed)) {
    if (compute.ranges !== undefined) {
      const path = ['computed', name, 'ranges'];
      const isClear = checkBands(draft, source, path, compute, isPercent(compute.classify ?? null, computed));
      if (isClear && isScoreRight) checkAnswered(draft, source, path, compute, types);
    }
    if (compute.lowest !== undefined && isScoreRight)
      checkLowest(draft, source, ['computed', name], compute.lowest, types);
  }
}

/** Whether code returns a percentage, directly or through a computed value. */
function isPercent(code: Json, computed: Readonly<Record<string, Compute>>): boolean {
  if (!Array.isArray(code)) return false;
  if (code[0] === 'percent') return true;
  const source = code[0] === '$' && Object.hasOwn(computed, String(code[1])) ? computed[String(code[1])] : undefined;
  return (
    source?.value !== undefined &&
    source.value !== (code as unknown) &&
    Array.isArray(source.value) &&
    source.value[0] === 'percent'
  );
}

interface Band {
  readonly name: string;
  readonly rising: boolean | null;
  holds(value: number): boolean;
}

/** Checks that some set of answers leads to each range. */
function checkAnswered(
  { report }: Draft,
  source: Source<FlowFile>,
  path: DataPath,
  { classify = null, ranges = {} }: Compute,
  types: Types,
): void {
  const domain = domainOfComputed(classify as Code, types);
  if (domain?.kind !== 'some') return;
  const values = domain.values.map(Number).sort((a, b) => a - b);
  const bands = Object.entries(ranges).map(([name, comparison]) => bandOf(name, comparison));
  const given = new Set(values.map((value) => bands.find((band) => band.holds(value))?.name));
  for (const { name } of bands)
    if (!given.has(name)) report.add('band-unanswered', source, source.place([...path, name]), { band: name, values });
}

/** @returns false if a range is mistaken */
function checkBands(
  { report }: Draft,
  source: Source<FlowFile>,
  path: DataPath,
  compute: Compute,
  percent: boolean,
): boolean {
  const entries = Object.entries(compute.ranges ?? {});
  if (entries.some(([, comparison], index) => (comparison === 'otherwise') !== (index === entries.length - 1)))
    return false;
  const before = report.errors;
  const bands = entries.map(([name, comparison]) => bandOf(name, comparison));
  const bounds = entries.flatMap(([, comparison]) =>
    comparison === 'otherwise' ? [] : [Number(comparison.split(' ')[1])],
  );
  const samples = percent ? Array.from({ length: 101 }, (_, index) => index) : samplesAround(bounds);
  const taken = new Set<number>();
  let overlapping = false;
  bands.forEach((band, index) => {
    const own = samples.filter((value) => band.holds(value));
    const place = source.place([...path, band.name]);
    if (own.every((value) => taken.has(value))) {
      // Two bands that cover all numbers together leave none for the others.
      if (!overlapping) report.add('band-unreachable', source, place, { band: band.name });
      return;
    }
    const other = bands
      .slice(0, index)
      .find(
        (earlier) =>
          earlier.rising !== null &&
          band.rising !== null &&
          earlier.rising !== band.rising &&
          own.some((value) => earlier.holds(value)),
      );
    if (other) {
      overlapping = true;
      report.add('band-overlap', source, place, { band: band.name, other: other.name });
    }
    for (const value of own) taken.add(value);
  });
  return report.errors === before;
}

function bandOf(name: string, comparison: string): Band {
  if (comparison === 'otherwise') return { name, rising: null, holds: () => true };
  const [sign = '', limit = ''] = comparison.split(' ');
  const bound = Number(limit);
  return {
    name,
    rising: sign.startsWith('>'),
    holds: (value) =>
      sign === '>=' ? value >= bound : sign === '>' ? value > bound : sign === '<=' ? value <= bound : value < bound,
  };
}

/** One number at each bound, one between each two, and one beyond each end. Comparisons cannot distinguish more. */
function samplesAround(bounds: readonly number[]): number[] {
  const sorted = [...new Set(bounds)].sort((a, b) => a - b);
  const [first = 0] = sorted;
  const last = sorted.at(-1) ?? 0;
  return [
    first - 1,
    ...sorted.flatMap((bound, index) => [bound, (bound + (sorted[index + 1] ?? last + 2)) / 2]),
    last + 1,
  ];
}

/** Compares `percent(sum(answers), N)` with the sum of the best options. */
function checkMaximum(draft: Draft, source: Source<FlowFile>, path: DataPath, code: Json): void {
  if (!Array.isArray(code) || code[0] === '#') return;
  const [operation, sum, divisor] = code as readonly Json[];
  const list =
    operation === 'percent' && Array.isArray(sum) && sum[0] === 'sum' && Array.isArray(sum[1]) && sum[1][0] === '$'
      ? String(sum[1][1])
      : undefined;
  const set =
    list === undefined ? undefined : Object.values(source.data.questions ?? {}).find((each) => each.saveAs === list);
  if (set !== undefined && typeof divisor === 'number') {
    const best = set.items.reduce(
      (total, question) => total + Math.max(...question.options.map((option) => option.value)),
      0,
    );
    if (best !== divisor && !source.isDoubtful(['questions']))
      draft.report.add('score-maximum', source, source.place(path), { divisor, best });
  }
  for (const part of code.slice(1)) checkMaximum(draft, source, path, part);
}
