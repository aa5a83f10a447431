/**
 * Flows and intakes are lowered together: intakes accept values that flows compute, and flows read what intakes
 * respond.
 */
import type { FlowFile } from '../../../schemas/generated/types.ts';
import type { Constants } from '../../expressions/index.ts';
import type { FormDefinition } from '../../forms/types.ts';
import { checkBranches } from '../check/branches.ts';
import { checkCalls } from '../check/calls.ts';
import { checkComputedValues, checkComputeShapes } from '../check/computations.ts';
import { checkConversions } from '../check/conversions.ts';
import { checkCycles } from '../check/cycles.ts';
import { checkGraph } from '../check/graph.ts';
import { checkIntake } from '../check/intakes.ts';
import { checkInvariants } from '../check/invariants.ts';
import { checkSteps } from '../check/steps.ts';
import { checkTimers } from '../check/timers.ts';
import { uncertainNames } from '../check/uncertain-names.ts';
import { checkValues } from '../check/values.ts';
import type { AnnotatedValue, Draft, IntakeSource } from '../link/draft.ts';
import { acceptedBy, acceptedFormIds } from '../link/endpoints.ts';
import type { UnresolvedReferences } from '../link/resolve.ts';
import { calledBy, formIdsOf } from '../link/uses.ts';
import { type BegunFlow, beginFlow, type Endpoints, type LoweredFlow } from '../lower/flow.ts';
import { type LoweredIntake, lowerIntake } from '../lower/intake.ts';
import type { Source } from '../source/source.ts';

export interface Lowering {
  readonly flows: ReadonlyMap<string, LoweredFlow>;
  readonly intakes: ReadonlyMap<string, LoweredIntake>;
}

/** Lowered forms by id. */
type LoweredForms = Readonly<Record<string, FormDefinition>>;

const formsUsed = (flow: FlowFile, forms: LoweredForms): readonly FormDefinition[] =>
  formIdsOf(flow).flatMap((form) => forms[form] ?? []);

/** Checks and lowers flows and intakes. Omits those that refer to a missing form or flow. */
export function lowerFlowsAndIntakes(
  draft: Draft,
  unresolved: UnresolvedReferences,
  constants: Constants,
  forms: LoweredForms,
): Lowering {
  const { begun, faulty } = beginFlows(draft, unresolved, constants, forms);
  const intakes = lowerIntakes(draft, begun, constants);
  const endpoints = endpointsOf(draft, intakes);
  const flows = new Map<string, LoweredFlow>();
  for (const [id, flow] of begun) {
    const { source } = flow;
    const called = [...new Set(Object.values(source.data.steps).flatMap(calledBy))];
    const isSound = !faulty.has(id);
    const given = [flow, isSound, ...called.map((path) => intakes.get(draft.endpoints.get(path)?.id ?? ''))];
    const lowered = draft.memo.once('lowered flow', source, given, () => {
      const finished = flow.finish(endpoints, isSound);
      checkComputedValues(draft, source, finished.flow.computed ?? {}, finished.typesAt(['computed']));
      checkCalls(draft, source, finished.typesAt);
      checkConversions(draft, source);
      return finished;
    });
    const used = formsUsed(source.data, forms);
    const uncertain = isSound ? uncertainNames(draft, source, formIdsOf(source.data)) : null;
    if (uncertain !== null)
      draft.memo.once('branches', source, [lowered, ...used, ...uncertain], () =>
        checkBranches(draft, source, { ...lowered, uncertain }, used),
      );
    flows.set(id, lowered);
  }
  return { flows, intakes };
}

/** Lowers the computed values of flows. `faulty` contains the flows with mistaken steps. */
function beginFlows(
  draft: Draft,
  unresolved: UnresolvedReferences,
  constants: Constants,
  forms: LoweredForms,
): { begun: ReadonlyMap<string, BegunFlow>; faulty: ReadonlySet<string> } {
  const begun = new Map<string, BegunFlow>();
  const faulty = new Set<string>();
  for (const [id, source] of draft.flows) {
    const missing = [...(unresolved.get(source) ?? [])];
    const lacks = (kind: AnnotatedValue['kind']) => missing.some((reference) => reference.kind === kind);
    const lacksSteps = lacks('step');
    const isFaulty = draft.memo.once('checked flow', source, [lacksSteps], () => checkFlow(draft, source, lacksSteps));
    if (isFaulty || lacksSteps || lacks('questions')) faulty.add(id);
    if (lacks('form')) continue;
    const used = formsUsed(source.data, forms);
    begun.set(
      id,
      draft.memo.once('begun flow', source, [constants, ...used], () => beginFlow(draft, source, constants, used)),
    );
  }
  return { begun, faulty };
}

/** @returns whether its steps or names are mistaken, so that it is unknown which values are present where */
function checkFlow(draft: Draft, source: Source<FlowFile>, lacksSteps: boolean): boolean {
  const isClear = checkSteps(draft, source);
  checkValues(draft, source);
  checkComputeShapes(draft, source);
  const hasMistakes = draft.report.failed;
  checkInvariants(draft, source);
  checkTimers(draft, source);
  // If a step has two kinds, it is unknown where it leads.
  if (!isClear) return true;
  checkGraph(draft, source, lacksSteps);
  checkCycles(draft, source);
  return hasMistakes;
}

function lowerIntakes(
  draft: Draft,
  begun: ReadonlyMap<string, BegunFlow>,
  constants: Constants,
): Map<string, LoweredIntake> {
  const intakes = new Map<string, LoweredIntake>();
  draft.memo.each('checked intake', draft.intakes.values(), [], (intake) => checkIntake(draft, intake));
  for (const [id, intake] of draft.intakes) {
    const { verify } = intake.data;
    if (!areFormsKnown(draft, intake) || (verify !== undefined && !begun.has(verify.flow))) continue;
    const read = [intake, ...filledBy(draft, intake)].map(({ data }) => begun.get(data.verify?.flow ?? '')?.computed);
    intakes.set(
      id,
      draft.memo.once('lowered intake', intake, [constants, ...read], () =>
        lowerIntake(draft, intake, begun, constants),
      ),
    );
  }
  return intakes;
}

/** The intakes that store the records with which an intake responds. */
const filledBy = (draft: Draft, { data, method }: IntakeSource): readonly IntakeSource[] =>
  method === 'GET' ? (draft.posts.get(data.records ?? '') ?? []) : [];

/** Whether all forms of an intake exist: its own, and those of the records that it responds with. */
const areFormsKnown = (draft: Draft, intake: IntakeSource): boolean =>
  [intake, ...filledBy(draft, intake)]
    .flatMap(({ data }) => acceptedFormIds(data))
    .every((form) => draft.forms.has(form));

/** The endpoints as flows call them. An endpoint that could not be lowered accepts and returns anything. */
function endpointsOf(draft: Draft, intakes: ReadonlyMap<string, LoweredIntake>): Endpoints {
  const intakeAt = (path: string) => draft.endpoints.get(path);
  return {
    replyOf: (path) => intakes.get(intakeAt(path)?.id ?? '')?.reply ?? { kind: 'any' },
    inputOf: (path) => {
      const intake = intakeAt(path);
      return intake === undefined ? {} : acceptedBy(draft, intake.data);
    },
  };
}
