/** What `funnel paths` prints. */

import type { FlowDefinition, InvariantDefinition } from '../../engine/definition.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import type { Goal } from '../../engine/walks/goals.ts';
import { type FlowPaths, type GoalResult, type GoalStatus, unreachedOf } from '../../engine/walks/paths.ts';
import { goalWords, moveWords, walkWords } from '../../engine/walks/words.ts';
import { alignedRows, countOf } from './lines.ts';

/** The paths of a flow at one moment. */
export interface FlowReport {
  readonly flow: FlowDefinition;
  readonly compiled: CompiledFlow;
  /** The moment of the site's events, such as `workshop.after`; null for the present. */
  readonly moment: string | null;
  readonly paths: FlowPaths;
  /** Whether everything is reached that facts and phases do not switch off. */
  readonly isComplete: boolean;
  /** The `file:line:column` of a goal; null if it is unknown. */
  place(goal: Goal): string | null;
  /** The `file:line:column` of an invariant; null if it is unknown. */
  placeOf(invariant: InvariantDefinition): string | null;
}

type Group = 'screens' | 'transitions' | 'outcomes';

const groupOf = ({ kind }: Goal): Group =>
  kind === 'screen' ? 'screens' : kind === 'transition' ? 'transitions' : 'outcomes';

const groups: readonly Group[] = ['screens', 'transitions', 'outcomes'];

const inGroup = ({ goals }: FlowPaths, group: Group): GoalResult[] =>
  goals.filter(({ goal }) => groupOf(goal) === group);

const withStatus = (results: readonly GoalResult[], status: GoalStatus): number =>
  results.filter((each) => each.status === status).length;

const nameOf = ({ flow, moment }: FlowReport): string => (moment === null ? flow.flow : `${flow.flow} (at ${moment})`);

/** `8 of 8`, without what is switched off. */
function share(results: readonly GoalResult[]): string {
  const all = results.length - withStatus(results, 'off');
  return `${withStatus(results, 'reached')} of ${all}`;
}

/** `3 walks, 79 moves`. */
function walkCount({ walks }: FlowPaths): string {
  const moves = walks.reduce((sum, { steps }) => sum + steps.length, 0);
  return `${countOf(walks.length, 'walk')}, ${countOf(moves, 'move')}`;
}

/** `2 of 2 invariants proved`; empty without any. */
function provedShare({ proofs }: FlowPaths): string {
  const proved = proofs.filter(({ status }) => status === 'proved').length;
  return proofs.length === 0 ? '' : `${proved} of ${countOf(proofs.length, 'invariant')} proved`;
}

const painter =
  (colours: boolean) =>
  (code: number, text: string): string =>
    colours ? `\u001b[${code}m${text}\u001b[0m` : text;

const whatIs: Record<Goal['kind'], string> = {
  screen: 'screen',
  transition: 'transition',
  guard: 'outcome',
  rule: 'outcome',
  failure: 'outcome',
};

/** What cannot be reached, and what the search could not try. */
function* findings(report: FlowReport, colours: boolean): Generator<string> {
  const paint = painter(colours);
  const { flow, paths } = report;
  const { combinations, isCut, unfilled } = paths;
  const isBounded = isCut || combinations.tried < combinations.all;
  for (const goal of unreachedOf(paths)) {
    yield `${paint(1, report.place(goal) ?? flow.flow)} ${paint(31, 'unreachable')} ${whatIs[goal.kind]} ${goalWords(flow, goal)}`;
    yield `  ${reasonOf(goal, isBounded)}`;
  }
  for (const goal of paths.missed)
    yield `${paint(31, 'missed')} ${whatIs[goal.kind]} ${goalWords(flow, goal)}: it can be reached, but no walk reaches it. This is a mistake of \`funnel paths\`.`;
  for (const { refusal, walk, entered } of paths.refused)
    yield `${paint(entered === null ? 31 : 33, 'refused')} ${refusal.call.path} refuses what visitors are led to send (${refusal.status}): ${
      Object.entries(refusal.errors)
        .map(([name, text]) => `${name}: ${text}`)
        .join(', ') || refusal.message
    }\n  ${walkWords(flow, walk)}`;
  for (const { message, moves } of paths.errors) yield `${paint(31, 'error')} ${message}\n  ${walkWords(flow, moves)}`;
  for (const { invariant, status, counterexample } of paths.proofs) {
    const place = paint(1, report.placeOf(invariant) ?? flow.flow);
    if (counterexample !== null)
      yield `${place} ${paint(31, 'not true')} ${invariant.kind}: ${invariant.message}\n  ${walkWords(flow, counterexample)}`;
    if (status === 'bounded')
      yield `${place} ${paint(33, 'not proved')} ${invariant.kind}: ${invariant.message}\n  The search stopped at a limit. No walk up to it is a counterexample, but a longer or rarer one may.`;
    // In another phase a step may be switched off on purpose.
    if (status === 'idle' && report.moment === null)
      yield `${place} ${paint(33, 'no case')} ${invariant.kind}: ${invariant.message}\n  No visitor gets to where this applies, so it is true of nobody.`;
  }
  for (const { form, field } of unfilled)
    yield `  No value was found that the field ${field} of the form ${form} accepts, so no walk submits the form. Write a valid example into the placeholder of the field.`;
  if (combinations.tried < combinations.all)
    yield `  Only ${combinations.tried} of ${combinations.all} combinations of answers were tried. A branch that none of them takes counts as unreachable.`;
  if (isCut) yield '  The search stopped at its limit. What it did not reach counts as unreachable.';
}

