/** What can happen next in a visit: the visitor's actions, replies of the server, timers, and starts. */

import type { Code, Json } from '../../schemas/compiled.ts';
import type { Call } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import { ExpressionError } from '../expressions/error.ts';
import { type SessionInput, stepOf } from '../flow/context.ts';
import { loadedSteps } from '../flow/load-state.ts';
import { namesIn } from '../flow/scope.ts';
import { hasPaths, writeStepQuery } from '../flow/step-query.ts';
import type { FlowTransition, WatchedFlow } from '../flow/transitions.ts';
import type { IntakeAnswers } from '../intakes/answers.ts';
import { exampleUuid } from '../intakes/example-records.ts';
import type { CallEffect } from '../session/effects.ts';
import { leafOf, type Session, type SessionEvent, stateOf } from '../session/session.ts';
import { timerName } from '../session/timers.ts';
import { fetchedSteps, withoutPersonal } from '../session/visit-end.ts';
import { stepRole } from '../steps/machines.ts';
import { callId } from '../steps/parts/call-id.ts';
import { screensOf } from '../steps/steps.ts';
import { equalJson, isRecord } from '../trace/differences.ts';
import { acceptedValues, type Fault, faultsOf, refusedValues, valuesOfType } from './examples.ts';
import { membersIn, type WalkVisitor } from './visitors.ts';

/** How a call can fail. */
export type CallFailure = 'refused' | 'error' | 'network';

/** One thing that happens in a visit. */
export type Move =
  /**
   * An address is opened, or an overlay; the address of a visit in another tab (`shared`); or the page is loaded again, in a tab
   * that has kept the visit (`reload`) or only its history (`lost`). The values are those that an earlier visit or the overlay's
   * page provides.
   */
  | { readonly kind: 'open'; readonly how: 'address' | 'shared' | 'reload' | 'lost'; readonly input: SessionInput }
  | {
      readonly kind: 'send';
      readonly event: SessionEvent;
      /** What is wrong with a form that is submitted: a rule, or null for what no rule of the author says. */
      readonly fault?: { readonly field: string; readonly rule: number | null };
      readonly failure?: CallFailure;
      /** The reply leads nowhere: the address of the intake's redirect depends on facts, and may be none. */
      readonly isBare?: true;
      /** The intake that refuses the call, which the flow led the visitor to. */
      readonly refusal?: Refusal;
    };

/** What an intake refuses of a call. */
export interface Refusal {
  readonly call: CallEffect;
  readonly status: number;
  readonly message: string;
  /** Messages by the name of the value; empty if all of them together are refused. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Whether a visitor for whom all goes well makes a move. */
export function isSmooth(move: Move): boolean {
  if (move.kind === 'open') return move.how === 'address' && !Object.values(move.input.query).includes('?');
  const { event, fault, failure, isBare } = move;
  return (
    fault === undefined &&
    failure === undefined &&
    isBare === undefined &&
    event.type !== 'GO' &&
    event.type !== 'PREVIOUS' &&
    event.type !== 'INPUT' &&
    event.type !== 'SELECT'
  );
}

/** The moment of each event of a walk. */
export const walkTime = Date.UTC(2026, 0, 1, 12);
export const walkRandom = 0.5;

const done = 'xstate.done.actor.';

const failures: readonly (readonly [CallFailure, { message: string | null; status: number | null }])[] = [
  ['refused', { message: 'Refused', status: 422 }],
  ['error', { message: null, status: 500 }],
  ['network', { message: null, status: null }],
];

/** What the moves of a flow are made of; computed once per flow. */
export interface MoveSource {
  readonly watched: WatchedFlow;
  readonly transitionsAt: ReadonlyMap<string, readonly FlowTransition[]>;
  readonly calls: ReadonlyMap<string, Call>;
  /** Answers calls as the server does. Null: replies are examples. */
  readonly answers: IntakeAnswers | null;
  /** By form: values that it accepts, the fields for which none was found, and its faults. */
  readonly forms: ReadonlyMap<
    string,
    {
      readonly accepted: Readonly<Record<string, Json>>;
      readonly refused: readonly string[];
      readonly faults: readonly Fault[];
    }
  >;
}

/** Prepares the moves of a flow. @param answers those of its site */
export function movesSource(watched: WatchedFlow, answers: IntakeAnswers | null = null): MoveSource {
  const { flow, forms, validate } = watched.compiled;
  const transitionsAt = new Map<string, FlowTransition[]>();
  for (const each of watched.transitions) {
    const some = transitionsAt.get(each.state) ?? [];
    some.push(each);
    transitionsAt.set(each.state, some);
  }
  const calls = new Map<string, Call>();
  for (const [id, step] of Object.entries(flow.steps)) {
    for (const [name, some] of [
      ['load', step.fetch],
      ['call', step.kind === 'form' ? step.submit : undefined],
    ] as const)
      for (const [index, call] of (some?.calls ?? []).entries()) calls.set(callId(id, `${name}-${index}`), call);
  }
  const accepted = forms.map((form) => {
    const { values, refused } = acceptedValues(validate, form);
    return [form.id, { accepted: values, refused, faults: faultsOf(validate, form, values) }] as const;
  });
  return { watched, transitionsAt, calls, answers, forms: new Map(accepted) };
}

const inputOf = (visitor: WalkVisitor, more: Partial<SessionInput>): SessionInput => ({
  screen: null,
  query: {},
  visit: visitor.source,
  at: walkTime,
  random: walkRandom,
  ids: {},
  saved: {},
  ...more,
});

/** The values that a flow generates, always the same. */
export const exampleIds = ({ data = {} }: FlowDefinition): Record<string, string> =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, { generate }]) => (generate === true ? [[name, exampleUuid]] : [])),
  );

