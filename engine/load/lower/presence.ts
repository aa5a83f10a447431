/** Computes which values are present at each step of a flow, for all ways to enter it. */
import type { FlowFile, FormFile, Step } from '../../../schemas/generated/types.ts';
import type { Type } from '../../expressions/index.ts';
import { entersAtOnce } from '../link/ways.ts';
import { isScreen, joinReplies, type Presence, stepIn, stepValues } from './step-values.ts';

/** The input of the analysis. */
export interface PresenceInput {
  readonly flow: FlowFile;
  /** The fields of each form that a step uses, by form id. */
  readonly forms: ReadonlyMap<string, FormFile>;
  /** Values that every overlay passes to the flow; null if the flow is in no overlay. */
  readonly given: ReadonlySet<string> | null;
  /** The type of an endpoint's response. */
  readonly replyOf: (path: string) => Type;
  /** False if the steps are mistaken: all values then count as present. */
  readonly sound: boolean;
}

/** The values that are present at each step, and how visitors reach it. */
export interface FlowPresence {
  /** On entry, before anything is fetched. */
  at(step: string): Presence;
  /** After the calls of `fetch`. */
  loaded(step: string): Presence;
  /** Before a call of a step, or after the last. */
  before(step: string, part: 'fetch' | 'submit', call: number): Presence;
  /** Whether the server renders the step once for all visitors, before any visit. */
  isFirst(step: string): boolean;
  /** Whether a visitor can enter directly at the step. */
  isScreen(step: string): boolean;
  /** How a visitor can reach the step without the value, for messages. */
  why(step: string, name: string): string;
}

const none: Type = { kind: 'null' };

/** Computes the values that are present at each step: those that every way of entering it provides. */
export function presenceOf({ flow, forms, given, replyOf, sound }: PresenceInput): FlowPresence {
  const { start, data = {} } = flow;
  const ids = Object.keys(flow.steps);
  const stepOf = (id: string): Step => stepIn(flow, id);
  const { loaded, before, edgesFrom } = stepValues(flow, forms, replyOf);
  const edges = ids.flatMap(edgesFrom);
  const out = new Map(ids.map((id) => [id, edges.filter(({ from }) => from === id)]));

  /** The ways of entering a step other than from another step. */
  const direct = (id: string): ReadonlySet<string>[] => {
    const step = stepOf(id);
    const opened = step.path !== undefined && isScreen(step) ? [new Set(Object.keys(step.query ?? {}))] : [];
    const begun = id === start ? [given ?? new Set<string>()] : [];
    const fallbacks = ids.some((other) => stepOf(other).fallback?.to === id) ? [new Set<string>()] : [];
    return [...opened, ...begun, ...fallbacks];
  };

  const entries = new Map<string, Presence>();
  const open: string[] = [];
  /** A visitor who returns to a screen has the values that the session requires, and no reply. */
  const enter = (id: string, presence: Presence): void => {
    const arriving = isScreen(stepOf(id)) ? { ...presence, reply: none } : presence;
    const known = entries.get(id);
    const met: Presence =
      known === undefined
        ? arriving
        : {
            names: new Set([...known.names].filter((name) => arriving.names.has(name))),
            reply: joinReplies(known.reply, arriving.reply),
          };
    const same = known !== undefined && met.names.size === known.names.size && isSame(met.reply, known.reply);
    if (same) return;
    entries.set(id, met);
    open.push(id);
  };
  for (const id of sound ? ids : []) for (const names of direct(id)) enter(id, { names, reply: none });
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const { to, leave } of out.get(id) ?? []) enter(to, leave(entries.get(id) as Presence));

  // An unreachable step is reported as such; other checks must not report it again.
  const everything: Presence = {
    names: new Set([...Object.keys(data), ...[...forms.values()].flatMap((form) => Object.keys(form.fields))]),
    reply: { kind: 'any' },
  };
  const at = (id: string): Presence => entries.get(id) ?? everything;

  const first = new Set<string>();
  const addFirst = (id: string): void => {
    if (first.has(id)) return;
    first.add(id);
    for (const next of entersAtOnce(stepOf(id))) addFirst(next);
  };
  for (const id of sound ? ids : []) {
    const step = stepOf(id);
    if (step.path === undefined || step.query !== undefined || step.fetch !== undefined) continue;
    addFirst(isScreen(step) ? id : start);
  }
  if (given !== null && sound) addFirst(start);

  const why = (id: string, name: string, seen: ReadonlySet<string> = new Set()): string => {
    const step = stepOf(id);
    if (step.path !== undefined && isScreen(step) && !Object.hasOwn(step.query ?? {}, name))
      return `the step ${id} can be opened by its address, ${step.path[0]}`;
    const loses = ids.find((other) => stepOf(other).fallback?.to === id);
    if (loses !== undefined) return `${id} is the fallback of the step ${loses}`;
    if (id === start && !(given?.has(name) ?? false)) return `the flow starts at ${id}`;
    const from = edges.find(
      (edge) =>
        edge.to === id && !seen.has(edge.from) && entries.has(edge.from) && !edge.leave(at(edge.from)).names.has(name),
    );
    return from === undefined ? `nothing sets it before ${id}` : why(from.from, name, new Set([...seen, id]));
  };

  return {
    at,
    loaded: (id) => loaded(at(id), stepOf(id)),
    before: (id, part, call) => before(at(id), stepOf(id), part, call),
    isFirst: (id) => first.has(id),
    isScreen: (id) => isScreen(stepOf(id)),
    why,
  };
}

const isSame = (a: Type, b: Type): boolean => JSON.stringify(a) === JSON.stringify(b);
