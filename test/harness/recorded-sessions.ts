/**
 * Sessions of all flows at random, without a browser: the events go through the engine, the recorder and the masking that
 * browsers run, a running server answers the calls, and its endpoint stores the traces.
 */
import type { SiteDefinition } from '../../engine/definition.ts';
import type { SessionInput } from '../../engine/flow/context.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import type { CallEffect, CallReport, Effect } from '../../engine/session/effects.ts';
import { type Session, type SessionEvent, screenOf, startSession } from '../../engine/session/session.ts';
import { createRecorder, outcomeOf, type Recorder } from '../../engine/trace/record.ts';
import { acceptedMoves, acceptedSource } from '../../engine/walks/event-samples.ts';
import { type Move, type MoveSource, movesFrom, startsOf } from '../../engine/walks/moves.ts';
import { compiledFlow } from './load-site.ts';
import { typedValue } from './random-person.ts';
import { type Random, randomFrom } from './random-visit.ts';

export interface SessionsOptions {
  /** The site that the server serves. */
  readonly site: SiteDefinition;
  /** The server, which trusts one proxy: each visitor has an address of its own. */
  readonly url: string;
  /** How many traces; a reload begins another one. */
  readonly count: number;
  readonly seed: number;
}

export interface RecordedSessions {
  /** By flow: traces, steps, and calls that the server answered. */
  readonly flows: Readonly<Record<string, { traces: number; steps: number; calls: number }>>;
  /** What visitors have typed, in lower case. None of it may be in a trace. */
  readonly typed: ReadonlySet<string>;
}

const mostActions = 24;
const anybody = { values: {}, source: {} };
const outside = new Set(['DONE', 'FAILED', 'TIMER']);

const uuid = (random: Random): string =>
  '00000000-0000-4000-8000-000000000000'.replace(/0/g, () => Math.floor(random.next() * 16).toString(16));

/** One visitor in one flow. */
class Visitor {
  private readonly compiled: CompiledFlow;
  private readonly source: MoveSource;
  private readonly random: Random;
  private readonly options: SessionsOptions;
  private readonly typed: Set<string>;
  private readonly visitId: string;
  private readonly address: string;
  private recorder: Recorder | null = null;
  private session: Session | null = null;
  private now = Date.now();
  private calls: CallEffect[] = [];
  private readonly visited = new Set<string>();
  private isOver = false;
  private traces = 0;
  steps = 0;
  answered = 0;

  constructor(source: MoveSource, options: SessionsOptions, number: number, typed: Set<string>) {
    this.source = source;
    this.compiled = source.watched.compiled;
    this.options = options;
    this.typed = typed;
    this.random = randomFrom(options.seed * 1_000_003 + number);
    this.visitId = `v${number.toString(36).padStart(8, '0')}${Math.floor(this.random.next() * 36 ** 6).toString(36)}`;
    this.address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
  }

  /** @returns the number of traces */
  async visit(): Promise<number> {
    const { random } = this;
    const [first, ...others] = startsOf(this.source, anybody);
    const start = random.chance(0.6) ? first : random.pick([first, ...others]);
    await this.open(start as Move);
    for (let action = 0; action < mostActions && !this.isOver; action += 1) {
      this.now += Math.floor(random.next() * 9000);
      await this.act();
    }
    await this.leave(this.isOver ? 'left' : random.pick(['left', 'hidden', 'closed'] as const));
    return this.traces;
  }

  private async open(move: Move): Promise<void> {
    if (move.kind !== 'open') throw new Error('The first move does not open anything.');
    const { random, compiled } = this;
    const own = Object.keys(move.input.ids);
    const input: SessionInput = {
      ...move.input,
      at: this.now,
      random: random.next(),
      ids: Object.fromEntries(own.map((name) => [name, uuid(random)])),
      visit: random.chance(0.5)
        ? {}
        : { src: random.pick(['bio', 'zuleica']), utm_source: 'instagram', referrer: 'x.example' },
    };
    this.recorder = createRecorder(compiled, input, this.visitId);
    const started = startSession(compiled, input);
    this.session = started.session;
    this.calls = [];
    await this.perform(started.effects);
  }

