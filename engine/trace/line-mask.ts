/**
 * Masks the lines of a trace that somebody else has recorded. Its events are redacted by the definition, as a recorder does,
 * and sent to a session of its own. What this session does is in no way personal; of a line that differs from it, only what the
 * definition contains, and what the session has done so far, is kept.
 */
import type { Json } from '../../schemas/compiled.ts';
import type { TraceHead, TraceLine, TraceStep } from '../../schemas/generated/types.ts';
import { unknownVisit } from '../flow/attribution.ts';
import type { SessionInput } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { redactPersonal } from '../forms/redact-pii.ts';
import type { CallReport } from '../session/effects.ts';
import { type Session, type SessionEvent, startSession, stateOf } from '../session/session.ts';
import { equalJson, isRecord } from './differences.ts';
import { contextFingerprint, createEventMask, outcomeOf, type StepOutcome, stepLine } from './record.ts';
import { createRedaction, type Redaction } from './redaction.ts';

/** Masks the lines of one trace, in their order. @throws RangeError for a step without a head before it */
export type LineMask = (line: TraceLine) => TraceLine;

/** What fingerprints consist of. */
const fingerprint = /^[0-9a-f]*[a-f][0-9a-f]*$/;
/** Words of the engine that a definition does not contain. */
const engineWords = [
  ...[
    'kind',
    'navigate',
    'toast',
    'alert',
    'call',
    'forget',
    'timer',
    'cancel',
    'track',
    'log',
    'open',
    'leave',
    'close',
  ],
  ...['focus', 'href', 'preferred', 'append', 'payload', 'times', 'background', 'screen'],
];

const masked = (text: string): string => redactPersonal('text', text);
const textIn = (value: Json | undefined, keeps: (text: string) => boolean): string => {
  const text = typeof value === 'string' ? value : '';
  return keeps(text) ? text : masked(text);
};
const numberIn = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);

const bodies: ReadonlySet<unknown> = new Set<CallReport['body']>(['json', 'none', 'other']);
const reasons: ReadonlySet<unknown> = new Set<CallReport['why']>(['offline', 'network', 'timeout', 'page']);

/** The members of a report that a browser writes. */
function reportIn(value: Json | undefined): { readonly report?: CallReport } {
  if (!isRecord(value)) return {};
  const { ms, tries, status, body, why } = value;
  return {
    report: {
      ...{ ms: numberIn(ms), tries: numberIn(tries), status: typeof status === 'number' ? status : null },
      ...(bodies.has(body) ? { body: body as 'json' } : {}),
      ...(reasons.has(why) ? { why: why as 'network' } : {}),
    },
  };
}

/** An event with the members of its type and no others. @param keeps whether a name or an id is one of the definition */
function eventIn(event: NonNullable<TraceStep['event']>, keeps: (text: string) => boolean): SessionEvent {
  const { type, name, value, field, values, id, output, error, report, screen } = event as Record<string, Json>;
  switch (type) {
    case 'on':
      return { type, name: textIn(name, keeps) };
    case 'SELECT':
      return { type, value: numberIn(value) };
    case 'NEXT':
      return typeof value === 'number' ? { type, value } : { type };
    case 'INPUT':
      return { type, field: textIn(field, keeps), value: value ?? null };
    case 'SUBMIT':
      return { type, values: isRecord(values) ? values : {} };
    case 'DONE':
      return { type, id: textIn(id, keeps), output: output ?? null, ...reportIn(report) };
    case 'FAILED': {
      const { message, status } = isRecord(error) ? error : {};
      const failure = {
        message: typeof message === 'string' ? message : null,
        status: typeof status === 'number' ? status : null,
      };
      return { type, id: textIn(id, keeps), error: failure, ...reportIn(report) };
    }
    case 'TIMER':
      return { type, id: textIn(id, keeps) };
    case 'GO':
      return { type, screen: textIn(screen, keeps) };
    default:
      return { type: 'PREVIOUS' };
  }
}

/** What may stay in a line: texts and numbers that are public, because a definition contains them or a session writes them. */
class PublicWords {
  private readonly words: Set<string | number>;

  constructor({ flow, forms, leaves }: CompiledFlow) {
    this.words = new Set<string | number>([...engineWords, ...leaves.keys()]);
    for (const { screen, step } of leaves.values()) this.words.add(screen).add(step);
    this.learn([flow, forms]);
  }

  /** Adds all strings and numbers of a value, and the names of its members. */
  learn(value: unknown): void {
    if (typeof value === 'string' || typeof value === 'number') this.words.add(value);
    else if (Array.isArray(value)) for (const item of value) this.learn(item);
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) {
        this.words.add(name);
        this.learn(item);
      }
  }

  has(word: string | number): boolean {
    return word === '' || this.words.has(word);
  }
}

/** A value in which strings and numbers are masked that are not kept. */
function maskJson(value: Json, keeps: (word: string | number) => boolean): Json {
  if (typeof value === 'string') return keeps(value) ? value : masked(value);
  if (typeof value === 'number') return keeps(value) ? value : Number(masked(String(value))) || 0;
  if (Array.isArray(value)) return value.map((each: Json) => maskJson(each, keeps));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [keeps(name) ? name : masked(name), maskJson(part, keeps)]),
  );
}

