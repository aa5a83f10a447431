/** What the steps of a flow add to the values that are present, and the ways between them. */
import type { Call, Calls, FlowFile, FormFile, Step } from '../../../schemas/generated/types.ts';
import { joinTypes, type Type } from '../../expressions/index.ts';
import { authoringOf, roleOfStep } from '../../steps/authoring.ts';

/** The values that are present at one point of a step. */
export interface Presence {
  /** Entries of `data` that are not null, and fields that have been submitted. */
  readonly names: ReadonlySet<string>;
  /** The type of `reply`; null before the first reply. */
  readonly reply: Type;
}

/** A way from a step to another one. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  /** What is present after it, given what is present on entry of `from`. */
  leave(presence: Presence): Presence;
}

export interface StepValues {
  /** What is present after the calls of `fetch`. */
  loaded(presence: Presence, step: Step): Presence;
  /** What is present before a call of a step, or after the last. */
  before(presence: Presence, step: Step, part: 'fetch' | 'submit', call: number): Presence;
  /** The ways out of a step. */
  edgesFrom(id: string): Edge[];
}

/** The path of a call; empty if it has both or neither of `post` and `get`. */
export const endpointOf = ({ post, get }: Call): string =>
  post !== undefined && get !== undefined ? '' : (post ?? get ?? '');

/** Whether an address, a reload or the history can lead to a step. */
export const isScreen = (step: Step): boolean => roleOfStep(step) === 'screen';

/** A step of a flow; an empty one if the flow has none of this id. */
export const stepIn = ({ steps }: FlowFile, id: string): Step => (Object.hasOwn(steps, id) ? (steps[id] as Step) : {});

const add = ({ names, reply }: Presence, more: Iterable<string>): Presence => ({
  names: new Set([...names, ...more]),
  reply,
});

/**
 * @param forms the fields of each form that a step uses, by form id
 * @param replyOf the type of an endpoint's response
 */
export function stepValues(
  flow: FlowFile,
  forms: ReadonlyMap<string, FormFile>,
  replyOf: (path: string) => Type,
): StepValues {
  const fieldsOf = (form: string): string[] => Object.keys(forms.get(form)?.fields ?? {});
  const around = { questions: flow.questions ?? {}, fieldsOf };

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
  const loaded = (presence: Presence, step: Step): Presence => called(presence, step.fetch, Infinity);
  const before: StepValues['before'] = (presence, step, part, call) => {
    if (part === 'fetch') return called(presence, step.fetch, call);
    const collected = add(loaded(presence, step), authoringOf(step).collects(step, around));
    return called(collected, step.submit, call);
  };

  return {
    loaded,
    before,
    edgesFrom(id) {
      const step = stepIn(flow, id);
      const ready = (presence: Presence): Presence => loaded(presence, step);
      const onward = (presence: Presence): Presence => {
        const after = before(presence, step, 'submit', Infinity);
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
    },
  };
}

/** What both replies have for certain. */
export function joinReplies(a: Type, b: Type): Type {
  if (a.kind !== 'record' || b.kind !== 'record') return joinTypes(a, b);
  const common = Object.keys(a.fields).filter((name) => Object.hasOwn(b.fields, name));
  const fields = Object.fromEntries(
    common.map((name) => [name, joinTypes(a.fields[name] as Type, b.fields[name] as Type)]),
  );
  const joined: Type = { kind: 'record', fields };
  return a.optional || b.optional ? { ...joined, optional: true } : joined;
}
