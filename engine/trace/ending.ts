/** How a recorded session ended: one pure function of its lines. */
import type { SiteFile, TraceEnd } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import { redactPersonal } from '../forms/redact-pii.ts';
import type { FormDefinition, RuleWord } from '../forms/types.ts';
import type { CallReport } from '../session/effects.ts';
import { callWithId } from '../steps/parts/call-id.ts';
import {
  asksFor,
  courseOfTrace,
  isAccepted,
  isSeen,
  type TraceCourse,
  type TracedCall,
  type TracedPlace,
  type TracedStep,
} from './course.ts';
import type { TraceLine } from './record.ts';
import { recordedEffects, recordedOutcome } from './recording.ts';

/** How a session ended, and what is known of it. */
export type SessionEnding =
  /** The flow reported a sale by an event, or sent the visitor to an address that is reached by buying. */
  | { readonly kind: 'bought'; readonly event: string | null; readonly to: string | null }
  /**
   * The flow sent the visitor to an address. It has no query, which may contain values of the visitor. `chosenByServer`:
   * a reply named the address. A trace redacts it, so that `to` is its host, or the address that the flow names if the host
   * is not known. `isPayment`: the site says that people pay there.
   */
  | {
      readonly kind: 'redirected';
      readonly to: string;
      readonly chosenByServer: boolean;
      readonly isPayment: boolean;
    }
  /** The last form was accepted: by an intake, or by the flow alone if it sends nothing. */
  | { readonly kind: 'submitted'; readonly call: TracedCall | null }
  /** The last form or answer broke a rule. `rule` is null for a check that every form has, such as a length. */
  | {
      readonly kind: 'refused';
      readonly by: 'rule';
      /** Each refused field, or question. */
      readonly fields: readonly { readonly name: string; readonly rule: RuleWord | null; readonly message: string }[];
    }
  | { readonly kind: 'refused'; readonly by: 'server'; readonly call: TracedCall | null; readonly status: number }
  /** The server answered with a status of 500 or more. */
  | { readonly kind: 'server-failed'; readonly call: TracedCall | null; readonly status: number }
  /** No response arrived. `isOffline` is null in older traces, which do not tell a time-out or a failure of the page from it. */
  | { readonly kind: 'network-lost'; readonly call: TracedCall | null; readonly isOffline: boolean | null }
  /** No response arrived in time. */
  | { readonly kind: 'timed-out'; readonly call: TracedCall | null }
  /** Code of the page failed, or the flow could not use the reply. */
  | { readonly kind: 'page-failed'; readonly call: TracedCall | null; readonly hasReply: boolean }
  /** The dialog was closed: by the flow, or by the visitor before anything else decided how the session ends. */
  | {
      readonly kind: 'closed';
      readonly by: 'flow' | 'visitor';
      /** As of `left`. */
      readonly field: string | null;
      readonly awaited: TracedCall | null;
      readonly awaitedMs: number | null;
    }
  /** The visitor left or went to another tab. `field` is the field or question that was changed last on this screen. */
  | {
      readonly kind: 'left';
      readonly field: string | null;
      /** The call whose reply had not arrived yet. */
      readonly awaited: TracedCall | null;
      /** For how long it was awaited, in milliseconds; null if the end has no time. */
      readonly awaitedMs: number | null;
      readonly reason: NonNullable<TraceEnd['reason']> | null;
    }
  /** As `left`, but no end was recorded: lately, or long ago, so that its last lines were lost. */
  | {
      readonly kind: 'open' | 'out-of-sight';
      readonly field: string | null;
      readonly awaited: TracedCall | null;
      readonly awaitedMs: number | null;
    };

export type Ending = SessionEnding & {
  /** The last screen that the visitor saw. */
  readonly screen: string;
  /** Epoch milliseconds of the last recorded event. */
  readonly at: number;
  /** Whether the visitor did anything: a page that was only loaded has an ending, too. */
  readonly hasActed: boolean;
  /** Whether neither an end nor a redirect was recorded last: the page may still be open. */
  readonly isOpen: boolean;
  /** How many forms were accepted, each with all of its calls. */
  readonly accepted: number;
  /** The index of the step that decided it; that of the last step if none did. */
  readonly decidedAt: number;
  /** How the call of that step went; null if it is no reply, and in older traces. */
  readonly report: CallReport | null;
};

