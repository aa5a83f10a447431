/** Which values are present at each step of a flow, whichever way a visitor comes in. */
import type { Call, Calls, FlowFile, FormFile, Step } from '../../../schemas/generated/types.ts';
import { joinTypes, type Type } from '../../expressions/index.ts';
import { authoringOf, roleOfStep } from '../../steps/authoring.ts';
import { entersAtOnce } from '../link/ways.ts';

/** What is known before the walk over the steps. */
export interface PresenceInput {
  readonly flow: FlowFile;
  /** The fields of each form that a step uses, by form id. */
  readonly forms: ReadonlyMap<string, FormFile>;
  /** Values that every overlay of the flow hands in; null when the flow is in no overlay. */
  readonly given: ReadonlySet<string> | null;
  /** The type of what an endpoint answers. */
  readonly replyOf: (path: string) => Type;
  /** False when the steps are mistaken: everything is then taken as present. */
  readonly sound: boolean;
}

/** The values that are present at one place of a step. */
export interface Presence {
  /** Kept values that are not null, and fields that have been submitted. */
  readonly names: ReadonlySet<string>;
  /** The type of `reply`, null while no call has been answered. */
  readonly reply: Type;
}

/** What is present at each step, and how visitors come there. */
export interface FlowPresence {
  /** On entry, before anything is loaded. */
  at(step: string): Presence;
  /** Once the calls of `fetch` are done. */
  loaded(step: string): Presence;
  /** Before a call of a step, or after the last. */
  before(step: string, part: 'fetch' | 'submit', call: number): Presence;
  /** Whether the server draws the step once for everybody, before any visit. */
  isFirst(step: string): boolean;
  /** Whether a visitor can come straight to the step. */
  isScreen(step: string): boolean;
  /** How a visitor reaches the step without the value, for messages. */
  why(step: string, name: string): string;
}

const none: Type = { kind: 'null' };

/** The path that a call names; empty for a call that names two or none. */
export const endpointOf = ({ post, get }: Call): string =>
  post !== undefined && get !== undefined ? '' : (post ?? get ?? '');

interface Edge {
  readonly from: string;
  readonly to: string;
  leave(presence: Presence): Presence;
}

/** A step that an address, a reload or the history can lead to. */
const isScreen = (step: Step): boolean => roleOfStep(step) === 'screen';

const add = ({ names, reply }: Presence, more: Iterable<string>): Presence => ({
  names: new Set([...names, ...more]),
  reply,
});

/** Works out what is present at each step: what every way in brings. */
export function presenceOf({ flow, forms, given, replyOf, sound }: PresenceInput): FlowPresence {
  const { steps, start, data: keeps = {} } = flow;
  const ids = Object.keys(steps);
  const stepOf = (id: string): Step => (Object.hasOwn(steps, id) ? (steps[id] as Step) : {});
  const fieldsOf = (form: string): string[] => Object.keys(forms.get(form)?.fields ?? {});

  /** What the first `count` calls bring. A call that may fail in silence brings nothing for certain. */
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

  /** The ways in that do not come from another step. */
  const direct = (id: string): ReadonlySet<string>[] => {
    const step = stepOf(id);
    const opened = step.path !== undefined && isScreen(step) ? [new Set(Object.keys(step.query ?? {}))] : [];
    const begun = id === start ? [given ?? new Set<string>()] : [];
    const lost = ids.some((other) => stepOf(other).fallback?.to === id) ? [new Set<string>()] : [];
    return [...opened, ...begun, ...lost];
  };

  const entries = new Map<string, Presence>();
  const open: string[] = [];
  /** A visitor who returns to a screen has the values that the session checks, and no reply. */
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

  // A step that nothing leads to is reported as such, and by nothing else.
  const everything: Presence = {
    names: new Set([...Object.keys(keeps), ...[...forms.values()].flatMap((form) => Object.keys(form.fields))]),
    reply: { kind: 'any' },
  };
  const at = (id: string): Presence => entries.get(id) ?? everything;

  const first = new Set<string>();
  const draw = (id: string): void => {
    if (first.has(id)) return;
    first.add(id);
    for (const next of entersAtOnce(stepOf(id))) draw(next);
  };
  for (const id of sound ? ids : []) {
    const step = stepOf(id);
    if (step.path === undefined || step.query !== undefined || step.fetch !== undefined) continue;
    draw(isScreen(step) ? id : start);
  }
  if (given !== null && sound) draw(start);

  const why = (id: string, name: string, seen: ReadonlySet<string> = new Set()): string => {
    const step = stepOf(id);
    if (step.path !== undefined && isScreen(step) && !Object.hasOwn(step.query ?? {}, name))
      return `the step ${id} can be opened by its address, ${step.path[0]}`;
    const loses = ids.find((other) => stepOf(other).fallback?.to === id);
    if (loses !== undefined) return `a visitor whom the step ${loses} has lost comes to ${id}`;
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

/** What either reply surely has. */
function joinReplies(a: Type, b: Type): Type {
  if (a.kind !== 'record' || b.kind !== 'record') return joinTypes(a, b);
  const common = Object.keys(a.fields).filter((name) => Object.hasOwn(b.fields, name));
  const fields = Object.fromEntries(
    common.map((name) => [name, joinTypes(a.fields[name] as Type, b.fields[name] as Type)]),
  );
  const joined: Type = { kind: 'record', fields };
  return a.optional || b.optional ? { ...joined, optional: true } : joined;
}