  /** Ends the trace, and uploads it as a browser does. */
  private async leave(reason: 'left' | 'hidden' | 'closed'): Promise<void> {
    if (this.recorder === null) return;
    this.recorder.end(reason, this.now);
    const lines = this.recorder.lines();
    this.recorder = null;
    this.traces += 1;
    this.steps += lines.filter(({ kind }) => kind === 'step').length;
    const name = `${this.visitId}-${String(this.traces).padStart(8, '0')}`;
    const reply = await fetch(`${this.options.url}/_f/traces?session=${name}&from=0`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', 'x-forwarded-for': this.address },
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    });
    if (reply.status !== 204) throw new Error(`The server refused a trace with ${reply.status}.`);
  }

  private async send(event: SessionEvent): Promise<void> {
    const stamp = { at: this.now, random: this.random.next() };
    this.recorder?.record(event, stamp);
    const outcome = outcomeOf(this.session as Session, event, stamp);
    this.session = outcome.session;
    this.visited.add(screenOf(this.session).id);
    await this.perform(outcome.effects);
  }

  private async perform(effects: readonly Effect[]): Promise<void> {
    for (const effect of effects) {
      if (effect.kind === 'leave' || effect.kind === 'close') this.isOver = true;
      if (effect.kind !== 'call') continue;
      if (effect.background) await this.request(effect);
      else this.calls.push(effect);
    }
  }

  private async act(): Promise<void> {
    const { random } = this;
    const call = this.calls.shift();
    if (call !== undefined) return await this.send(await this.replyTo(call));
    const session = this.session as Session;
    const stamp = { at: this.now, random: 0.5 };
    const moves = acceptedMoves(this.source, session, this.visited, stamp);
    const timer = moves.find(({ event }) => event.type === 'TIMER');
    if (timer !== undefined && random.chance(0.7)) return await this.send(timer.event);
    if (random.chance(0.04)) this.recorder?.note({ at: this.now, what: random.pick(['offline', 'online'] as const) });
    const again = movesFrom(this.source, anybody, session, [...this.visited]).filter(({ kind }) => kind === 'open');
    if (again.length > 0 && random.chance(0.03)) {
      await this.leave('left');
      return await this.open(random.pick(again));
    }
    const { form } = screenOf(session);
    if (form !== null && random.chance(0.85)) return await this.fillIn(session);
    const own = moves.filter(({ event }) => !outside.has(event.type));
    if (own.length === 0) this.isOver = true;
    else await this.send(random.pick(own).event);
  }

  /** Types into the fields of a form, letter by letter or at once, chooses options, and sends it. */
  private async fillIn(session: Session): Promise<void> {
    const { random, source } = this;
    const form = screenOf(session).form?.definition;
    const accepted = source.forms.get(form?.id ?? '')?.accepted ?? {};
    const values: Record<string, never> = {};
    for (const { name, type, pii, rules } of form?.fields ?? []) {
      const isText = typeof accepted[name] === 'string' && (pii !== undefined || ['text', 'textarea'].includes(type));
      const value = isText ? typedValue(random, type) : random.chance(0.1) ? '' : accepted[name];
      if (value === undefined || (random.chance(0.08) && rules.length > 0)) continue;
      const text = String(value);
      if (pii !== undefined && text.trim().length > 5) this.typed.add(text.toLowerCase());
      const parts = isText && random.chance(0.3) ? [text.slice(0, text.length >> 1), text] : [value];
      for (const part of parts) {
        await this.send({ type: 'INPUT', field: name, value: part as never });
        this.now += 300;
        if (random.chance(0.2)) this.recorder?.rest();
      }
      values[name] = value as never;
    }
    this.recorder?.rest();
    await this.send({ type: 'SUBMIT', values: random.chance(0.5) ? values : {} });
  }

  /** What a call is answered: by the server, or by a fault of the way to it. */
  private async replyTo(call: CallEffect): Promise<SessionEvent> {
    const { random } = this;
    const fault = random.next();
    const { id } = call;
    const failed = (status: number | null, report: CallReport): SessionEvent => ({
      ...{ type: 'FAILED', id, report, error: { message: status === null ? null : 'Ana Prado já existe', status } },
    });
    if (fault < 0.05) return failed(500, { ms: 90, tries: 3, status: 500, body: 'json' });
    if (fault < 0.1)
      return failed(null, { ms: 4000, tries: 3, status: null, why: random.pick(['offline', 'network']) });
    if (fault < 0.12) return failed(null, { ms: call.timeout, tries: 1, status: null, why: 'timeout' });
    const { status, output } = await this.request(call);
    this.now += 40;
    const report: CallReport = { ms: 40, tries: 1, status, body: 'json' };
    const isOk = status < 400 && (output as { success?: boolean } | null)?.success !== false;
    if (isOk) return { type: 'DONE', id, output: output as never, report };
    const { message = null } = (output ?? {}) as { message?: string | null };
    return { type: 'FAILED', id, error: { message, status }, report };
  }

  private async request({ method, path, payload }: CallEffect): Promise<{ status: number; output: unknown }> {
    const headers = { accept: 'application/json', 'visit-id': this.visitId, 'x-forwarded-for': this.address };
    const response =
      method === 'GET'
        ? await fetch(`${this.options.url}${path}?${new URLSearchParams(payload as Record<string, string>)}`, {
            headers,
          })
        : await fetch(this.options.url + path, {
            method,
            headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': uuid(this.random) },
            body: JSON.stringify(payload),
          });
    this.answered += 1;
    return { status: response.status, output: await response.json().catch(() => null) };
  }
}

/** Records sessions of each flow in turn. @throws Error if the server refuses a trace */
export async function recordSessions(options: SessionsOptions): Promise<RecordedSessions> {
  const { site, count } = options;
  const sources = Object.keys(site.flows).map((id) => [id, acceptedSource(compiledFlow(site, id))] as const);
  const flows = Object.fromEntries(sources.map(([id]) => [id, { traces: 0, steps: 0, calls: 0 }]));
  const typed = new Set<string>();
  let made = 0;
  for (let number = 0; made < count; number += 1) {
    const [id, source] = sources[number % sources.length] as (typeof sources)[number];
    const visitor = new Visitor(source, options, number, typed);
    const traces = await visitor.visit();
    made += traces;
    const sum = flows[id] as { traces: number; steps: number; calls: number };
    sum.traces += traces;
    sum.steps += visitor.steps;
    sum.calls += visitor.answered;
  }
  return { flows, typed };
}
