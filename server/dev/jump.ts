/** A visit that has come to a step, by the shortest walk with plausible answers. */
import type { FlowDefinition, SiteDefinition } from '../../engine/definition.ts';
import { ExpressionError } from '../../engine/expressions/error.ts';
import { evaluate } from '../../engine/expressions/evaluate.ts';
import { compileExpression } from '../../engine/expressions/index.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { loadedSteps } from '../../engine/flow/load-state.ts';
import { scopeOf } from '../../engine/flow/scope.ts';
import { hasPaths, writeStepQuery } from '../../engine/flow/step-query.ts';
import { watchFlow } from '../../engine/flow/transitions.ts';
import { createIntakeAnswers } from '../../engine/intakes/answers.ts';
import { exampleUuid } from '../../engine/intakes/example-records.ts';
import { pathBehind } from '../../engine/overlays.ts';
import { leafOf } from '../../engine/session/session.ts';
import { stepRole } from '../../engine/steps/machines.ts';
import { exploreFlow, type WalkPlace } from '../../engine/walks/explore.ts';
import { stepsOff } from '../../engine/walks/goals.ts';
import { type Move, movesSource } from '../../engine/walks/moves.ts';
import { findVisitors } from '../../engine/walks/visitors.ts';
import { calledPath } from '../../engine/walks/words.ts';
import type { DevJump } from '../../renderer/dev/contract.ts';
import type { Code, Json } from '../../schemas/compiled.ts';
import { redirectOf } from '../intakes/redirect.ts';
import type { Version } from '../pages/version.ts';

const mostPlaces = 3000;

export interface Jump extends DevJump {
  /** The replies on the way, by path. Nothing is stored, so the server has none. */
  readonly replies: ReadonlyMap<string, Json>;
  /** The id by which the visit's data is looked up. */
  readonly id: string;
}

const shown = new WeakMap<CompiledFlow, readonly string[]>();

/** The steps of a flow that show something, without those that facts or the phase of an event switch off. */
export function stepsShown(compiled: CompiledFlow): readonly string[] {
  const known = shown.get(compiled);
  if (known !== undefined) return known;
  const off = stepsOff(movesSource(watchFlow(compiled)));
  const steps = Object.entries(compiled.flow.steps).flatMap(([id, step]) =>
    off.has(id) || ['junction', 'exit'].includes(stepRole(step) ?? '') ? [] : [id],
  );
  shown.set(compiled, steps);
  return steps;
}

/** Whether a visitor for whom everything goes well makes a move. */
function isSmooth(move: Move): boolean {
  if (move.kind === 'open') return move.how === 'address';
  return move.fault === undefined && move.failure === undefined;
}

/** Whether a walk may start so: at the start of the flow, where the visitor gives every answer. */
const isWhole = (move: Move): boolean => isSmooth(move) && (move.kind !== 'open' || move.input.screen === null);

type Values = Readonly<Record<string, Json>>;

/** Where a visit is shown. */
interface Spot {
  readonly path: string;
  readonly address: string;
  readonly overlay: string | null;
}

/** The address of the last step of a walk that has one. */
function spotOfPath(definition: FlowDefinition, way: readonly WalkPlace[], values: Values): Spot | null {
  const last = way.map(({ session }) => leafOf(session).step).find((id) => definition.steps[id]?.path !== undefined);
  const path = definition.steps[last ?? '']?.path?.[0];
  if (path === undefined || last === undefined) return null;
  const query = new URLSearchParams(writeStepQuery(definition, last, values)).toString();
  return { path, address: query === '' ? path : `${path}?${query}`, overlay: null };
}

