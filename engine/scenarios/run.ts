/** Runs a case of a scenario on the machine that visitors get, with simulated clock, network and storage. */
import type { Json } from '../../schemas/compiled.ts';
import type { ScenarioAct, ScenarioCase } from '../../schemas/generated/types.ts';
import type { SessionInput } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { loadedSteps } from '../flow/loaded.ts';
import { hasPaths } from '../flow/step-query.ts';
import type { IntakeAnswers } from '../intakes/answers.ts';
import type { Effect } from '../session/effects.ts';
import {
  leafOf,
  type Session,
  type SessionEvent,
  scopeAt,
  screenOf,
  sendEvent,
  startSession,
} from '../session/session.ts';
import { momentOf } from '../values/moment.ts';
import { exampleIds, walkRandom, walkTime } from '../walks/moves.ts';
import { type ScenarioView, type UnmetExpectation, unmetBy } from './expect.ts';
import { createScenarioServer, type ScenarioServer } from './server.ts';

/** The result of one act. */
export interface ScenarioStep {
  readonly act: ScenarioAct;
  /** The screen after it. */
  readonly screen: string;
  /** The milliseconds since the beginning of the visit. */
  readonly at: number;
  /** The kinds of its effects. */
  readonly effects: readonly string[];
  /** False if the flow ignored the act. */
  readonly handled: boolean;
  /** The expectations that are not met. */
  readonly failures: readonly UnmetExpectation[];
}

interface Due {
  readonly at: number;
  readonly id: string;
  readonly event: SessionEvent;
}

/** The address that a redirect leads to; null if it is not allowed. */
export type LeaveFor = (effect: Extract<Effect, { kind: 'leave' }>) => string | null;

/**
 * Runs a case to its end, or to the act after which the visit cannot go on.
 * @param answers those of the site's intakes
 * @throws RangeError for a clock that is no moment
 */
