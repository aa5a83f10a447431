/** Replays a trace and finds the first difference. */
import type { TraceHead, TraceStep } from '../../schemas/generated/types.ts';
import type { CompiledFlow } from '../compile/index.ts';
import { type Session, type SessionEvent, type Step, sendEvent, startSession } from '../session/session.ts';
import { canonicalJson } from './canonical.ts';
import { endLine, stepLine, type TraceLine } from './record.ts';

export type DivergenceKind = 'state' | 'event-refused' | 'effects' | 'context' | 'threw';

export interface Divergence {
  readonly kind: DivergenceKind;
  /** The number of the step, or one past the last for the end line. */
  readonly n: number;
  readonly expected: string;
  readonly found: string;
}

export interface Replay {
  readonly head: TraceHead;
  /** The steps as they were replayed, up to and with the one that differs. */
  readonly steps: readonly TraceStep[];
  readonly divergence: Divergence | null;
  /** The flow decides as it did when the trace was recorded, whatever its texts say. */
  readonly sameBehaviour: boolean;
  /** False when the trace has no end line: the visitor left. */
  readonly ended: boolean;
}

function compare(expected: TraceStep, found: TraceStep): Divergence | null {
  const differs = (kind: DivergenceKind, a: unknown, b: unknown): Divergence => ({
    kind,
    n: expected.n,
    expected: canonicalJson(a),
    found: canonicalJson(b),
  });
  if (expected.refused !== found.refused)
    return differs(
      'event-refused',
      expected.refused === true ? 'refused' : 'taken',
      found.refused === true ? 'refused' : 'taken',
    );
  if (expected.state !== found.state) return differs('state', expected.state, found.state);
  if (canonicalJson(expected.effects) !== canonicalJson(found.effects))
    return differs('effects', expected.effects, found.effects);
  if (canonicalJson(expected.patch) !== canonicalJson(found.patch))
    return differs('context', expected.patch, found.patch);
  return null;
}

/**
 * Replays a trace on a flow. Calls are not made: their outcomes are in the trace.
 * @throws RangeError when the lines do not begin with a head and a first step
 */
export function replayTrace(compiled: CompiledFlow, lines: readonly TraceLine[]): Replay {
  const [head] = lines;
  if (head?.kind !== 'head') throw new RangeError('A trace begins with a head line.');
  const recorded = lines.filter((line) => line.kind === 'step');
  const end = lines.find((line) => line.kind === 'end');
  const draws = recorded[0]?.random !== undefined;
  const steps: TraceStep[] = [];
  const done = (divergence: Divergence | null): Replay => ({
    head,
    steps,
    divergence,
    sameBehaviour: head.behaviour === compiled.flow.behaviour,
    ended: end !== undefined,
  });
  let session: Session | null = null;
  for (const line of recorded) {
    const stamp = { at: line.at, random: line.random ?? 0 };
    let step: Step;
    try {
      step =
        session === null
          ? startSession(compiled, head.input as never)
          : sendEvent(session, line.event as unknown as SessionEvent, stamp);
    } catch (error) {
      return done({ kind: 'threw', n: line.n, expected: line.state, found: String(error) });
    }
    const found = stepLine(line.n, session, line.event as unknown as SessionEvent | null, stamp, step, draws);
    steps.push(found);
    const divergence = compare(line, found);
    if (divergence !== null) return done(divergence);
    session = step.session;
  }
  if (session === null) throw new RangeError('A trace has at least the step that starts it.');
  const last = endLine(session);
  if (end !== undefined && (end.state !== last.state || end.context !== last.context)) {
    return done({ kind: 'context', n: recorded.length, expected: canonicalJson(end), found: canonicalJson(last) });
  }
  return done(null);
}