/** The overlay that shows a flow, with the values that a page passes to it. Of several, the one that fits a walk best. */
function spotOfOverlay(site: SiteDefinition, flow: string, values: Values): (Spot & { readonly given: Values }) | null {
  const spots = Object.values(site.routes).flatMap((route) => {
    if (route.flow !== flow || route.overlay === undefined) return [];
    const given: Values = site.pages[route.page]?.overlays?.[route.overlay]?.with ?? {};
    const path = pathBehind(site, route);
    return [{ path, address: path, overlay: route.overlay, given }];
  });
  const others = ({ given }: { readonly given: Values }): number =>
    Object.keys(given).filter((name) => given[name] !== values[name]).length;
  return spots.sort((one, two) => others(one) - others(two))[0] ?? null;
}

/**
 * The condition that someone gives for a step, over the values of its flow. Their types are not checked: a value that is missing
 * makes it untrue.
 * @throws RangeError with what is wrong
 */
function conditionOf({ flow, forms }: CompiledFlow, text: string): Code {
  const fields = forms.flatMap((form) => form.fields.map(({ name }) => name));
  const names = [...Object.keys(flow.data ?? {}), ...Object.keys(flow.computed ?? {}), ...fields, 'texts', 'visit'];
  const types = Object.fromEntries(names.map((name) => [name, { kind: 'any' } as const]));
  const compiled = compileExpression(text, types);
  if ('code' in compiled) return compiled.code;
  throw new RangeError(`${text} is no condition over the values of ${flow.flow}: ${compiled.problems[0]?.message}`);
}

function isTrueAt(definition: FlowDefinition, { session }: WalkPlace, when: Code): boolean {
  try {
    return evaluate(when, scopeOf(definition, session.snapshot.context)) === true;
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}

/**
 * @param createId draws the ids of the visit
 * @param when a condition over the flow's values that holds at the step; null for any
 * @returns null if no walk shows the step
 * @throws RangeError when the condition is wrong
 */
export function jumpTo(
  { flows, site }: Version,
  flow: string,
  step: string,
  createId: () => string,
  when: string | null = null,
): Jump | null {
  const compiled = flows.get(flow);
  const definition = site.flows[flow];
  if (compiled === undefined || definition === undefined) return null;
  const condition = when === null ? null : conditionOf(compiled, when);
  const source = movesSource(watchFlow(compiled), createIntakeAnswers(site, redirectOf, true));
  const { visitors } = findVisitors(compiled, condition === null ? [] : [condition]);
  const find = (isPossible: (move: Move) => boolean): WalkPlace | undefined =>
    [...exploreFlow(source, visitors, mostPlaces, isPossible).places.values()].find((place) => {
      const leaf = leafOf(place.session);
      const isThere = leaf.step === step && (leaf.status === 'ready' || leaf.status === 'waiting');
      return isThere && (condition === null || isTrueAt(definition, place, condition));
    });
  const place = find(isWhole) ?? find(isSmooth);
  if (place === undefined) return null;
  const way: WalkPlace[] = [];
  for (let each: WalkPlace | null = place; each !== null; each = each.before) way.push(each);

  const id = createId();
  const own = <Value>(value: Value): Value =>
    JSON.parse(JSON.stringify(value ?? null).replaceAll(exampleUuid, id)) as Value;
  const { context } = place.session.snapshot;
  const walked = own(context.values);
  const inOverlay = hasPaths(definition) ? null : spotOfOverlay(site, flow, walked);
  const values = { ...walked, ...inOverlay?.given };
  const spot = inOverlay ?? spotOfPath(definition, way, values);
  if (spot === null) return null;
  const { path, address, overlay } = spot;
  const { screen } = leafOf(place.session);
  const replies = way.flatMap(({ move }): [string, Json][] =>
    move.kind === 'send' && move.event.type === 'DONE'
      ? [[calledPath(definition, move.event.id), own(move.event.output)]]
      : [],
  );
  return {
    ...{ flow, screen, id, address, overlay, replies: new Map(replies.reverse()) },
    visit: {
      ...{ behaviour: definition.behaviour, path, screen, at: Date.now(), over: false, values },
      loaded: loadedSteps(definition, context),
    },
  };
}
