/** Runs a case of a scenario on the machine that visitors get, with simulated clock, network and storage. */
import type { Json } from '../../schemas/compiled.ts';
import type { ScenarioAct, ScenarioCase } from '../../schemas/generated/types.ts';
import { type SessionInput, stepOf } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { loadedSteps } from '../flow/load-state.ts';
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
import { fetchedSteps, isOverAfter, withoutPersonal } from '../session/visit-end.ts';
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

interface TimerEvent {
  readonly at: number;
  readonly id: string;
  readonly event: SessionEvent;
}

/** The address that a redirect leads to; null if it is not allowed. */
export type LeaveFor = (effect: Extract<Effect, { kind: 'leave' }>) => string | null;

/** A visit of a case: what it did, and what is due. */
class ScenarioVisit {
  readonly begin: number;
  readonly effects: Effect[] = [];
  readonly events: string[] = [];
  readonly server: ScenarioServer;
  session: Session;
  now: number;
  hasLeft = false;
  private readonly compiled: CompiledFlow;
  private readonly given: ScenarioCase;
  private readonly once = new Set<string>();
  private readonly history: string[] = [];
  private due: TimerEvent[] = [];
  private isOver = false;
  /** A dialog was closed while a call was under way: it ends with the call. */
  private isClosing = false;

  /** @throws RangeError for a clock that is no moment */
  constructor(compiled: CompiledFlow, given: ScenarioCase, answers: IntakeAnswers) {
    const begin = given.clock === undefined ? walkTime : momentOf(given.clock);
    if (begin === null) throw new RangeError(`The clock ${given.clock} is no moment with an offset.`);
    this.begin = begin;
    this.now = begin;
    this.compiled = compiled;
    this.given = given;
    this.server = createScenarioServer(answers, given.replies);
    this.session = this.open({});
    this.elapse(0);
  }

  private open(more: Partial<SessionInput>): Session {
    const { given, compiled, now } = this;
    const started = startSession(compiled, {
      screen: given.open ?? null,
      query: (given.query ?? {}) as Readonly<Record<string, string>>,
      visit: (given.source ?? {}) as Readonly<Record<string, string>>,
      at: now,
      random: walkRandom,
      ids: exampleIds(compiled.flow),
      saved: given.with ?? {},
      ...more,
    });
    this.perform(started.effects);
    this.isOver = isOverAfter(this.isOver, started.session, null);
    return started.session;
  }

  private perform(asked: readonly Effect[]): void {
    const { effects, events, once, history, now, server } = this;
    for (const effect of asked) {
      effects.push(effect);
      if (effect.kind === 'navigate' && history.at(-1) !== effect.screen) history.push(effect.screen);
      if (effect.kind === 'timer')
        this.due.push({ at: now + effect.ms, id: effect.id, event: { type: 'TIMER', id: effect.id } });
      if (effect.kind === 'cancel' || effect.kind === 'forget')
        this.due = this.due.filter(({ id }) => id !== effect.id);
      if (effect.kind === 'leave' || effect.kind === 'close') this.hasLeft = true;
      if (effect.kind === 'track' && !(effect.once === true && once.has(effect.event))) {
        events.push(effect.event);
        once.add(effect.event);
      }
      if (effect.kind !== 'call') continue;
      const { ms, outcome } = server.answer(effect);
      if (!effect.background) this.due.push({ at: now + ms, id: effect.id, event: outcome });
    }
  }

  private send(event: SessionEvent): boolean {
    const step = sendEvent(this.session, event, { at: this.now, random: walkRandom });
    this.session = step.session;
    this.isOver = isOverAfter(this.isOver, step.session, event);
    this.perform(step.effects);
    return step.handled;
  }

  /** Lets time pass; what is due happens in order. */
  elapse(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      const [next] = this.due.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
      if (next === undefined) break;
      this.due = this.due.filter((each) => each !== next);
      this.now = Math.max(this.now, next.at);
      this.send(next.event);
      if (this.isClosing && screenOf(this.session).status !== 'calling') this.due = [];
    }
    this.now = until;
  }

  /** @returns false if the flow ignored the act */
  act({ press, choose, fill, do: other, wait }: ScenarioAct): boolean {
    if (press !== undefined) return this.send({ type: 'on', name: press });
    if (choose !== undefined) return this.send({ type: 'SELECT', value: choose });
    if (fill !== undefined)
      return Object.entries(fill).every(([field, value]) => this.send({ type: 'INPUT', field, value: value as Json }));
    if (wait !== undefined) {
      this.elapse(Number(wait));
      return true;
    }
    switch (other) {
      case 'next':
        return this.send({ type: 'NEXT' });
      case 'previous':
        return this.send({ type: 'PREVIOUS' });
      case 'submit':
        return this.send({ type: 'SUBMIT', values: {} });
      case 'back':
        return this.goBack();
      case 'reload':
        this.reload();
        return true;
      case 'close':
        this.close();
        return true;
      default:
        return true;
    }
  }

  private goBack(): boolean {
    this.history.pop();
    const screen = this.history.pop();
    if (screen !== undefined) return this.send({ type: 'GO', screen });
    this.hasLeft = true;
    return true;
  }

  private close(): void {
    this.hasLeft = true;
    this.isClosing = !hasPaths(this.compiled.flow) && screenOf(this.session).status === 'calling';
    if (!this.isClosing) this.due = [];
  }

  private reload(): void {
    this.due = [];
    const { compiled, given, effects, session, isOver } = this;
    const { flow } = compiled;
    const { step, screen } = leafOf(session);
    const { context } = session.snapshot;
    const shown = effects.findLast((effect) => effect.kind === 'navigate' && effect.path !== null);
    const address = shown?.kind === 'navigate' ? shown : { screen: given.open ?? null, query: given.query ?? {} };
    const query = address.query as SessionInput['query'];
    const addressed = flow.steps[step]?.path === undefined ? stepOf(address.screen) : step;
    if (flow.resume === false || given.storage === 'denied') {
      this.isOver = false;
      this.session = this.open({ screen: addressed, query });
      return;
    }
    const saved = isOver ? withoutPersonal(compiled, context.values) : context.values;
    const loaded = fetchedSteps(compiled, loadedSteps(flow, context), saved);
    this.session = this.open({ screen: isOver && addressed !== step ? addressed : screen, query, saved, loaded });
  }
}

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
  const visit = new ScenarioVisit(compiled, given, answers);
  const { effects } = visit;
  return given.steps.map((each): ScenarioStep => {
    const before = effects.length;
    const isAct = Object.keys(each).some((key) => key !== 'expect');
    let handled = true;
    // Nothing that a visitor does reaches a flow that was left.
    if (isAct && visit.hasLeft && each.wait === undefined) handled = false;
    else for (let tap = 0; tap < (each.taps ?? 1); tap += 1) handled = visit.act(each) && handled;
    visit.elapse(0);
    return {
      act: each,
      screen: visit.hasLeft ? 'left' : leafOf(visit.session).screen,
      at: visit.now - visit.begin,
      effects: effects.slice(before).map(({ kind }) => kind),
      handled,
      failures: unmetBy(each.expect ?? {}, viewOf(visit, leaveFor)),
    };
  });
}

function viewOf({ session, server, effects, events }: ScenarioVisit, leaveFor: LeaveFor): ScenarioView {
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
