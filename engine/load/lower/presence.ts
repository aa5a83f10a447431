/** Computes which values are present at each step of a flow, for all ways to enter it. */
import type { Call, Calls, FlowFile, FormFile, Step } from '../../../schemas/generated/types.ts';
import { joinTypes, type Type } from '../../expressions/index.ts';
import { authoringOf, roleOfStep } from '../../steps/authoring.ts';
import { entersAtOnce } from '../link/ways.ts';

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

/** The values that are present at one point of a step. */
export interface Presence {
  /** Entries of `data` that are not null, and fields that have been submitted. */
  readonly names: ReadonlySet<string>;
  /** The type of `reply`; null before the first reply. */
  readonly reply: Type;
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

/** The path of a call; empty if it has both or neither of `post` and `get`. */
export const endpointOf = ({ post, get }: Call): string =>
  post !== undefined && get !== undefined ? '' : (post ?? get ?? '');

interface Edge {
  readonly from: string;
  readonly to: string;
  leave(presence: Presence): Presence;
}

/** Whether an address, a reload or the history can lead to a step. */
const isScreen = (step: Step): boolean => roleOfStep(step) === 'screen';

const add = ({ names, reply }: Presence, more: Iterable<string>): Presence => ({
  names: new Set([...names, ...more]),
  reply,
});

/** Computes the values that are present at each step: those that every way of entering it provides. */
export function presenceOf({ flow, forms, given, replyOf, sound }: PresenceInput): FlowPresence {
  const { steps, start, data = {} } = flow;
  const ids = Object.keys(steps);
  const stepOf = (id: string): Step => (Object.hasOwn(steps, id) ? (steps[id] as Step) : {});
  const fieldsOf = (form: string): string[] => Object.keys(forms.get(form)?.fields ?? {});

  /** The presence after the first `count` calls. A call that may fail silently provides nothing for certain. */
  const called = (presence: Presence, calls: Calls | undefined, count: number): Presence => {
    const names = new Set(presence.names);
    let { reply } = presence;
    for (const call of (calls?.calls ?? []).slice(0, count)) {
      const own = replyOf(endpointOf(call));
      reply = call.continueOnError === true ? joinReplies(reply, own) : own;
      if (call.continueOnError !== true) for (const name of Object.keys(call.saveAs ?? {})) names.add(name);
    }
    return { names, reply };
  };
  const around = { questions: flow.questions ?? {}, fieldsOf };
  const collected = (presence: Presence, step: Step): Presence =>
    add(presence, authoringOf(step).collects(step, around));
  const loadedFrom = (presence: Presence, step: Step): Presence => called(presence, step.fetch, Infinity);

  const edgesFrom = (id: string): Edge[] => {
    const step = stepOf(id);
    const ready = (presence: Presence): Presence => loadedFrom(presence, step);
    const onward = (presence: Presence): Presence => {
      const after = called(collected(ready(presence), step), step.submit, Infinity);
      if (step.submit?.onSuccess?.resetForm !== true) return after;
      const fields = new Set(fieldsOf(step.form ?? ''));
      return { ...after, names: new Set([...after.names].filter((name) => !fields.has(name))) };
    };
    return [
      ...(step.next === undefined ? [] : [{ from: id, to: step.next, leave: onward }]),
      ...authoringOf(step)
        .branches(step)
        .map((to) => ({ from: id, to, leave: (presence: Presence) => presence })),
      ...Object.values(step.on ?? {}).flatMap(({ to }) => (to === undefined ? [] : [{ from: id, to, leave: ready }])),
    ];
  };
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
    const before = entries.get(id);
    const met: Presence =
      before === undefined
        ? arriving
        : {
            names: new Set([...before.names].filter((name) => arriving.names.has(name))),
            reply: joinReplies(before.reply, arriving.reply),
          };
    const same = before !== undefined && met.names.size === before.names.size && isSame(met.reply, before.reply);
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
    loaded: (id) => loadedFrom(at(id), stepOf(id)),
    before: (id, part, call) => {
      const step = stepOf(id);
      if (part === 'fetch') return called(at(id), step.fetch, call);
      return called(collected(loadedFrom(at(id), step), step), step.submit, call);
    },
    isFirst: (id) => first.has(id),
    isScreen: (id) => isScreen(stepOf(id)),
    why,
  };
}

const isSame = (a: Type, b: Type): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What both replies have for certain. */
function joinReplies(a: Type, b: Type): Type {
  if (a.kind !== 'record' || b.kind !== 'record') return joinTypes(a, b);
  const common = Object.keys(a.fields).filter((name) => Object.hasOwn(b.fields, name));
  const fields = Object.fromEntries(
    common.map((name) => [name, joinTypes(a.fields[name] as Type, b.fields[name] as Type)]),
  );
  const joined: Type = { kind: 'record', fields };
  return a.optional || b.optional ? { ...joined, optional: true } : joined;
}