function reasonOf(goal: Goal, isBounded: boolean): string {
  const more = isBounded ? ' The search was bounded, so a rare combination may still lead to it.' : '';
  if (goal.kind === 'screen')
    return `No visitor can get to this step: change the condition or the step that should lead to it, or delete it.${more}`;
  if (goal.kind === 'transition' && goal.transition.guard?.type === 'isTrue')
    return `No answer that a visitor can give makes this condition true after those above it are false.${more}`;
  if (goal.kind === 'guard') return `This condition holds for every visitor, so what follows it is never used.${more}`;
  return `No visitor can cause this.${more}`;
}

/** One line per flow, then what cannot be reached. */
export function describeSummary(reports: readonly FlowReport[], colours: boolean): string {
  const lines = reports.map((report) => {
    const { paths } = report;
    const off = withStatus(paths.goals, 'off');
    return [
      nameOf(report),
      ...groups.map((group) => `${share(inGroup(paths, group))} ${group}`),
      walkCount(paths),
      off === 0 ? '' : `${off} switched off`,
      provedShare(paths),
    ];
  });
  const found = reports.flatMap((report) => [...findings(report, colours)]);
  return [...alignedRows(lines), ...(found.length === 0 ? [] : ['', ...found])].join('\n');
}

/** Every screen, transition and outcome of a flow with its shortest walk, then the walks that cover them. */
export function describeFlow(report: FlowReport, colours: boolean): string {
  const paint = painter(colours);
  const { flow, paths } = report;
  const lines = [paint(1, nameOf(report))];
  for (const group of groups) {
    const results = inGroup(paths, group);
    lines.push('', paint(1, `${group}: ${share(results)}`));
    for (const { goal, status, shortest } of results)
      if (status !== 'off')
        lines.push(
          `  ${goalWords(flow, goal)}`,
          `      ${shortest === null ? paint(31, 'unreachable') : walkWords(flow, shortest)}`,
        );
  }
  if (paths.proofs.length > 0) {
    lines.push('', paint(1, provedShare(paths)));
    for (const { invariant, status, checked } of paths.proofs)
      if (status === 'proved')
        lines.push(`  ${invariant.kind}: ${invariant.message} (checked after ${countOf(checked, 'move')})`);
  }
  const off = paths.goals.filter(({ status }) => status === 'off');
  if (off.length > 0) {
    lines.push('', paint(1, `switched off by a fact or a phase: ${off.length}`));
    for (const { goal } of off) lines.push(`  ${goalWords(flow, goal)}`);
  }
  lines.push('', paint(1, walkCount(paths)));
  for (const [index, { steps }] of paths.walks.entries()) lines.push(`  ${index + 1}. ${walkWords(flow, steps)}`);
  if (paths.unbroken.length > 0) {
    lines.push('', paint(1, `rules that no tried value breaks on its own: ${paths.unbroken.length}`));
    for (const { form, field, rule } of paths.unbroken) lines.push(`  form ${form}, field ${field}, rule ${rule + 1}`);
  }
  const found = [...findings(report, colours)];
  return [...lines, ...(found.length === 0 ? [] : ['', ...found])].join('\n');
}

/** Everything as data: the words and the moves of each walk. */
export function jsonOf(reports: readonly FlowReport[]): object {
  return {
    flows: reports.map((report) => {
      const { flow, moment, paths, isComplete } = report;
      return {
        flow: flow.flow,
        moment,
        complete: isComplete,
        counts: Object.fromEntries(
          groups.map((group) => {
            const results = inGroup(paths, group);
            const of = (status: GoalStatus) => withStatus(results, status);
            return [group, { all: results.length, reached: of('reached'), off: of('off'), unreached: of('unreached') }];
          }),
        ),
        ...Object.fromEntries(
          groups.map((group) => [
            group,
            inGroup(paths, group).map(({ goal, status, shortest }) => ({
              name: goalWords(flow, goal),
              ...('transition' in goal
                ? { state: goal.transition.state, event: goal.transition.event, branch: goal.transition.branch }
                : {}),
              status,
              ...(status === 'unreached' ? { place: report.place(goal) } : {}),
              walk: shortest === null ? null : walkWords(flow, shortest),
            })),
          ]),
        ),
        walks: paths.walks.map(({ steps }) => ({
          words: walkWords(flow, steps),
          moves: steps.map(({ move, state, screen }, index) => ({
            words: moveWords(flow, move, steps[index - 1]?.screen ?? ''),
            ...(move.kind === 'open' ? { input: move.input } : { event: move.event }),
            state,
            screen,
          })),
        })),
        unbroken: paths.unbroken,
        unfilled: paths.unfilled,
        refused: paths.refused.map(({ refusal, walk }) => ({
          path: refusal.call.path,
          status: refusal.status,
          message: refusal.message,
          errors: refusal.errors,
          walk: walkWords(flow, walk),
        })),
        errors: paths.errors.map(({ message, moves }) => ({ message, walk: walkWords(flow, moves) })),
        invariants: paths.proofs.map(({ invariant, status, checked, counterexample }) => ({
          kind: invariant.kind,
          message: invariant.message,
          status,
          checked,
          place: report.placeOf(invariant),
          walk: counterexample === null ? null : walkWords(flow, counterexample),
        })),
        combinations: paths.combinations,
        cut: paths.isCut,
      };
    }),
  };
}