/** The endings in which a call did not succeed. */
export const isFailedCall = ({ kind }: Pick<Ending, 'kind'>): boolean => failedCalls.has(kind);
const failedCalls: ReadonlySet<Ending['kind']> = new Set(['server-failed', 'network-lost', 'timed-out', 'page-failed']);

/** After this time without an event, a session without an end counts as lost sight of. */
const sightLostAfter = 24 * 60 * 60 * 1000;

/** Whether nothing more is to be expected of what happened last at a time. */
export const isLongAgo = (at: number, now: number): boolean => now - at >= sightLostAfter;

/** An ending as it is at a later time. @param now epoch milliseconds */
export function agedEnding(ending: Ending, now: number): Ending {
  if (!ending.isOpen || !isLongAgo(ending.at, now)) return ending;
  return ending.kind === 'open' ? { ...ending, kind: 'out-of-sight', isOpen: false } : { ...ending, isOpen: false };
}

/**
 * An ending that takes into account what the server has stored: the last lines of a trace may be lost.
 * @param hasRecord whether a submission of the visit is stored
 * @param accepted how many forms its traces know to be accepted
 */
export const storedEnding = (ending: Ending, hasRecord: boolean, accepted = ending.accepted): Ending =>
  hasRecord && accepted === 0 && unsure.has(ending.kind)
    ? { ...ending, kind: 'submitted', call: null, isOpen: false }
    : ending;
const unsure: ReadonlySet<Ending['kind']> = new Set(['open', 'out-of-sight', 'left']);

/** What an ending needs of the definitions of today. Without them, names stay as they were recorded. */
export interface EndingContext {
  readonly flow: FlowDefinition | null;
  readonly forms: Readonly<Record<string, FormDefinition>>;
  /** The hosts that visitors may be sent to; none by default. */
  readonly hosts?: readonly string[];
  /** What the site says of its sales. */
  readonly sales?: SiteFile['sales'] | undefined;
}

/** The standard event of a purchase; `engine/tags` translates it for each service. */
const standardSales: readonly string[] = ['Purchase'];

const hostIn = (address: string): string | null => /^[^:/?#]+:\/\/([^/?#]+)/.exec(address)?.[1] ?? null;

/** Where a redirect leads. The address of a reply has its shape only: it is that of the one declared host with this shape. */
function placeOf(
  { href, preferred }: { readonly href: string; readonly preferred: string | null },
  { hosts = [], sales = {} }: EndingContext,
): Extract<SessionEnding, { kind: 'redirected' }> {
  const shown = preferred === null ? null : hostIn(preferred);
  const fits = hosts.filter((host) => host === shown || redactPersonal('text', host) === shown);
  const to = fits.length === 1 ? `https://${fits[0]}` : withoutQuery(href);
  const isPayment = sales.checkouts?.includes(hostIn(to) ?? '') ?? false;
  return { kind: 'redirected', to, chosenByServer: preferred !== null, isPayment };
}

/** What a step says of a sale; null if it is none. */
function saleIn({ line }: TracedStep, context: EndingContext): Extract<SessionEnding, { kind: 'bought' }> | null {
  const { events = standardSales, paths = [] } = context.sales ?? {};
  const [leave] = recordedEffects(line, 'leave');
  const to = leave === undefined ? null : placeOf(leave, context).to;
  const event = recordedEffects(line, 'track').find((effect) => events.includes(effect.event))?.event ?? null;
  return event !== null || (to !== null && paths.includes(to)) ? { kind: 'bought', event, to } : null;
}
const visitorEvents: ReadonlySet<string> = new Set(['on', 'SELECT', 'NEXT', 'PREVIOUS', 'INPUT', 'SUBMIT', 'GO']);
/** The events by which a visitor continues after an ending that does not have to be the last. */
const entering: ReadonlySet<string> = new Set(['SELECT', 'NEXT', 'INPUT', 'SUBMIT']);

/** An address without its query and fragment. */
export const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, '');

