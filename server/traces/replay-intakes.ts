/**
 * Compares the replies in a trace with what the intakes of given definitions would answer. A trace holds redacted values:
 * what depends on one of them, on the store or on the network is unknown and counts as equal.
 */
import type { IntakeDefinition, SiteDefinition } from '../../engine/definition.ts';
import { evaluate } from '../../engine/expressions/run.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import type { Lookup } from '../../engine/flow/scope.ts';
import { type IntakeRules, prepareAcceptance, type Values } from '../../engine/intakes/accept.ts';
import { datesOf, verifiedValues } from '../../engine/intakes/scope.ts';
import { lookupOver } from '../../engine/intakes/submission-scope.ts';
import { formMessages, messagesFor } from '../../engine/messages/catalogue.ts';
import type { CallEffect } from '../../engine/session/effects.ts';
import { type Difference, equalJson, isRecord } from '../../engine/trace/differences.ts';
import { type RecordedOutcome, recordedEffects, recordedOutcome } from '../../engine/trace/recording.ts';
import { createRedaction, type Redaction } from '../../engine/trace/redaction.ts';
import type { Replay } from '../../engine/trace/replay.ts';
import type { CheckedReply } from '../../engine/trace/reply-impact.ts';
import type { Json } from '../../schemas/compiled.ts';
import type { TraceStep } from '../../schemas/generated/types.ts';
import { redirectOf } from '../intakes/redirect.ts';

/** A value that an answer contains; null if it depends on something that the trace does not hold. */
type Member = { readonly value: Json } | null;

/** What an intake would answer. Null: it depends on something that the trace does not hold. */
type Answer =
  | { readonly status: 200; readonly members: ReadonlyMap<string, Member>; readonly values: Values }
  | { readonly status: 404 | 405 | 409 | 422; readonly reason: string }
  | null;

interface IntakeReplay {
  readonly intake: IntakeDefinition;
  readonly acceptance: IntakeRules;
}

const prepared = new WeakMap<SiteDefinition, Map<string, IntakeReplay>>();

function intakesOf(site: SiteDefinition): Map<string, IntakeReplay> {
  const known = prepared.get(site);
  if (known !== undefined) return known;
  const [texts, messages] = [formMessages(site.site), messagesFor(site.site)];
  const made = new Map(
    Object.values(site.intakes).map((intake) => [
      `${intake.method} ${intake.path}`,
      { intake, acceptance: prepareAcceptance(site, intake, texts, messages) },
    ]),
  );
  prepared.set(site, made);
  return made;
}

/** The same values, which report their names when they are read. */
function watched(values: Values): { values: Values; read: Set<string> } {
  const read = new Set<string>();
  const members = Object.entries(values).map(([name, value]): [string, PropertyDescriptor] => [
    name,
    {
      enumerable: true,
      get: () => {
        read.add(name);
        return value;
      },
    },
  ]);
  return { values: Object.defineProperties({}, Object.fromEntries(members)) as Values, read };
}

/** Compares the replies of one trace. */
class IntakeCheck {
  private readonly site: SiteDefinition;
  private readonly redaction: Redaction;
  /** The values of the last submission to each subject, by its records. */
  private readonly stored = new Map<string, Values>();

  constructor(site: SiteDefinition, compiled: CompiledFlow) {
    this.site = site;
    this.redaction = createRedaction(compiled);
  }

  /** What the intake of a call would answer, as far as the trace holds what decides it. */
  known(call: CallEffect): Readonly<Record<string, Json>> {
    const answer = this.answer(call);
    const members = answer?.status === 200 ? [...answer.members] : [];
    return Object.fromEntries(members.flatMap(([name, member]) => (member === null ? [] : [[name, member.value]])));
  }

  /** The differences between a recorded outcome of a call and the answer of its intake. */
  compare(call: CallEffect, outcome: RecordedOutcome): Difference[] {
    const answer = this.answer(call);
    const of = callName(call);
    if (answer === null) return [];
    if (answer.status !== 200)
      return outcome.type === 'DONE'
        ? [{ path: 'reply.status', of, recorded: 200, replayed: `${answer.status}: ${answer.reason}` }]
        : [];
    if (outcome.type === 'FAILED') {
      const status = outcome.error?.status ?? null;
      const isKept = Object.keys(call.payload).every((name) => this.redaction.keeps(name));
      const isRefusal = status === 409 || (status === 422 && isKept);
      return isRefusal ? [{ path: 'reply.status', of, recorded: status, replayed: 200 }] : [];
    }
    return this.compareMembers(answer.members, outcome.output, of);
  }

