/** `funnel scenario [FILE…]`: runs the scenarios of a site without a browser. */
import { basename } from 'node:path';
import type { SiteDefinition } from '../../engine/definition.ts';
import { nearest } from '../../engine/errors/nearest.ts';
import { runCase, type ScenarioStep } from '../../engine/scenarios/run.ts';
import type { ScenarioAct, ScenarioCase } from '../../schemas/generated/types.ts';
import { compiledFlow } from '../definitions/compiled-flow.ts';
import type { CommandCall, Output } from './command.ts';
import { siteOf } from './definitions.ts';
import { alignedRows, countOf } from './lines.ts';

interface RanCase {
  readonly scenario: string;
  readonly given: ScenarioCase;
  readonly steps: readonly ScenarioStep[];
}

const isMet = ({ steps }: RanCase): boolean => steps.every(({ failures }) => failures.length === 0);

/** @returns the exit code: 0 all is as expected, 1 something is not, 2 there is no such scenario or folder */
export async function scenario({ positionals, switches, values }: CommandCall, output: Output): Promise<number> {
  try {
    const site = await siteOf(values['funnels'] ?? 'funnels');
    const wanted = positionals.length > 0 ? positionals.map((name) => idOf(site, name)) : Object.keys(site.scenarios);
    const ran = wanted.flatMap((id) => runScenario(site, id));
    if (switches.has('json')) output.out(JSON.stringify({ cases: ran.map(jsonOf) }, null, 2));
    else
      for (const each of ran)
        for (const line of describeCase(each, positionals.length > 0, output.colours)) output.out(line);
    const failed = ran.filter((each) => !isMet(each)).length;
    if (!switches.has('json'))
      output.out(`${countOf(wanted.length, 'scenario')}, ${countOf(ran.length, 'case')}, ${failed} not as expected`);
    return failed === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    output.err(error.message);
    return 2;
  }
}

/** The id of a scenario that is named by its id or its file. @throws RangeError */
function idOf({ scenarios }: SiteDefinition, name: string): string {
  const id = basename(name).replace(/\.scenario\.(?:ya?ml|json)$/, '');
  if (Object.hasOwn(scenarios, id)) return id;
  const known = Object.keys(scenarios);
  const near = nearest(id, known);
  throw new RangeError(
    `There is no scenario ${id}. ${near === undefined ? `The scenarios are ${known.join(', ') || 'none'}.` : `Did you mean ${near}?`}`,
  );
}

function runScenario(site: SiteDefinition, id: string): RanCase[] {
  const { flow: name, cases } = site.scenarios[id] as SiteDefinition['scenarios'][string];
  const flow = site.flows[name];
  if (flow === undefined) return [];
  return cases.map((given) => ({ scenario: id, given, steps: runCase(compiledFlow(site, flow), given) }));
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
  yield `${met ? paint(32, 'as expected') : paint(31, 'not as expected')}  ${ran.scenario}: ${ran.given.name}`;
  if (met && !isWhole) return;
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
  steps: ran.steps.map(({ act, ...step }) => ({ act: actWords(act), ...step })),
});
