/** Replays a trace and finds the first difference. */
import type { Json } from '../../schemas/compiled.ts';
import type { TraceEnd, TraceHead, TraceStep } from '../../schemas/generated/types.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { type Session, type SessionEvent, startSession, stateOf } from '../session/session.ts';
import { type Difference, differencesIn, differencesInEffects, equalJson, timedState } from './differences.ts';
import { applyPatch } from './patch.ts';
import { contextFingerprint, contextOf, outcomeOf, type StepOutcome, stepLine, type TraceLine } from './record.ts';
import { differsOnlyInTexts, withoutTexts } from './without-texts.ts';

/** `intake`: the intake of a call would give another answer than the recorded one. */
export type DivergenceKind = 'state' | 'event-refused' | 'effects' | 'context' | 'threw' | 'intake';

export interface Divergence {
  readonly kind: DivergenceKind;
  /** The number of the step. */
  readonly n: number;
  /** The differences of the step, except in texts. */
  readonly differences: readonly Difference[];
}

/** A text that has changed since the recording. */
export interface TextChange extends Difference {
  readonly n: number;
}

export interface Replay {
  readonly head: TraceHead;
  /** The replayed steps, up to and including the one that differs unless the replay goes on. */
  readonly steps: readonly TraceStep[];
  readonly divergence: Divergence | null;
  /** Changed texts, without duplicates. */
  readonly words: readonly TextChange[];
  /** The range of steps that the trace lacks: the first and the last. Steps after it are not replayed. */
  readonly missing: readonly [first: number, last: number] | null;
  /** The flow behaves as it did when the trace was recorded; its texts may differ. */
  readonly sameBehaviour: boolean;
  /** The flow is identical, including its texts. */
  readonly sameDefinition: boolean;
  /** False if the trace is incomplete: no end line follows its last step. */
  readonly ended: boolean;
  /** The first step at which the redacted values led to another outcome than the visitor's. */
  readonly strayedAt: number | null;
}

/** The lines of a trace sorted by number; uploads may arrive out of order. */
interface TraceParts {
  readonly head: TraceHead;
  readonly steps: readonly TraceStep[];
  readonly ends: readonly TraceEnd[];
  readonly missing: Replay['missing'];
}

function sort(lines: readonly TraceLine[]): TraceParts {
  const [head] = lines;
  if (head?.kind !== 'head') throw new RangeError('The first line of a trace must be its head.');
  const byNumber = new Map<number, TraceStep>();
  const ends: TraceEnd[] = [];
  for (const line of lines) {
    if (line.kind === 'end') ends.push(line);
    if (line.kind !== 'step') continue;
    const known = byNumber.get(line.n);
    if (known !== undefined && !equalJson({ ...known }, { ...line }))
      throw new RangeError(`The trace contains step ${line.n} twice, with different contents.`);
    byNumber.set(line.n, line);
  }
  if (byNumber.size === 0) throw new RangeError('The trace has no steps.');
  const last = Math.max(...byNumber.keys(), ...ends.map(({ steps = 0 }) => steps - 1));
  const steps: TraceStep[] = [];
  let missing: Replay['missing'] = null;
  for (let n = 0; n <= last; n += 1) {
    const step = byNumber.get(n);
    if (step !== undefined) {
      if (missing !== null) break;
      steps.push(step);
    } else missing = [missing?.[0] ?? n, n];
  }
  return { head, steps, ends, missing };
}

/** Sends the events of a trace to a session, one line after another. The first line starts it. */
type Run = (line: TraceStep) => StepOutcome;

/** A session of a flow with the input of a trace. */
export function runOf(compiled: CompiledFlow, head: TraceHead): Run & { session(): Session | null } {
  let session: Session | null = null;
  const run = (line: TraceStep): StepOutcome => {
    const stamp = { at: line.at, random: line.random ?? 0 };
    const step =
      session === null
        ? { ...startSession(compiled, head.input), threw: null }
        : outcomeOf(session, ownTimer(session, line), stamp);
    session = step.session;
    return step;
  };
  return Object.assign(run, { session: () => session });
}

/** The event of a line. A timer is that of its state, whose time may be another one in this definition. */
function ownTimer({ snapshot }: Session, { event, refused }: TraceStep): SessionEvent {
  const state = event?.type === 'TIMER' && refused !== true ? timedState(event['id']) : undefined;
  const ms = state === undefined ? undefined : snapshot.context.waits[state];
  return ms === undefined ? (event as SessionEvent) : { type: 'TIMER', id: `timer:${state}/${ms}` };
}

/** The flow without texts, replayed lazily up to the requested step; most traces never need it. */
function runWithoutTexts(compiled: CompiledFlow, { head, steps }: TraceParts): (n: number) => StepOutcome {
  const run = runOf(withoutTexts(compiled), head);
  const outcomes: StepOutcome[] = [];
  return (n) => {
    for (let next = outcomes.length; next <= n; next += 1) outcomes.push(run(steps[next] as TraceStep));
    return outcomes[n] as StepOutcome;
  };
}

/** The step of a flow without texts, for looking up paths; null if it cannot be replayed. */
function bareAt(textless: (n: number) => StepOutcome, n: number): Json {
  try {
    const { effects, session } = textless(n);
    return { effects, context: contextOf(session) };
  } catch {
    return null;
  }
}