  /** Remembers what a call has stored, or that it is not known. */
  remember(call: CallEffect, isAccepted: boolean): void {
    const found = intakesOf(this.site).get(`POST ${call.path}`);
    if (call.method !== 'POST' || found === undefined) return;
    const answer = isAccepted ? this.answer(call) : null;
    const values = answer?.status === 200 ? answer.values : call.payload;
    const key = this.subjectOf(found, values);
    if (key === null) return;
    if (answer?.status === 200) this.stored.set(key, answer.values);
    else this.stored.delete(key);
  }

  private subjectOf({ intake, acceptance }: IntakeReplay, values: Values): string | null {
    const value = intake.lookupBy === null ? null : (values[intake.lookupBy] ?? null);
    return value === null
      ? null
      : JSON.stringify([intake.records, acceptance.normal(intake.lookupBy as string, value)]);
  }

  private answer({ method, path, payload }: CallEffect): Answer {
    const all = intakesOf(this.site);
    const found = all.get(`${method} ${path}`);
    if (found === undefined) {
      const other = method === 'GET' ? 'POST' : 'GET';
      return all.has(`${other} ${path}`)
        ? { status: 405, reason: `${path} accepts only ${other}` }
        : { status: 404, reason: `no intake has the path ${path}` };
    }
    const { intake, acceptance } = found;
    const accepted = acceptance.accept(payload);
    if (!accepted.ok) {
      const isSure = (name: string): boolean => this.redaction.keeps(name) || (payload[name] ?? '') === '';
      const names = Object.keys(accepted.errors).filter(isSure);
      return names.length === 0
        ? null
        : { status: 422, reason: names.map((name) => `${name}: ${accepted.errors[name]}`).join(', ') };
    }
    if (method === 'GET') return this.found(found, accepted.values);
    return this.submitted(intake, accepted.values, accepted.sent);
  }

  private submitted(intake: IntakeDefinition, accepted: Values, flat: Values): Answer {
    const sent = watched(flat);
    const computed = verifiedValues(this.site, intake, sent.values);
    if (computed === null)
      return this.areKept(sent.read)
        ? { status: 422, reason: `verify: ${intake.verify?.values.join(', ') ?? ''}` }
        : null;
    const values = { ...accepted, ...computed };
    const reads = (run: (lookup: Lookup) => Json): Member => {
      let isKnown = true;
      const lookup = lookupOver(values);
      try {
        const value = run((name) => {
          if (name === 'submission' || name === 'attribution' || name === 'deliveries') isKnown = false;
          else if (Object.hasOwn(values, name)) isKnown &&= Object.hasOwn(computed, name) || this.redaction.keeps(name);
          return lookup(name);
        });
        return isKnown ? { value } : null;
      } catch {
        // The redacted values may lack what the real ones have.
        return null;
      }
    };
    const { when } = intake;
    const isOpen = when === null ? { value: true } : reads((lookup) => evaluate(when, lookup, datesOf(this.site)));
    if (isOpen === null) return null;
    if (isOpen.value !== true) return { status: 409, reason: 'when is false' };
    const members = this.membersOf(intake, reads);
    if (intake.redirect !== null) {
      const address = reads((lookup) => redirectOf(this.site, intake, lookup));
      if (address === null || address.value !== null) members.set('redirectUrl', address);
    }
    return { status: 200, members, values };
  }

  private found(found: IntakeReplay, asked: Values): Answer {
    const key = this.subjectOf(found, asked);
    const record = key === null ? undefined : this.stored.get(key);
    const lookup = lookupOver(record ?? {});
    const members = this.membersOf(found.intake, (run) => {
      let isKnown = record !== undefined;
      try {
        const value = run((name) => {
          isKnown &&= record !== undefined && (this.redaction.keeps(name) || !Object.hasOwn(record, name));
          return lookup(name);
        });
        return isKnown ? { value } : null;
      } catch {
        return null;
      }
    });
    return { status: 200, members, values: asked };
  }

