/** Continues a visit that began on another version of its flow: its answers, and where it goes on. */
import type { AnyStateNode } from 'xstate';
import type { Code, Json } from '../../schemas/compiled.ts';
import type { FlowDefinition } from '../definition.ts';
import { evaluate } from '../expressions/evaluate.ts';
import type { FlowContext, SessionInput } from '../flow/context.ts';
import { stepOf } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { scopeOf } from '../flow/scope.ts';
import { writeStepQuery } from '../flow/step-query.ts';
import { askedItems } from '../steps/ask/items.ts';
import { startSession } from './session.ts';

type Values = Readonly<Record<string, Json>>;

/** What is known of a visit without the definition that it began with. */
export interface ReachedVisit {
  readonly screen: string;
  readonly values: Values;
  /** The ids of the questions whose answers a list has, in its order. */
  readonly questions: Readonly<Record<string, readonly string[]>>;
}

/** Where a visit goes on. */
export interface CarriedVisit {
  readonly screen: string;
  readonly values: Values;
  /** The parameters of the screen's address. */
  readonly query: Readonly<Record<string, string>>;
}

/** The answers of a list in the order of the flow's questions now. A question that is new, or lacks the option, has none. */
function carriedValues({ questions = {} }: FlowDefinition, { values, questions: before }: ReachedVisit): Values {
  const carried: Record<string, Json> = { ...values };
  for (const { saveAs, items } of Object.values(questions)) {
    const answers = values[saveAs];
    const ids = before[saveAs];
    if (!Array.isArray(answers) || ids === undefined) continue;
    carried[saveAs] = items.map(({ id, aliases = [], options }) => {
      const index = ids.findIndex((each) => each === id || aliases.includes(each));
      const answer = answers[index] ?? null;
      return options.some(({ value }) => value === answer) ? answer : null;
    });
  }
  return carried;
}

function* nodesOf(node: AnyStateNode): Generator<AnyStateNode> {
  yield node;
  for (const child of Object.values(node.states)) yield* nodesOf(child);
}

/** The steps that can follow each step. A branch leads only where its conditions lead with these values. */
function waysOf({ flow, machine }: CompiledFlow, context: FlowContext): ReadonlyMap<string, ReadonlySet<string>> {
  const ways = new Map<string, Set<string>>();
  const scope = scopeOf(flow, context);
  const isOpen = (guard: unknown): boolean | null => {
    const { type, params } = (guard ?? {}) as { type?: string; params?: { when: Code } };
    if (type === undefined) return true;
    if (type !== 'isTrue' || params === undefined) return null;
    try {
      return evaluate(params.when, scope) === true;
    } catch {
      // A value that only a later step provides.
      return null;
    }
  };
  for (const node of nodesOf(machine.root)) {
    const from = node.path[0];
    if (from === undefined || from === 'boot') continue;
    for (const group of [...node.transitions.values(), node.always ?? []])
      for (const { target, guard } of group) {
        const open = isOpen(guard);
        const to = target?.[0]?.path[0];
        if (open !== false && to !== undefined && to !== from) ways.set(from, (ways.get(from) ?? new Set()).add(to));
        // The transitions after one that is always taken are never reached.
        if (open === true && node.always?.length && group === node.always) break;
      }
  }
  return ways;
}

/** The steps that visitors come to from the first one, in the order of their distance. */
function reachedFrom(start: string, ways: ReadonlyMap<string, ReadonlySet<string>>, without: string | null): string[] {
  const reached = start === without ? [] : [start];
  for (const step of reached)
    for (const next of ways.get(step) ?? []) if (next !== without && !reached.includes(next)) reached.push(next);
  return reached;
}

/**
 * Where a visit goes on in the flow of now: at the screen that it had reached, unless a step that every way to it passes
 * lacks an answer, or has one that its rules no longer accept. Then it is the first such screen. A screen that no longer
 * exists leads to the first unanswered one.
 */
export function carryOver(
  compiled: CompiledFlow,
  visit: ReachedVisit,
  input: Omit<SessionInput, 'screen' | 'saved'>,
): CarriedVisit {
  const { flow, validate } = compiled;
  const values = carriedValues(flow, visit);
  const started = startSession(compiled, { ...input, query: {}, screen: null, saved: values });
  const { context } = started.session.snapshot;
  const ways = waysOf(compiled, context);
  const screens = new Set([...compiled.leaves.values()].map(({ screen }) => screen));
  const named = Object.entries(flow.steps).find(([, { aliases }]) => aliases?.includes(stepOf(visit.screen)))?.[0];
  const wanted = named === undefined ? visit.screen : visit.screen.replace(/^[^.]*/, named);

  const at = (screen: string): CarriedVisit => ({
    screen,
    values,
    query: writeStepQuery(flow, stepOf(screen), context.values),
  });

  /** The first screen of a step that lacks an answer; null if it has all. */
  function missingAt(id: string): string | null {
    const step = flow.steps[id];
    if (step?.kind === 'ask') {
      const answers = context.values[flow.questions?.[step.ask]?.saveAs ?? ''];
      const open = askedItems(step, flow.questions).find(({ item, index }) => {
        const answer = Array.isArray(answers) ? answers[index] : null;
        return !item.options.some(({ value }) => value === answer);
      });
      return open === undefined ? null : `${id}.${open.item.id}`;
    }
    return step?.kind === 'form' && !validate(step.form, context.values).ok ? id : null;
  }

  const last = stepOf(wanted);
  const all = reachedFrom(flow.start, ways, null);
  if (flow.steps[last] !== undefined && all.includes(last)) {
    for (const step of all) {
      // A step that some way avoids may have been avoided.
      if (step === last || reachedFrom(flow.start, ways, step).includes(last)) continue;
      const missing = missingAt(step);
      if (missing !== null) return at(missing);
    }
    const own = missingAt(last);
    if (!screens.has(wanted)) return at(own ?? last);
    const isBefore = own !== null && flow.steps[last]?.kind === 'ask' && comesBefore(flow, own, wanted);
    return at(isBefore ? own : wanted);
  }
  // Along the only way, as far as the answers lead.
  let open = flow.start;
  for (const passed = new Set<string>(); !passed.has(open); ) {
    passed.add(open);
    const missing = missingAt(open);
    if (missing !== null) return at(missing);
    const step = flow.steps[open];
    const next = [...(ways.get(open) ?? [])];
    // What a form sends must not be sent twice, and only the visitor knows which of several ways to take.
    if ((step?.kind === 'form' && step.submit !== undefined) || next.length !== 1) break;
    open = next[0] as string;
  }
  return at(open);
}

/** Whether a question comes before another one of the same step. */
function comesBefore({ questions = {}, steps }: FlowDefinition, one: string, other: string): boolean {
  const step = steps[stepOf(one)];
  const ids = step?.kind === 'ask' ? (questions[step.ask]?.items.map(({ id }) => id) ?? []) : [];
  const indexOf = (screen: string): number => ids.indexOf(screen.slice(screen.indexOf('.') + 1));
  return indexOf(one) < indexOf(other);
}