/** The rule whose message a field shows; null if several rules have this message. */
function ruleOf({ flow, forms }: EndingContext, { step }: TracedPlace, name: string, message: string): RuleWord | null {
  const definition = flow?.steps[step];
  if (definition?.kind === 'ask') return 'required';
  const fields = definition?.kind === 'form' ? (forms[definition.form]?.fields ?? []) : [];
  const rules = fields.find((field) => field.name === name)?.rules ?? [];
  const [found, ...more] = rules.filter((rule) => rule.message === message);
  return more.length > 0 ? null : (found?.rule ?? null);
}

/** Whether the flow goes on although this call failed. */
const goesOn = ({ flow }: EndingContext, id: string): boolean =>
  flow !== null && callWithId(flow, id)?.continueOnError === true;

/** The ending of a call that did not succeed; null if the flow goes on without it. */
function failureOf({ line, call, report, isUnusable }: TracedStep, context: EndingContext): SessionEnding | null {
  const outcome = recordedOutcome(line);
  if (outcome === null || goesOn(context, outcome.id)) return null;
  if (isUnusable) return { kind: 'page-failed', call, hasReply: true };
  const status = outcome.type === 'FAILED' ? (outcome.error?.status ?? null) : null;
  if (status !== null && status >= 500) return { kind: 'server-failed', call, status };
  if (status !== null) return { kind: 'refused', by: 'server', call, status };
  if (report?.why === 'timeout') return { kind: 'timed-out', call };
  if (report?.why === 'page') return { kind: 'page-failed', call, hasReply: false };
  return { kind: 'network-lost', call, isOffline: report === null ? null : report.why === 'offline' };
}

/** The ending that a step decides; null if it decides none, `undecided` if an earlier one no longer counts. */
function decidedBy(step: TracedStep, context: EndingContext): SessionEnding | 'undecided' | null {
  const { line, from, to, errors, call } = step;
  const [leave] = recordedEffects(line, 'leave');
  const sale = saleIn(step, context);
  if (sale !== null) return sale;
  if (leave !== undefined) return placeOf(leave, context);
  if (recordedEffects(line, 'close').length > 0)
    return { kind: 'closed', by: 'flow', field: null, awaited: null, awaitedMs: null };
  if (line.event === null || line.refused === true || line.threw === true || from === null) return null;
  const { type } = line.event;
  if (type === 'FAILED' || step.isUnusable) return failureOf(step, context);
  if (isAccepted(step)) return asksElsewhere(step, context) ? 'undecided' : { kind: 'submitted', call };
  const stays = to.screen === from.screen && !to.isCalling;
  if (type === 'SUBMIT' || type === 'NEXT') {
    const refused = Object.entries(errors);
    if (stays && refused.length > 0)
      return {
        kind: 'refused',
        by: 'rule',
        fields: refused.map(([name, message]) => ({ name, message, rule: ruleOf(context, from, name, message) })),
      };
    return isComplete(step, context) ? { kind: 'submitted', call: null } : 'undecided';
  }
  // Who goes back to a form after sending it has still sent it.
  return entering.has(type) || (type !== 'GO' && asksElsewhere(step, context)) ? 'undecided' : null;
}

/** Whether a step completes a form that sends nothing: it breaks no rule, and no call or other form follows. */
function isComplete({ line, from, to, problem }: TracedStep, { flow }: EndingContext): boolean {
  const isForm = line.event?.type === 'SUBMIT' && flow?.steps[from?.step ?? '']?.kind === 'form';
  return isForm && problem === null && !to.isCalling && (to.step === from?.step || !asksFor(flow, to));
}

/** The ending so far, after one more step. */
function decidedAfter(decided: SessionEnding | null, step: TracedStep, context: EndingContext): SessionEnding | null {
  const found = decidedBy(step, context);
  if (found === 'undecided') return null;
  // A purchase is followed by a redirect.
  if (found?.kind === 'redirected' && decided?.kind === 'bought') return { ...decided, to: found.to };
  if (found !== null) return found;
  const isFailure = decided !== null && (decided.kind === 'refused' || isFailedCall(decided));
  return isFailure && step.from?.screen !== step.to.screen ? null : decided;
}