  private membersOf({ response }: IntakeDefinition, reads: (run: (lookup: Lookup) => Json) => Member) {
    return new Map(
      Object.entries(response).map(([name, code]): [string, Member] => [
        name,
        reads((lookup) => evaluate(code, lookup, datesOf(this.site))),
      ]),
    );
  }

  private areKept(names: ReadonlySet<string>): boolean {
    return [...names].every((name) => this.redaction.keeps(name));
  }

  /** A `message` is a text for the visitor. It may be another one. */
  private compareMembers(members: ReadonlyMap<string, Member>, output: Json, of: string): Difference[] {
    if (!isRecord(output))
      return [{ path: 'reply', of, recorded: output, replayed: Object.fromEntries(members) as Json }];
    const differences: Difference[] = [];
    const seen = new Set<string>();
    for (const [name, member] of members) {
      const [[recordedName, value]] = Object.entries(this.redacted({ [name]: member?.value ?? null })) as [
        [string, Json],
      ];
      seen.add(recordedName);
      const recorded = output[recordedName];
      if (recorded === undefined) {
        // An unknown redirect may lead nowhere.
        if (name !== 'redirectUrl' || member !== null)
          differences.push({ path: `reply.${name}`, of, ...(member === null ? {} : { replayed: value }) });
      } else if (name !== 'message' && member !== null && !equalJson(withoutIds(recorded), withoutIds(value)))
        differences.push({ path: `reply.${name}`, of, recorded, replayed: value });
    }
    for (const [name, recorded] of Object.entries(output))
      if (!seen.has(name)) differences.push({ path: `reply.${name}`, of, recorded });
    return differences;
  }

  private redacted(output: Json): Readonly<Record<string, Json>> {
    const event = this.redaction.event({ type: 'DONE', id: '', output });
    return event.type === 'DONE' ? (event.output as Readonly<Record<string, Json>>) : {};
  }
}

/** UUIDs are numbered in the order in which a trace met them. */
const withoutIds = (value: Json): Json =>
  JSON.parse(JSON.stringify(value).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, 'uuid')) as Json;

const callName = ({ method, path }: CallEffect): string => `${method} ${path}`;

/** The calls of a step of a trace, or of a run on other definitions, and their outcomes. */
export type StepOfCalls = Pick<TraceStep, 'n' | 'event' | 'effects'>;

/**
 * The recorded replies to calls, in order, with what their intakes would answer.
 * @param site the intakes, and the flow that made the calls
 * @param strayedAt from this step on, the recorded calls are not those of the visitor
 */
export function* checkedReplies(
  site: SiteDefinition,
  compiled: CompiledFlow,
  steps: readonly StepOfCalls[],
  strayedAt: number | null,
): Generator<CheckedReply> {
  const check = new IntakeCheck(site, compiled);
  const pending = new Map<string, { readonly n: number; readonly call: CallEffect }>();
  for (const step of steps) {
    const { n } = step;
    if (strayedAt !== null && n >= strayedAt) return;
    const outcome = recordedOutcome(step);
    if (outcome !== null) {
      const made = pending.get(outcome.id);
      pending.delete(outcome.id);
      if (made !== undefined) {
        const { n: at, call } = made;
        yield { n: at, of: callName(call), known: check.known(call), differences: check.compare(call, outcome) };
        check.remember(made.call, outcome.type === 'DONE');
      }
    }
    for (const call of recordedEffects(step, 'call')) {
      if (call.background) check.remember(call, false);
      else pending.set(call.id, { n, call });
    }
  }
}

/**
 * A replay with the first difference of a reply, if that comes before the one that the replay has found.
 * @param compiled the flow of the replay, one of the site
 */
export function withIntakes(site: SiteDefinition, compiled: CompiledFlow, replay: Replay): Replay {
  for (const { n: at, differences } of checkedReplies(site, compiled, replay.steps, replay.strayedAt)) {
    if (differences.length === 0) continue;
    if (replay.divergence !== null && replay.divergence.n <= at) return replay;
    return {
      ...replay,
      divergence: { kind: 'intake', n: at, differences },
      steps: replay.steps.filter(({ n }) => n <= at),
    };
  }
  return replay;
}