/** The values that a page provides to the flow of its overlay: those that nothing in the flow sets. */
function givenValues({ watched, calls }: MoveSource, { values }: WalkVisitor): Record<string, Json> {
  const { flow } = watched.compiled;
  if (hasPaths(flow)) return {};
  const set = new Set([
    ...Object.values(flow.questions ?? {}).map(({ saveAs }) => saveAs),
    ...[...calls.values()].flatMap(({ saveAs = {} }) => Object.keys(saveAs)),
  ]);
  return Object.fromEntries(
    Object.entries(flow.data ?? {}).flatMap(([name, type]) =>
      set.has(name) || type.generate === true ? [] : [[name, values[name] ?? valuesOfType(type)[0] ?? null]],
    ),
  );
}

/** The ways to start a visit from outside: each address with and without the values that it carries. */
export function startsOf(source: MoveSource, visitor: WalkVisitor): Move[] {
  const { flow } = source.watched.compiled;
  const ids = exampleIds(flow);
  const open = (more: Partial<SessionInput>): Move => ({
    kind: 'open',
    how: 'address',
    input: inputOf(visitor, { ids, ...more }),
  });
  const starts = [open({ saved: givenValues(source, visitor) })];
  for (const [step, { path, query = {} }] of Object.entries(flow.steps)) {
    if (path === undefined) continue;
    starts.push(open({ screen: step }));
    const types = Object.keys(query).flatMap((name) => {
      const type = flow.data?.[name];
      return type === undefined ? [] : [[name, type] as const];
    });
    if (types.length === 0) continue;
    const values = Object.fromEntries(
      types.map(([name, type]) => [name, visitor.values[name] ?? valuesOfType(type)[0] ?? null]),
    );
    starts.push(open({ screen: step, query: writeStepQuery(flow, step, values) }));
    starts.push(open({ screen: step, query: Object.fromEntries(types.map(([name]) => [name, '?'])) }));
  }
  return starts;
}

/** An example of a reply, from which the flow saves the wanted values. */
function exampleReply({ saveAs = {} }: Call, { data = {} }: FlowDefinition, { values }: WalkVisitor): Json {
  const reply: Record<string, Json> = {};
  for (const [name, code] of Object.entries(saveAs) as [string, Code][]) {
    const type = data[name];
    const wanted = values[name] ?? (type === undefined ? 'Example' : (valuesOfType(type)[0] ?? null));
    const members = membersIn(code, 'reply');
    const isMember = Array.isArray(code) && code[0] === '.' && members.length === 1;
    if (isMember) reply[members[0] as string] = Object.hasOwn(values, name) ? (values[name] as Json) : wanted;
    else if (members.length > 0) for (const member of members) reply[member] ??= 'Example';
    else if (namesIn(code).includes('reply') && typeof wanted === 'object') Object.assign(reply, wanted);
  }
  return reply;
}

