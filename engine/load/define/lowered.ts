/**
 * Flows and intakes are lowered together: intakes accept values that flows compute, and flows read what intakes
 * respond.
 */
import type { FlowFile } from '../../../schemas/generated/types.ts';
import type { Constants } from '../../expressions/index.ts';
import { checkCalls } from '../check/calls.ts';
import { checkComputedValues, checkComputeShapes } from '../check/computed.ts';
import { checkCycles } from '../check/cycles.ts';
import { checkGraph } from '../check/graph.ts';
import { checkIntake } from '../check/intakes.ts';
import { checkSteps } from '../check/steps.ts';
import { checkValues } from '../check/values.ts';
import type { Draft, IntakeSource, Word } from '../link/draft.ts';
import { acceptedBy, formIdsTaken } from '../link/endpoints.ts';
import { type BegunFlow, beginFlow, type Endpoints, type LoweredFlow } from '../lower/flow.ts';
import { type LoweredIntake, lowerIntake } from '../lower/intake.ts';
import type { Source } from '../source/source.ts';

/** The unresolved references of each file. */
export type DeadReferences = ReadonlyMap<Source<unknown>, ReadonlySet<Word>>;

export interface Lowered {
  readonly flows: ReadonlyMap<string, LoweredFlow>;
  readonly intakes: ReadonlyMap<string, LoweredIntake>;
}

/** Checks and lowers flows and intakes. Omits those that refer to a missing form or flow. */
export function lowerFlowsAndIntakes(draft: Draft, dead: DeadReferences, constants: Constants): Lowered {
  const { begun, faulty } = beginFlows(draft, dead, constants);
  const intakes = lowerIntakes(draft, begun, constants);
  const endpoints = endpointsOf(draft, intakes);
  const flows = new Map<string, LoweredFlow>();
  for (const [id, { source, finish }] of begun) {
    const lowered = finish(endpoints, !faulty.has(id));
    checkComputedValues(draft, source, lowered.flow.computed ?? {});
    checkCalls(draft, source, lowered.typesAt);
    flows.set(id, lowered);
  }
  return { flows, intakes };
}

/** Lowers the computed values of flows. `faulty` contains the flows with mistaken steps. */
function beginFlows(
  draft: Draft,
  dead: DeadReferences,
  constants: Constants,
): { begun: ReadonlyMap<string, BegunFlow>; faulty: ReadonlySet<string> } {
  const begun = new Map<string, BegunFlow>();
  const faulty = new Set<string>();
  for (const [id, source] of draft.flows) {
    const words = [...(dead.get(source) ?? [])];
    const lacks = (kind: Word['kind']) => words.some((word) => word.kind === kind);
    const before = draft.report.errors;
    checkFlow(draft, source, lacks('step'));
    if (draft.report.errors > before || words.length > 0) faulty.add(id);
    if (!lacks('form')) begun.set(id, beginFlow(draft, source, constants));
  }
  return { begun, faulty };
}

function checkFlow(draft: Draft, source: Source<FlowFile>, lacksSteps: boolean): void {
  const isClear = checkSteps(draft, source);
  checkValues(draft, source);
  checkComputeShapes(draft, source);
  // If a step is missing or has two kinds, the steps after it would be reported as unreachable.
  if (lacksSteps || !isClear) return;
  checkGraph(draft, source);
  checkCycles(draft, source);
}

function lowerIntakes(
  draft: Draft,
  begun: ReadonlyMap<string, BegunFlow>,
  constants: Constants,
): Map<string, LoweredIntake> {
  const intakes = new Map<string, LoweredIntake>();
  for (const [id, intake] of draft.intakes) {
    checkIntake(draft, intake);
    const { verify: verifies } = intake.data;
    if (!areFormsKnown(draft, intake) || (verifies !== undefined && !begun.has(verifies.flow))) continue;
    intakes.set(id, lowerIntake(draft, intake, begun, constants));
  }
  return intakes;
}

/** Whether all forms of an intake exist: its own, and those of the records that it responds with. */
function areFormsKnown(draft: Draft, { data, method }: IntakeSource): boolean {
  const posts = method === 'GET' ? (draft.posts.get(data.records ?? '') ?? []) : [];
  return [data, ...posts.map((post) => post.data)].flatMap(formIdsTaken).every((form) => draft.forms.has(form));
}

/** The endpoints as flows call them. An endpoint that could not be lowered accepts and returns anything. */
function endpointsOf(draft: Draft, intakes: ReadonlyMap<string, LoweredIntake>): Endpoints {
  const intakeAt = (path: string) => draft.endpoints.get(path);
  return {
    replyOf: (path) => intakes.get(intakeAt(path)?.id ?? '')?.reply ?? { kind: 'any' },
    acceptsOf: (path) => {
      const intake = intakeAt(path);
      return intake === undefined ? {} : acceptedBy(draft, intake.data);
    },
  };
}
