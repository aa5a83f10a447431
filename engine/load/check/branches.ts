/** Reports branches that no way takes, and steps that no answers lead to. */
import type { Code } from '../../../schemas/compiled.ts';
import type { FlowFile } from '../../../schemas/generated/types.ts';
import { codeText } from '../../decide/code-text.ts';
import { withComputedNames } from '../../decide/computed.ts';
import { domainsOf } from '../../decide/domains.ts';
import { reasonsOf } from '../../decide/explain.ts';
import { isConstantCode } from '../../decide/operation.ts';
import { possibility } from '../../decide/possibility.ts';
import type { Types } from '../../expressions/index.ts';
import type { FormDefinition } from '../../forms/types.ts';
import type { Draft } from '../link/draft.ts';
import type { DataPath, Source } from '../source/source.ts';
import type { BranchOverlap } from './branch-overlaps.ts';
import { checkPromises } from './promises.ts';
import { type BranchReach, reachOf } from './reach.ts';

/** A flow after it was lowered. */
interface LoweredWays {
  readonly flow: FlowFile;
  readonly needs: Readonly<Record<string, readonly string[]>>;
  readonly typesAt: (path: DataPath) => Types;
  /** Names of which any value is possible, because they are mistaken. */
  readonly uncertain: ReadonlySet<string>;
}

/** Searches the ways of a flow, and reports what none of them leads to. */
export function checkBranches(
  draft: Draft,
  source: Source<FlowFile>,
  { flow, needs, typesAt, uncertain }: LoweredWays,
  forms: readonly FormDefinition[],
): void {
  const known = Object.entries(typesAt(['computed']));
  const types: Types = Object.fromEntries(known.filter(([name]) => !uncertain.has(name)));
  const reach = reachOf({ flow, forms, types, needs, placeOf: (path) => source.lineOf(path) });
  checkPromises(draft, source, forms, reach);
  const entered = new Set([...reach.places.values()].map(({ step }) => step));
  const conditionAt = ({ step, index }: Pick<BranchReach, 'step' | 'index'>): Code => {
    const { when = true } = flow.steps[step]?.branch?.[index] ?? {};
    return when as Code;
  };
  const skipped = new Set<string>();
  for (const overlap of reach.overlaps) reportOverlap(draft, source, flow, overlap);
  const can = (code: Code, outcome: boolean) => possibility([{ code, outcome }], domainsOf(types)).can;
  for (const each of reach.branches) {
    const { step, index, status } = each;
    const code = conditionAt(each);
    const path = ['steps', step, 'branch', index];
    // A branch that facts close is switched off.
    if (status !== 'never' || (isConstantCode(code) && code !== true)) continue;
    // What its author wrote, and is never true, is reported as a condition.
    if (can(code, true) === false && source.isWritten([...path, 'when'])) continue;
    const before = Array.from({ length: index }, (_, earlier) => conditionAt({ step, index: earlier }));
    // The branches below a condition that always holds are its consequence.
    if (!entered.has(step) || before.some((earlier) => can(earlier, false) === false)) continue;
    const conflicts = each.conflicts.map(({ demands, limits }) => ({
      demands: demands.map((demand) => ({ ...demand, code: withComputedNames(demand.code, flow.computed ?? {}) })),
      limits,
    }));
    const why = reasonsOf(conflicts, true, () => undefined);
    const to = flow.steps[step]?.branch?.[index]?.to ?? '';
    if (!source.isWritten(path)) {
      // The branches around a question have its condition, one for each direction.
      if (code !== true && !entered.has(to) && !skipped.has(to))
        draft.report.add('condition-never', source, source.place([...path, 'when']), { why });
      skipped.add(to);
    } else if (code !== true) draft.report.add('branch-never', source, source.place([...path, 'when']), { why });
    else if (!entered.has(to)) draft.report.add('step-never', source, source.place([...path, 'to']), { step: to });
  }
}

/** Notes that the order of two branches decides for some visitors. */
function reportOverlap(
  { report }: Draft,
  source: Source<FlowFile>,
  { flow, steps }: FlowFile,
  { step, first, later, values }: BranchOverlap,
): void {
  const pathOf = (index: number): DataPath => ['steps', step, 'branch', index, 'when'];
  if (!source.isWritten(pathOf(later))) return;
  const [one = null, two = null] = [first, later].map(
    (index) => steps[step]?.branch?.[index]?.when as Code | undefined,
  );
  report.add('branch-overlap', source, source.place(pathOf(later)), {
    ...{ other: codeText(one), line: source.lineOf(pathOf(first)), to: steps[step]?.branch?.[first]?.to ?? '' },
    claim: { flow, through: [step], when: ['&&', one, two], values },
  });
}