/** A JSON Pointer whose unknown names are masked. */
const maskPath = (path: string, keeps: (text: string) => boolean): string =>
  path
    .split('/')
    .map((name) => (/^\d{1,4}$|^-?$/.test(name) || keeps(name) ? name : masked(name)))
    .join('/');

/** Whether two values are equal once everything in them is masked. */
const sameMasked = (one: Json, other: Json): boolean =>
  equalJson(
    maskJson(one, () => false),
    maskJson(other, () => false),
  );

/**
 * @param compiled the flow on which the trace was recorded, or that of today if that is not known any more
 * @param keepsSource whether a value of `src` or `utm_*` stays
 */
export function createLineMask(compiled: CompiledFlow, keepsSource?: (value: string) => boolean): LineMask {
  const { flow } = compiled;
  const known = new PublicWords(compiled);
  const keeps = (word: string | number): boolean => known.has(word);
  const redaction = createRedaction(compiled, keepsSource);
  const maskEvent = createEventMask(compiled, redaction);
  let input: SessionInput | null = null;
  let session: Session | null = null;
  /** Whether the session has got other values than the lines name. */
  let isShadow = false;
  let format = 2;

  function headOf(head: TraceHead): TraceHead {
    const { page, moments, visitId, site, consent } = head;
    input = inputOf(head, redaction, keeps);
    session = null;
    format = head.format;
    isShadow = !equalJson(throughJson(head.input), throughJson(input));
    const sign = (text: string): string => (fingerprint.test(text) ? text : masked(text));
    return {
      ...{ kind: 'head', format: head.format },
      ...(site === undefined ? {} : { site }),
      ...(consent === undefined ? {} : { consent }),
      ...(visitId === undefined ? {} : { visitId }),
      ...{ flow: flow.flow, definition: sign(head.definition), behaviour: sign(head.behaviour) },
      ...(moments === undefined || !equalJson(moments, { ...flow.phases }) ? {} : { moments }),
      ...(page === undefined ? {} : { page }),
      input: input as TraceHead['input'],
    };
  }

  /** The outcome of a step in the session of the mask; null if there can be none. */
  function outcome(event: SessionEvent | null, line: TraceStep): StepOutcome | null {
    const stamp = { at: line.at, random: line.random ?? 0 };
    try {
      if (event !== null && session !== null) return outcomeOf(session, event, stamp);
      return input === null ? null : { ...startSession(compiled, input), threw: null };
    } catch {
      return null;
    }
  }

  function stepOf(line: TraceStep): TraceStep {
    const before = session;
    const own = line.event === null ? null : eventIn(line.event, keeps);
    const event = own === null || before === null ? own : maskEvent(own, before, before);
    const made = outcome(event, line);
    const real = line.real === undefined ? {} : { real: textIn(line.real, keeps) };
    if (made === null) return { ...maskStep(line, event), ...real };
    session = made.session;
    const stamp = { at: line.at, random: line.random ?? 0 };
    const found = stepLine(line.n, before, event, stamp, made, line.random !== undefined);
    // Later lines name its calls and timers, and what it has written.
    known.learn([found.state, found.patch, found.patch.map(({ path }) => path.split('/')), found.effects]);
    known.learn(Object.keys(session.snapshot.context));
    const { real: _, ...recorded } = line;
    if (equalJson(recorded as Json, throughJson(found))) return { ...line, ...real };
    isShadow ||= !equalJson(line.event as Json, throughJson(event));
    // A masked value can lead elsewhere than the visitor was.
    if (isShadow)
      return { ...found, ...(line.state === found.state ? {} : { real: textIn(line.state, keeps) }), ...real };
    return { ...(sameMasked(recorded as Json, throughJson(found)) ? found : maskStep(line, event)), ...real };
  }

  const maskStep = (line: TraceStep, event: SessionEvent | null): TraceStep => ({
    ...line,
    event: event as TraceStep['event'],
    state: textIn(line.state, keeps),
    patch: line.patch.map(({ op, path, value }) => ({
      ...{ op, path: maskPath(path, keeps) },
      ...(value === undefined ? {} : { value: maskJson(value, keeps) }),
    })),
    effects: line.effects.map((effect) => maskJson(effect, keeps)),
  });

  return (line) => {
    if (line.kind === 'head') return headOf(line);
    if (input === null) throw new RangeError('The first line of a trace must be its head.');
    if (line.kind === 'step') return stepOf(line);
    if (line.kind === 'note') return line;
    if (isShadow && session !== null)
      return { ...line, state: stateOf(session), context: contextFingerprint(session, format) };
    const context = fingerprint.test(line.context) ? line.context : masked(line.context);
    return { ...line, state: textIn(line.state, keeps), context };
  };
}

const throughJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

/** The redacted input of a session, without names that no visit has. */
function inputOf(head: TraceHead, redaction: Redaction, keeps: (text: string) => boolean): SessionInput {
  const given = head.input;
  const among = <Of>(values: Readonly<Record<string, Of>>, has: (name: string) => boolean): Record<string, Of> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => has(name)));
  const redacted = redaction.input({
    ...(given as SessionInput),
    visit: among(given.visit, (name) => Object.hasOwn(unknownVisit, name)),
    ids: among(given.ids, redaction.isAuthored),
  });
  return {
    ...redacted,
    screen: given.screen === null ? null : textIn(given.screen, keeps),
    ...(given.loaded === undefined ? {} : { loaded: given.loaded.filter(keeps) }),
  };
}