export function runCase(
  compiled: CompiledFlow,
  given: ScenarioCase,
  leaveFor: LeaveFor,
  answers: IntakeAnswers,
): readonly ScenarioStep[] {
  const begin = given.clock === undefined ? walkTime : momentOf(given.clock);
  if (begin === null) throw new RangeError(`The clock ${given.clock} is no moment with an offset.`);
  const { flow } = compiled;
  const server = createScenarioServer(answers, given.replies);
  const effects: Effect[] = [];
  const events: string[] = [];
  const once = new Set<string>();
  const history: string[] = [];
  let due: Due[] = [];
  let now = begin;
  let hasLeft = false;
  /** A dialog was closed while a call was under way: it ends with the call. */
  let isClosing = false;

  const opened = (more: Partial<SessionInput>): SessionInput => ({
    screen: given.open ?? null,
    query: (given.query ?? {}) as Readonly<Record<string, string>>,
    visit: (given.source ?? {}) as Readonly<Record<string, string>>,
    at: now,
    random: walkRandom,
    ids: exampleIds(flow),
    saved: given.with ?? {},
    ...more,
  });
  const perform = (asked: readonly Effect[]): void => {
    for (const effect of asked) {
      effects.push(effect);
      if (effect.kind === 'navigate' && history.at(-1) !== effect.screen) history.push(effect.screen);
      if (effect.kind === 'timer')
        due.push({ at: now + effect.ms, id: effect.id, event: { type: 'TIMER', id: effect.id } });
      if (effect.kind === 'cancel' || effect.kind === 'forget') due = due.filter(({ id }) => id !== effect.id);
      if (effect.kind === 'leave' || effect.kind === 'close') hasLeft = true;
      if (effect.kind === 'track' && !(effect.once === true && once.has(effect.event))) {
        events.push(effect.event);
        once.add(effect.event);
      }
      if (effect.kind !== 'call') continue;
      const { ms, outcome } = server.answer(effect);
      if (!effect.background) due.push({ at: now + ms, id: effect.id, event: outcome });
    }
  };
  const open = (input: SessionInput): Session => {
    const started = startSession(compiled, input);
    perform(started.effects);
    return started.session;
  };
  let session = open(opened({}));

  const send = (event: SessionEvent): boolean => {
    const step = sendEvent(session, event, { at: now, random: walkRandom });
    session = step.session;
    perform(step.effects);
    return step.handled;
  };
  /** Lets time pass; what is due happens in order. */
  const elapse = (ms: number): void => {
    const until = now + ms;
    for (;;) {
      const [next] = due.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
      if (next === undefined) break;
      due = due.filter((each) => each !== next);
      now = Math.max(now, next.at);
      send(next.event);
      if (isClosing && screenOf(session).status !== 'calling') due = [];
    }
    now = until;
  };

  const reload = (): void => {
    due = [];
    const { step, screen } = leafOf(session);
    const { context } = session.snapshot;
    const keeps = flow.resume !== false && given.storage !== 'denied';
    const shown = effects.findLast((effect) => effect.kind === 'navigate' && effect.path !== null);
    const query = shown?.kind === 'navigate' ? shown.query : (given.query ?? {});
    session = open(
      keeps
        ? opened({ screen, query: query as never, saved: context.values, loaded: loadedSteps(flow, context) })
        : opened({ screen: flow.steps[step]?.path === undefined ? (given.open ?? null) : step, query: query as never }),
    );
  };

  const act = ({ press, choose, fill, do: other, wait }: ScenarioAct): boolean => {
    if (press !== undefined) return send({ type: 'on', name: press });
    if (choose !== undefined) return send({ type: 'SELECT', value: choose });
    if (fill !== undefined)
      return Object.entries(fill).every(([field, value]) => send({ type: 'INPUT', field, value: value as Json }));
    if (wait !== undefined) {
      elapse(Number(wait));
      return true;
    }
    switch (other) {
      case 'next':
        return send({ type: 'NEXT' });
      case 'previous':
        return send({ type: 'PREVIOUS' });
      case 'submit':
        return send({ type: 'SUBMIT', values: {} });
      case 'back': {
        history.pop();
        const screen = history.pop();
        if (screen === undefined) hasLeft = true;
        return screen === undefined || send({ type: 'GO', screen });
      }
      case 'reload':
        reload();
        return true;
      case 'close':
        hasLeft = true;
        isClosing = !hasPaths(flow) && screenOf(session).status === 'calling';
        if (!isClosing) due = [];
        return true;
      default:
        return true;
    }
  };

  elapse(0);
  return given.steps.map((each): ScenarioStep => {
    const before = effects.length;
    const isAct = Object.keys(each).some((key) => key !== 'expect');
    let handled = true;
    // Nothing that a visitor does reaches a flow that was left.
    if (isAct && hasLeft && each.wait === undefined) handled = false;
    else for (let tap = 0; tap < (each.taps ?? 1); tap += 1) handled = act(each) && handled;
    elapse(0);
    return {
      act: each,
      screen: hasLeft ? 'left' : leafOf(session).screen,
      at: now - begin,
      effects: effects.slice(before).map(({ kind }) => kind),
      handled,
      failures: unmetBy(each.expect ?? {}, viewOf(session, server, { effects, events, leaveFor })),
    };
  });
}

function viewOf(
  session: Session,
  server: ScenarioServer,
  {
    effects,
    events,
    leaveFor,
  }: { readonly effects: readonly Effect[]; readonly events: readonly string[]; readonly leaveFor: LeaveFor },
): ScenarioView {
  const { id, status, form } = screenOf(session);
  const left = effects.findLast((effect) => effect.kind === 'leave');
  return {
    screen: id,
    busy: status === 'calling' || status === 'loading',
    messages: messagesIn(effects, form?.problem ?? null),
    errors: form?.errors ?? {},
    events,
    leaves: left?.kind === 'leave' ? leaveFor(left) : null,
    value: scopeAt(session),
    sent: server.sent,
    stored: server.stored,
  };
}

/** The texts of the last message, and the problem that the form shows. */
function messagesIn(effects: readonly Effect[], problem: string | null): string[] {
  const last = effects.findLast(({ kind }) => kind === 'toast' || kind === 'alert');
  const texts = last?.kind === 'toast' ? [last.title, last.text] : last?.kind === 'alert' ? [last.text] : [];
  return [...texts, ...(problem === null ? [] : [problem])];
}