/** Whether a reply has a value that the visitor wants the flow to save, counted over all of them. */
function wishesMet({ saveAs = {} }: Call, { values }: WalkVisitor, reply: Readonly<Record<string, Json>>): number {
  return Object.entries(saveAs).reduce((count, [name, code]) => {
    const wanted = values[name];
    if (wanted === undefined) return count;
    const members = membersIn(code as unknown as Code, 'reply');
    if (members.length === 1) return count + (equalJson(reply[members[0] as string] ?? null, wanted) ? 1 : 0);
    if (!isRecord(wanted)) return count;
    return count + Object.entries(wanted).filter(([key, value]) => equalJson(reply[key] ?? null, value)).length;
  }, 0);
}

/** How the intake of a call answers. A look-up finds what an earlier visit may have stored, best what the visitor wants. */
function answersTo(
  { answers, calls, watched }: MoveSource,
  visitor: WalkVisitor,
  id: string,
  pending?: CallEffect,
): Move[] {
  const call = calls.get(id);
  if (answers === null || pending === undefined) {
    const output = call === undefined ? {} : exampleReply(call, watched.compiled.flow, visitor);
    return [send({ type: 'DONE', id, output })];
  }
  if (pending.method === 'GET') {
    const found = answers.examples(pending.path);
    const best = found.reduce<Readonly<Record<string, Json>> | null>(
      (one, other) =>
        call !== undefined && one !== null && wishesMet(call, visitor, other) <= wishesMet(call, visitor, one)
          ? one
          : other,
      null,
    );
    return [send({ type: 'DONE', id, output: best ?? {} })];
  }
  const answer = intakeAnswer(answers, pending);
  if ('body' in answer) {
    const { redirectUrl, ...bare } = answer.body;
    const replies = [send({ type: 'DONE', id, output: answer.body })];
    return redirectUrl === undefined
      ? replies
      : [...replies, send({ type: 'DONE', id, output: bare }, { isBare: true })];
  }
  const { message, status } = answer.refusal;
  return [send({ type: 'FAILED', id, error: { message, status } }, { refusal: answer.refusal })];
}

/** What an intake answers to a call. */
export function intakeAnswer(
  answers: IntakeAnswers,
  call: CallEffect,
): { readonly body: Readonly<Record<string, Json>> } | { readonly refusal: Refusal } {
  try {
    const answer = answers.answer(call);
    if (answer.status === 200) return { body: answer.body };
    const { status, message, errors } = answer;
    return { refusal: { call, status, message, errors } };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { refusal: { call, status: 500, message: error.message, errors: {} } };
  }
}

/**
 * The moves that a session can take. A session that has left its flow has none.
 * @param entries the screens that have entries in the history
 * @param pending the calls that are under way, if they are known
 * @param isOver whether the visit has ended
 */
export function movesFrom(
  source: MoveSource,
  visitor: WalkVisitor,
  session: Session,
  entries: readonly string[],
  pending: readonly CallEffect[] = [],
  isOver = false,
): Move[] {
  const { compiled } = source.watched;
  const { flow } = compiled;
  const leaf = leafOf(session);
  const step = flow.steps[leaf.step];
  const role = stepRole(step);
  if (step === undefined || role === 'exit' || role === 'end') return [];
  const state = stateOf(session);
  const events = new Set((source.transitionsAt.get(state) ?? []).map(({ event }) => event));
  const moves = [...events].flatMap((event) => {
    if (!event.startsWith(done)) return movesFor(source, visitor, session, event);
    const id = event.slice(done.length);
    const call = pending.find((each) => each.id === id);
    return answersTo(source, visitor, id, call);
  });
  if (!hasPaths(flow)) return moves;
  return [
    ...moves,
    ...returnsTo(source, entries, leaf.screen),
    ...startsAgain(source, visitor, session, entries, isOver),
  ];
}

const send = (event: SessionEvent, more: Omit<Extract<Move, { kind: 'send' }>, 'kind' | 'event'> = {}): Move => ({
  kind: 'send',
  event,
  ...more,
});