/** The value at a path of `differencesIn`. */
function valueAt(root: Json | undefined, path: string): Json | undefined {
  let value = root;
  for (const [, name, quoted] of path.matchAll(/([\p{L}_][\p{L}\p{N}_-]*)|\[(\d+|"(?:[^"\\]|\\.)*")\]/gu)) {
    if (typeof value !== 'object' || value === null) return undefined;
    const key = name ?? String(JSON.parse(quoted as string));
    value = (value as Readonly<Record<string, Json>>)[key];
  }
  return value;
}

/** The kind of a divergence, from the path of its first difference. */
function kindOf(path: string): DivergenceKind {
  if (path === 'refused') return 'event-refused';
  if (path === 'threw' || path === 'state') return path;
  return path.startsWith('effects') ? 'effects' : 'context';
}

/**
 * Replays a trace on a flow. Calls are not made: their outcomes are in the trace.
 * @param goesOn whether it goes on after the first difference, to find further texts that changed
 * @param isExpected whether a difference is none; none is by default
 * @throws RangeError if the lines do not begin with a head and a first step
 */
export function replayTrace(
  compiled: CompiledFlow,
  lines: readonly TraceLine[],
  goesOn = false,
  isExpected: (difference: Difference) => boolean = () => false,
): Replay {
  const sorted = sort(lines);
  const { head, steps: recorded, ends, missing } = sorted;
  const hasRandom = recorded[0]?.random !== undefined;
  const steps: TraceStep[] = [];
  const textChanges = new Map<string, TextChange>();
  let divergence: Divergence | null = null;
  let textless: ((n: number) => StepOutcome) | undefined;
  let hasExpected = false;
  /** Leaves out what is expected. */
  const unexpected = (all: readonly Difference[]): Difference[] => {
    const found = all.filter((each) => !isExpected(each));
    hasExpected ||= found.length < all.length;
    return found;
  };
  // The recorded context, starting at the first difference; null while it equals the replayed one.
  let recordedContext: Json | null = null;
  const run = runOf(compiled, head);

  /** Returns the differences in behaviour and collects those in texts. */
  function beyondTexts(n: number, differences: readonly Difference[]): Difference[] {
    if (differences.length === 0) return [];
    textless ??= runWithoutTexts(compiled, sorted);
    const bare = bareAt(textless, n);
    return differences.filter((each) => {
      if (!differsOnlyInTexts(each.recorded, valueAt(bare, each.path))) return true;
      const key = JSON.stringify([each.path.replace(/\d+/g, ''), each.recorded, each.replayed]);
      if (!textChanges.has(key)) textChanges.set(key, { n, ...each });
      return false;
    });
  }

  function endDivergence(end: TraceEnd, session: Session, n: number): Divergence | null {
    const differences = unexpected(compareEnd(head, end, session, textChanges.size > 0 || hasExpected));
    if (differences.length === 0) return null;
    return { kind: end.state === stateOf(session) ? 'context' : 'state', n, differences };
  }

  for (const line of recorded) {
    const before = run.session();
    const stamp = { at: line.at, random: line.random ?? 0 };
    let step: StepOutcome;
    try {
      step = run(line);
    } catch (error) {
      divergence ??= { kind: 'threw', n: line.n, differences: [{ path: 'threw', replayed: String(error) }] };
      break;
    }
    const made = stepLine(line.n, before, line.event as SessionEvent | null, stamp, step, hasRandom);
    steps.push(made);
    // Of another screen than the recorded one, the texts are not comparable.
    const isElsewhere = divergence !== null && line.state !== made.state;
    const differences = [
      ...differencesIn(line.refused ?? false, made.refused ?? false, 'refused'),
      ...(line.threw === made.threw ? [] : [{ path: 'threw', recorded: line.threw ?? false, replayed: step.threw }]),
      ...differencesIn(line.state, made.state, 'state'),
    ];
    if (!isElsewhere && !equalJson(line.effects, made.effects))
      differences.push(...beyondTexts(line.n, differencesInEffects(line.effects, made.effects)));
    if (recordedContext !== null || !equalJson(line.patch, made.patch)) {
      recordedContext = applyPatch(recordedContext ?? contextOf(before), line.patch);
      const inContext = isElsewhere
        ? []
        : differencesIn(recordedContext, throughJson(contextOf(step.session)), 'context');
      if (inContext.length === 0 && !isElsewhere) recordedContext = null;
      differences.push(...beyondTexts(line.n, inContext));
    }
    const found = unexpected(differences);
    const [first] = found;
    if (first !== undefined) divergence ??= { kind: kindOf(first.path), n: line.n, differences: found };
    const end = ends.find(({ steps: count }) => count === line.n + 1);
    if (divergence === null && end !== undefined) divergence = endDivergence(end, step.session, line.n);
    if (divergence !== null && !goesOn) break;
  }
  const last = ends.at(-1);
  const session = run.session();
  if (divergence === null && missing === null && session !== null && last?.steps === undefined && last !== undefined)
    divergence = endDivergence(last, session, recorded.length - 1);
  return {
    head,
    steps,
    divergence,
    words: [...textChanges.values()],
    missing,
    sameBehaviour: head.behaviour === compiled.flow.behaviour,
    sameDefinition: head.definition === compiled.flow.hash,
    ended: last !== undefined && (last.steps ?? recorded.length) === recorded.length && missing === null,
    strayedAt: recorded.find(({ real }) => real !== undefined)?.n ?? null,
  };
}

/** A context as a trace stores it, without undefined members. */
const throughJson = (value: Json): Json => JSON.parse(JSON.stringify(value)) as Json;

/** Compares a session with the state of an end line. A context of format 1 may contain other texts. */
function compareEnd({ format }: TraceHead, end: TraceEnd, session: Session, hasOtherContext: boolean): Difference[] {
  return [
    ...differencesIn(end.state, stateOf(session), 'end.state'),
    ...(hasOtherContext ? [] : differencesIn(end.context, contextFingerprint(session, format), 'end.context')),
  ];
}
