/** What recorded visits have reached of a flow, and what no visit has reached. */
import type { CompiledFlow } from '../flow/index.ts';
import { watchFlow } from '../flow/transitions.ts';
import {
  leafOf,
  type Session,
  type SessionEvent,
  type SessionStep,
  sendEvent,
  startSession,
} from '../session/session.ts';
import type { TraceLine } from '../trace/record.ts';
import { type Goal, goalsOf, reachedBy, switchedOff } from './goals.ts';
import { type CallFailure, type Move, movesSource } from './moves.ts';

export interface Coverage {
  /** What visitors can reach, apart from what a fact or a phase switches off; with the number of traces that reached it. */
  readonly goals: readonly { readonly goal: Goal; readonly traces: number }[];
  readonly traces: number;
  /** The traces of another behaviour of the flow. They count as far as the flow still takes their events. */
  readonly outdated: number;
}

export interface CoverageCounter {
  /** Adds a trace. @throws RangeError if it has no head */
  add(lines: readonly TraceLine[]): void;
  result(): Coverage;
}

/** Counts what traces reach of a flow. */
export function createCoverage(compiled: CompiledFlow): CoverageCounter {
  const source = movesSource(watchFlow(compiled));
  const { watched } = source;
  const all = goalsOf(source);
  const off = switchedOff(source, all);
  const counts = new Map<string, number>();
  let traces = 0;
  let outdated = 0;

  /** The goals of the rules that refused a submission. */
  const rulesBroken = (before: Session, after: Session): string[] => {
    const { step } = leafOf(before);
    const form = compiled.flow.steps[step];
    if (form?.kind !== 'form') return [];
    const fields = compiled.forms.find(({ id }) => id === form.form)?.fields ?? [];
    return Object.entries(after.snapshot.context.errors).flatMap(([name, message]) => {
      const rule = fields.find((each) => each.name === name)?.rules.findIndex((each) => each.message === message) ?? -1;
      return rule < 0 ? [] : [`rule ${step} ${name} ${rule}`];
    });
  };

  return {
    add(lines) {
      const [head] = lines;
      if (head?.kind !== 'head') throw new RangeError('The first line of a trace must be its head.');
      traces += 1;
      if (head.behaviour !== compiled.flow.behaviour) outdated += 1;
      const reached = new Set<string>();
      let session: Session | null = null;
      for (const line of lines) {
        if (line.kind !== 'step') continue;
        watched.taken();
        const before: Session | null = session;
        try {
          const move = moveOf(line.event as SessionEvent | null, head.input);
          const step: SessionStep =
            before === null || move.kind === 'open'
              ? startSession(watched.compiled, head.input)
              : sendEvent(before, move.event, { at: line.at, random: line.random ?? 0 });
          session = step.session;
          for (const id of reachedBy(source, before, move, { ...step, transitions: watched.taken(), threw: null }))
            reached.add(id);
          if (before !== null && move.kind === 'send' && move.event.type === 'SUBMIT')
            for (const id of rulesBroken(before, step.session)) reached.add(id);
        } catch {
          // An edited flow may not be able to take an event of the recording.
          if (session === null) break;
        }
      }
      for (const id of reached) counts.set(id, (counts.get(id) ?? 0) + 1);
    },
    result: () => ({
      goals: all.filter(({ id }) => !off.has(id)).map((goal) => ({ goal, traces: counts.get(goal.id) ?? 0 })),
      ...{ traces, outdated },
    }),
  };
}

function moveOf(event: SessionEvent | null, input: Extract<Move, { kind: 'open' }>['input']): Move {
  if (event === null) return { kind: 'open', how: 'address', input };
  return event.type === 'FAILED'
    ? { kind: 'send', event, failure: failureOf(event.error.status) }
    : { kind: 'send', event };
}

const failureOf = (status: number | null): CallFailure =>
  status === null ? 'network' : status < 500 ? 'refused' : 'error';