const asksElsewhere = ({ from, to }: TracedStep, { flow }: EndingContext): boolean =>
  from !== null && from.step !== to.step && asksFor(flow, to);

/** The field or question that an event changes. */
function fieldOf({ line, to }: TracedStep): string | null {
  if (line.event?.type === 'INPUT') return String(line.event['field']);
  return line.event?.type === 'SELECT' ? (to.screen.split('.')[1] ?? null) : null;
}

/**
 * How a recorded session ended. The last thing that decides an ending counts, unless the visitor went on to enter
 * something: who corrects a refused form and leaves has left at the field that was changed last.
 * @throws RangeError if the lines are no trace
 */
export const endingOf = (lines: readonly TraceLine[], context: EndingContext): Ending =>
  endingOfCourse(courseOfTrace(context.flow, lines), context);

/** The ending of a course that was read already. @param context that of the course */
export function endingOfCourse({ steps }: TraceCourse, context: EndingContext): Ending {
  let decided: SessionEnding | null = null;
  let decidedAt = steps.length - 1;
  let field: { readonly screen: string; readonly name: string } | null = null;
  let awaited: { readonly call: TracedCall; readonly since: number } | null = null;
  let screen = '';
  let accepted = 0;
  for (const [index, step] of steps.entries()) {
    if (isSeen(context.flow, step.to) || screen === '') screen = step.to.screen;
    if (isAccepted(step)) accepted += 1;
    const name = fieldOf(step);
    if (name !== null) field = { screen: step.to.screen, name };
    const made = recordedEffects(step.line, 'call').findLast(({ background }) => background !== true);
    if (made !== undefined) awaited = { call: made, since: step.line.at };
    if (!step.to.isCalling) awaited = null;
    const next = decidedAfter(decided, step, context);
    // A redirect that follows a purchase leaves the step of the purchase.
    if (next !== decided && !(decided?.kind === 'bought' && next?.kind === 'bought')) decidedAt = index;
    decided = next;
  }
  const last = steps.at(-1) as TracedStep;
  const reason = last.end?.reason ?? null;
  // Without script there is no end: a visitor who was redirected has left the page.
  const isOpen = (last.end === null || reason === 'download') && recordedEffects(last.line, 'leave').length === 0;
  const place = {
    field: field?.screen === screen ? field.name : null,
    awaited: callOf(awaited?.call ?? null),
    awaitedMs: awaited === null || last.end?.at === undefined ? null : last.end.at - awaited.since,
  };
  if (decided === null) decidedAt = steps.length - 1;
  return {
    ...(decided ?? undecidedEnding(isOpen, reason, place)),
    screen,
    at: last.line.at,
    hasActed: steps.some(({ line }) => line.event !== null && visitorEvents.has(line.event.type)),
    isOpen,
    accepted,
    decidedAt,
    report: steps[decidedAt]?.report ?? null,
  };
}

/** The ending of a session in which nothing decided it. */
function undecidedEnding(
  isOpen: boolean,
  reason: TraceEnd['reason'] | null,
  place: { readonly field: string | null; readonly awaited: TracedCall | null; readonly awaitedMs: number | null },
): SessionEnding {
  if (isOpen) return { kind: 'open', ...place };
  return reason === 'closed'
    ? { kind: 'closed', by: 'visitor', ...place }
    : { kind: 'left', ...place, reason: reason ?? null };
}

const callOf = (call: TracedCall | null): TracedCall | null =>
  call === null ? null : { id: call.id, method: call.method, path: call.path };

/**
 * How a visit ended: as the last of its sessions in which the visitor did anything. A page that is loaded after it, such as
 * one that thanks the visitor, does not change the ending.
 * @param endings those of the visit's sessions, the oldest first
 * @returns null if there is none
 */
export const endingOfVisit = (endings: readonly Ending[]): Ending | null =>
  endings.findLast(({ hasActed }) => hasActed) ?? endings.at(-1) ?? null;
