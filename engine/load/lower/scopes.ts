/** The names that expressions can read at each place of a flow, and which of them may be missing. */
import type { FlowFile, Step } from '../../../schemas/generated/types.ts';
import { absenceOf, missing, type Type, type Types } from '../../expressions/index.ts';
import { withoutNull } from '../../expressions/types.ts';
import { signalTypes } from '../../signals/page.ts';
import { ask } from '../../steps/ask/authoring.ts';
import { authoringOf } from '../../steps/authoring.ts';
import type { DataPath } from '../source/source.ts';
import { errorTypes } from '../types/value-types.ts';
import type { FlowPresence } from './presence.ts';
import { endpointOf, type Presence } from './step-values.ts';

export interface ScopeInput {
  readonly flow: FlowFile;
  /** Every name with the type it has when present. */
  readonly known: Types;
  /** Fields of the flow's forms that are an empty text until a visitor fills them in. */
  readonly blank: ReadonlySet<string>;
  /** Fields of the flow's forms that are null until a visitor fills them in, and without which no form is sent. */
  readonly demanded: ReadonlySet<string>;
  /** The values that each computed value reads without a `default`, in order. */
  readonly computed: ReadonlyMap<string, readonly string[]>;
  readonly presence: FlowPresence;
  readonly replyOf: (path: string) => Type;
}

/** The point in a step at which an expression is evaluated. */
interface Place {
  readonly presence: Presence;
  /** Evaluated when the server renders the step once for all visitors, before any visit. */
  readonly first?: boolean;
  /** Displayed directly, so that a field that is not filled in renders as an empty text. */
  readonly shown?: boolean;
  readonly extra?: Types;
  /** Why a value may be missing, if it does not depend on the step. */
  readonly reason?: string;
}

const nobody: Presence = { names: new Set(), reply: { kind: 'null' } };
const everyVisitor = 'an invariant is checked for every visitor, also for one who does not have it yet';
const renderedOnce = 'the server renders this screen once for all visitors, before their visits';

