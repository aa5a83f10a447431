/** Prints how the cases of scenarios ran, on the machine or in a browser. */

import type { ScenarioStep } from '../../engine/scenarios/run.ts';
import { madeUpIn } from '../../engine/scenarios/server.ts';
import type { ScenarioAct, ScenarioCase } from '../../schemas/generated/types.ts';
import type { Output } from './command.ts';
import { alignedRows, countOf } from './lines.ts';

/** A case and its steps. */
export interface RanCase {
  readonly scenario: string;
  readonly given: ScenarioCase;
  readonly steps: readonly ScenarioStep[];
  /** Why the case, or its rest, was not run; null if all of it was. */
  readonly notRun: string | null;
  /** The expected values that could not be read. */
  readonly unseen: readonly string[];
}

const isMet = ({ steps }: RanCase): boolean => steps.every(({ failures }) => failures.length === 0);

/**
 * Prints cases and their number.
 * @param options.isWhole whether the steps of cases are printed that are as expected
 * @param options.json whether one JSON object is printed instead
 * @returns the exit code: 0 all is as expected, 1 something is not
 */
export function reportScenarios(
  ran: readonly RanCase[],
  { isWhole, json }: { readonly isWhole: boolean; readonly json: boolean },
  output: Output,
): number {
  const failed = ran.filter((each) => !isMet(each)).length;
  if (json) output.out(JSON.stringify({ cases: ran.map(jsonOf) }, null, 2));
  else {
    for (const each of ran) for (const line of describeCase(each, isWhole, output.colours)) output.out(line);
    const scenarios = new Set(ran.map((each) => each.scenario)).size;
    const left = ran.filter(({ notRun }) => notRun !== null).length;
    output.out(
      `${countOf(scenarios, 'scenario')}, ${countOf(ran.length, 'case')}, ${failed} not as expected${left === 0 ? '' : `, ${left} not run whole`}`,
    );
  }
  return failed === 0 ? 0 : 1;
}

const compact = (value: unknown): string => JSON.stringify(value) ?? 'null';

/** An act in words: `press begin`, `submit (2 taps)`. */
function actWords({ press, choose, fill, do: other, wait, taps }: ScenarioAct): string {
  const words =
    press !== undefined
      ? `press ${press}`
      : choose !== undefined
        ? `choose ${choose}`
        : fill !== undefined
          ? `fill in ${Object.keys(fill).join(', ')}`
          : wait !== undefined
            ? `wait ${wait} ms`
            : (other ?? 'look');
  return taps === undefined || taps === 1 ? words : `${words} (${taps} taps)`;
}

/** A line for the case; with `isWhole` or after a failure a table of its steps. */
function* describeCase(ran: RanCase, isWhole: boolean, colours: boolean): Generator<string> {
  const paint = (code: number, text: string): string => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);
  const met = isMet(ran);
  const word = !met
    ? paint(31, 'not as expected')
    : ran.notRun === null
      ? paint(32, 'as expected')
      : paint(33, 'not run');
  yield `${word}  ${ran.scenario}: ${ran.given.name}`;
  if (ran.notRun !== null)
    yield `  not run${ran.steps.length === 0 ? '' : ` after step ${ran.steps.length}`}: ${ran.notRun}`;
  const madeUp = madeUpIn(ran.given.replies as Parameters<typeof madeUpIn>[0]);
  if (madeUp.length > 0) yield `  the scenario makes up replies of ${madeUp.join(', ')}`;
  if (ran.unseen.length > 0) yield `  not compared, because no page shows them: values of ${ran.unseen.join(', ')}`;
  if (ran.steps.length === 0 || (met && !isWhole)) return;
  const rows = alignedRows([
    ['', 'step', 'time', 'act', 'screen', 'effects', ''],
    ...ran.steps.map(({ act, at, screen, effects, handled, failures }, index) => [
      ...['', String(index + 1), `${at / 1000} s`, actWords(act), screen, effects.join(', ')],
      [...(handled ? [] : ['ignored']), ...(failures.length === 0 ? [] : ['✗'])].join(' '),
    ]),
  ]);
  yield rows[0] as string;
  for (const [index, { failures }] of ran.steps.entries()) {
    yield rows[index + 1] as string;
    for (const { what, expected, found } of failures)
      yield paint(31, `        ${what}: expected ${compact(expected)}, found ${compact(found)}`);
  }
}

const jsonOf = (ran: RanCase): object => ({
  scenario: ran.scenario,
  name: ran.given.name,
  met: isMet(ran),
  notRun: ran.notRun,
  madeUp: madeUpIn(ran.given.replies as Parameters<typeof madeUpIn>[0]),
  unseen: ran.unseen,
  steps: ran.steps.map(({ act, ...step }) => ({ act: actWords(act), ...step })),
});