function movesFor(source: MoveSource, visitor: WalkVisitor, session: Session, event: string): Move[] {
  const { compiled } = source.watched;
  const leaf = leafOf(session);
  const step = compiled.flow.steps[leaf.step];
  if (event.startsWith('on.')) return [send({ type: 'on', name: event.slice('on.'.length) })];
  if (event.startsWith('xstate.error.actor.')) {
    const id = event.slice('xstate.error.actor.'.length);
    return failures.map(([failure, error]) => send({ type: 'FAILED', id, error }, { failure }));
  }
  if (event.startsWith('xstate.after.')) {
    return [send({ type: 'TIMER', id: timerName(compiled, event, session.snapshot.context) })];
  }
  if (event === 'PREVIOUS') return [send({ type: 'PREVIOUS' })];
  if (step?.kind === 'ask' && leaf.question !== null) {
    const set = compiled.flow.questions?.[step.ask];
    const { options = [] } = set?.items[leaf.question] ?? {};
    const wanted = (visitor.values[set?.saveAs ?? ''] as readonly Json[] | undefined)?.[leaf.question];
    const value = (wanted ?? options[0]?.value ?? 0) as number;
    const unknown = Math.max(0, ...options.map((each) => each.value)) + 1;
    return event === 'NEXT'
      ? [send({ type: 'NEXT', value }), send({ type: 'NEXT' })]
      : [send({ type: 'SELECT', value }), send({ type: 'SELECT', value: unknown })];
  }
  if (step?.kind !== 'form') return [];
  const form = compiled.forms.find(({ id }) => id === step.form);
  const made = source.forms.get(step.form);
  if (form === undefined || made === undefined) return [];
  if (event === 'INPUT') {
    const [field] = form.fields;
    return field === undefined
      ? []
      : [send({ type: 'INPUT', field: field.name, value: made.accepted[field.name] ?? '' })];
  }
  const wanted = Object.fromEntries(
    form.fields.flatMap(({ name }) =>
      Object.hasOwn(visitor.values, name) ? [[name, visitor.values[name] as Json]] : [],
    ),
  );
  const { values } = acceptedValues(compiled.validate, form, wanted);
  const faults = made.faults.map(({ values: wrong, ...fault }) => send({ type: 'SUBMIT', values: wrong }, { fault }));
  if (faults.length > 0) return [send({ type: 'SUBMIT', values }), ...faults];
  const refused = refusedValues(compiled.validate, form, made.accepted);
  const accepted = send({ type: 'SUBMIT', values });
  if (refused === null) return [accepted];
  return [accepted, send({ type: 'SUBMIT', values: refused.values }, { fault: { field: refused.field, rule: null } })];
}

/**
 * Whether Back or Forward can lead to a screen. A step that only waits is replaced in the history.
 * @param entries the screens that have entries
 */
export const isInHistory = (flow: FlowDefinition, entries: readonly string[], screen: string): boolean =>
  stepRole(flow.steps[stepOf(screen)]) === 'screen' && entries.includes(screen);

const returnsTo = ({ watched }: MoveSource, entries: readonly string[], here: string): Move[] =>
  screensOf(watched.compiled.flow)
    .filter(({ screen }) => screen !== here && isInHistory(watched.compiled.flow, entries, screen))
    .map(({ screen }) => send({ type: 'GO', screen }));

/** The page is loaded again in the same tab, which may have lost the visit, or its address in another one. */
function startsAgain(
  source: MoveSource,
  visitor: WalkVisitor,
  session: Session,
  entries: readonly string[],
  isOver: boolean,
): Move[] {
  const { compiled } = source.watched;
  const { flow } = compiled;
  const { step, screen } = leafOf(session);
  const { context } = session.snapshot;
  const { path, query: needed, fetch } = flow.steps[step] ?? {};
  const hasPath = path !== undefined;
  const saved = isOver ? withoutPersonal(compiled, context.values) : context.values;
  // The page continues the visit that the server begins for this address, which has fetched its own data. What other
  // steps have fetched is still there.
  const isServed = hasPath && (needed !== undefined || fetch !== undefined);
  const fetched = fetchedSteps(compiled, loadedSteps(flow, context), saved);
  const loaded = isServed ? fetched.filter((each) => each !== step) : fetched;
  // A visit that has ended is not restored at a screen without an address.
  const addressed = entries.map((entry) => stepOf(entry)).findLast((each) => flow.steps[each]?.path !== undefined);
  const at = isOver && !hasPath ? (addressed ?? null) : screen;
  const query = writeStepQuery(flow, stepOf(at) ?? step, context.values);
  const open = (how: 'shared' | 'reload' | 'lost', more: Partial<SessionInput>): Move => ({
    kind: 'open',
    how,
    input: inputOf(visitor, { ids: exampleIds(flow), query, ...more }),
  });
  return [
    ...(hasPath ? [open('shared', { screen: step }), open('lost', { screen: step })] : []),
    ...(flow.resume === false ? [] : [open('reload', { screen: at, saved, loaded })]),
  ];
}