/** Returns the types of the names that can be read at a path of the flow's file. */
export function scopesOf(input: ScopeInput): (path: DataPath) => Types {
  const { flow, presence, replyOf } = input;
  const scopes = new Map<string, Types>();
  const scope = (key: string, step: string, place: Place): Types => {
    let types = scopes.get(key);
    if (types === undefined) {
      types = typesAt(input, step, place);
      scopes.set(key, types);
    }
    return types;
  };

  const inStep = (id: string, step: Step, path: DataPath): Types => {
    const [, , part, key] = path;
    const first = presence.isFirst(id);
    const { reads } = authoringOf(step);
    switch (part) {
      case 'show': {
        const extra = {
          ...reads,
          // A block can be shown or hidden by the state of its page.
          ...(path.at(-1) === 'when' ? signalTypes : {}),
        };
        const shown = path.at(-1) !== 'when';
        const name = `show ${id} ${Object.keys(extra).join()} ${shown}`;
        return scope(name, id, { presence: presence.loaded(id), first, shown, extra });
      }
      case 'title':
      case 'description':
        return scope(`title ${id}`, id, { presence: presence.at(id), first, shown: true });
      case 'titlePrefix': {
        return scope(`titlePrefix ${id}`, id, { presence: presence.at(id), first, shown: true, extra: reads });
      }
      case 'query':
      case 'fallback':
        return scope(`fallback ${id}`, id, { presence: nobody });
      case 'track':
      case 'branch':
        return scope(`enter ${id} ${first}`, id, { presence: presence.at(id), first });
      case 'redirect': {
        const { reply } = presence.at(id);
        return scope(`redirect ${id}`, id, { presence: presence.at(id), extra: { reply: answered(reply) } });
      }
      case 'onError':
        return scope(`failed ${id}`, id, { presence: presence.at(id), extra: errorTypes });
      case 'notify':
      case 'log':
        return scope(`submitted ${id}`, id, { presence: presence.before(id, 'submit', 0) });
      case 'submit':
      case 'fetch':
        return inCalls(id, step, part, key === 'calls' ? Number(path[4]) : key === 'onSuccess' ? Infinity : 0, path);
      case 'on':
        return scope(`on ${id}`, id, { presence: presence.loaded(id) });
      default:
        return scope(`enter ${id}`, id, { presence: presence.at(id) });
    }
  };

  const inCalls = (id: string, step: Step, part: 'submit' | 'fetch', call: number, path: DataPath): Types => {
    const before = presence.before(id, part, call);
    const name = `${part} ${id} ${call}`;
    if (path[3] === 'onError') return scope(`${name} failed`, id, { presence: before, extra: errorTypes });
    // If an optional call failed, `reply` is still the reply of the previous call, or absent.
    if (path[3] === 'onSuccess' && (path[4] === 'log' || path[5] === 'eventId'))
      return scope(`${name} log`, id, { presence: before, extra: { reply: answered(before.reply) } });
    if (path.at(-2) !== 'saveAs') return scope(name, id, { presence: before });
    const made = step[part]?.calls[call];
    const reply = replyOf(made === undefined ? '' : endpointOf(made));
    return scope(`${name} saveAs`, id, { presence: before, extra: { reply } });
  };

  return (path) => {
    const [root, id = ''] = path;
    if (root === 'steps' && Object.hasOwn(flow.steps, id)) return inStep(String(id), flow.steps[id] as Step, path);
    // Proving must not rest on the presence that the checks derive.
    if (root === 'always' || root === 'never')
      return scope('invariants', flow.start, { presence: nobody, reason: everyVisitor });
    if (root !== 'questions') return input.known;
    const asking = Object.keys(flow.steps).filter((step) => flow.steps[step]?.ask === id);
    const [step = flow.start] = asking;
    const [only = nobody, ...others] = asking.map((each) => presence.at(each));
    const names = new Set([...only.names].filter((name) => others.every((each) => each.names.has(name))));
    const first = asking.some((each) => presence.isFirst(each));
    return scope(`questions ${id}`, step, {
      presence: { names, reply: only.reply },
      first,
      shown: true,
      extra: ask.reads,
    });
  };
}

const answered = (reply: Type): Type =>
  reply.kind === 'null' || reply.optional
    ? { ...reply, optional: true, absent: 'no call has returned a reply' }
    : reply;

function typesAt({ flow, known, blank, demanded, computed, presence }: ScopeInput, step: string, place: Place): Types {
  const types: Record<string, Type> = { ...known };
  const { names } = place.presence;
  for (const [name, value] of Object.entries(flow.data ?? {})) {
    const type = known[name];
    if (type === undefined || value.optional === true || names.has(name)) continue;
    if (value.generate !== true) types[name] = missing(type, place.reason ?? presence.why(step, name));
    else if (place.first === true) types[name] = missing(type, renderedOnce);
  }
  for (const name of demanded) if (names.has(name) && known[name] !== undefined) types[name] = withoutNull(known[name]);
  if (place.shown === true) {
    for (const name of blank) {
      const type = known[name];
      if (type !== undefined && !names.has(name)) types[name] = { ...type, absent: presence.why(step, name) };
    }
    if (place.first === true && known['now'] !== undefined) types['now'] = missing(known['now'], renderedOnce);
  }
  for (const [name, reads] of computed) {
    const type = known[name];
    const source = reads.find((read) => {
      const own = types[read];
      return own !== undefined && absenceOf(own) !== undefined && !blank.has(read);
    });
    const optional = reads.find((read) => flow.data?.[read]?.optional === true);
    if (type === undefined) continue;
    if (source !== undefined) {
      const why = absenceOf(types[source] as Type) as string;
      types[name] = missing(type, why.startsWith('it is computed') ? why : `it is computed from ${source}, and ${why}`);
    } else if (optional !== undefined)
      types[name] = missing(type, `it is computed from ${optional}, which is optional`);
  }
  return place.extra === undefined ? types : { ...types, ...place.extra };
}
