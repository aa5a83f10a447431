/** What else explains how a visit ended: Back, reloads, slow replies, a lost network, other tabs. */
import type { TraceInput, TracePage } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import { isSeen, type TraceCourse, type TracedCall, type TracedStep } from './course.ts';
import { recordedOutcome } from './recording.ts';

export type Circumstance = {
  /** The session of the visit, and the index of the step. */
  readonly session: number;
  readonly step: number;
} & (
  | { readonly kind: 'back'; readonly times: number; readonly screen: string }
  /**
   * The page was loaded again, at a screen that is null if nothing was recorded before it. `resumedAt` is null if the
   * visit did not go on where it was.
   */
  | {
      readonly kind: 'reload';
      readonly times: number;
      readonly screen: string | null;
      readonly resumedAt: string | null;
    }
  /** A call that had failed was accepted when it was sent again: by the visitor, or by the page itself (`status` is null). */
  | {
      readonly kind: 'repeated-call';
      readonly call: TracedCall | null;
      readonly times: number;
      readonly status: number | null;
    }
  /** A button was pressed again before the first press was over; the flow took one. */
  | { readonly kind: 'double-press'; readonly times: number; readonly screen: string }
  | { readonly kind: 'slow-reply'; readonly call: TracedCall | null; readonly ms: number; readonly tries: number }
  | { readonly kind: 'slow-page'; readonly ms: number | null; readonly network: TracePage['network'] | null }
  /** `ms` is null if the network did not come back. */
  | { readonly kind: 'offline'; readonly ms: number | null }
  /** The site was open in another tab. `visitId` is null if it is the same visit, or unknown. */
  | { readonly kind: 'other-tab'; readonly visitId: string | null }
);

/** A reply is slow after this time, a page after the other; in milliseconds. */
const slow = { reply: 3000, page: 5000 } as const;
const slowNetworks: ReadonlySet<TracePage['network']> = new Set(['slow-2g', '2g', '3g'] as const);

/** Two presses of a double click are not further apart, in milliseconds. */
const doubleMs = 1000;
const presses: ReadonlySet<string> = new Set(['SUBMIT', 'NEXT', 'on']);

/** Whether a step is a press that the flow did not take, because the same press came just before. */
function isDoublePress(steps: readonly TracedStep[], index: number): boolean {
  const [before, step] = [steps[index - 1]?.line, steps[index]?.line];
  const type = step?.event?.type ?? '';
  const isAgain = step?.refused === true && presses.has(type) && before?.event?.type === type;
  return isAgain && step.at - before.at <= doubleMs;
}

/** The calls that were accepted after they had failed, each with the number of times that it was sent. */
function repeatedCalls(steps: readonly TracedStep[]) {
  const failures = new Map<string, { times: number; status: number | null }>();
  return steps.flatMap(({ line, call, report, isUnusable }, index) => {
    const outcome = recordedOutcome(line);
    if (outcome === null) return [];
    const path = call === null ? outcome.id : `${call.method} ${call.path}`;
    const failed = failures.get(path);
    const tries = (failed?.times ?? 0) + Math.max(1, report?.tries ?? 1);
    if (outcome.type === 'FAILED' || isUnusable) {
      failures.set(path, { times: tries, status: outcome.type === 'FAILED' ? (outcome.error?.status ?? null) : null });
      return [];
    }
    failures.delete(path);
    // What a rule of the server refuses, the visitor corrects.
    const isCorrected = failed !== undefined && failed.status !== null && failed.status < 500;
    // A slow reply has its attempts.
    const isSlow = failed === undefined && (report?.ms ?? 0) >= slow.reply;
    return tries > 1 && !isCorrected && !isSlow ? [{ index, call, times: tries, status: failed?.status ?? null }] : [];
  });
}

/** A session of a visit. */
export interface CircumstanceSource {
  readonly course: TraceCourse;
  /** As it is defined today; null if there is none any more. */
  readonly flow: FlowDefinition | null;
}

/** Whether each step of a session went back: to the question before, or to an earlier screen of the history. */
function backsIn({ steps }: TraceCourse): boolean[] {
  const history: string[] = [];
  let at = -1;
  return steps.map(({ line, from, to }) => {
    const screen = to.screen;
    const isMove = from?.screen !== screen;
    if (line.event?.type === 'PREVIOUS' && isMove) {
      // The address of a question is replaced, or added: only the screen counts.
      at = Math.max(0, history.lastIndexOf(screen, at));
      history[at] = screen;
      return true;
    }
    if (line.event?.type === 'GO' && isMove) {
      const earlier = history.lastIndexOf(screen, at - 1);
      const later = history.indexOf(screen, at + 1);
      if (earlier < 0 && later >= 0) at = later;
      else at = Math.max(0, earlier);
      history[at] = screen;
      return earlier >= 0 || later < 0;
    }
    if (isMove || at < 0) {
      at += 1;
      history.splice(at, history.length, screen);
    }
    return false;
  });
}

/** The time for which the network was lost from a note on; null if it did not come back, or nothing was recorded then. */
function offlineFor(steps: readonly TracedStep[], index: number, since: number): number | null {
  const back = steps
    .slice(index)
    .flatMap(({ notes }) => notes)
    .find(({ what, at }) => what === 'online' && at >= since);
  return back === undefined ? null : back.at - since;
}

/**
 * The circumstances of a visit, in their order.
 * @param sources its sessions, the oldest first
 * @param visitId of the visit; null if it has none
 */
export function circumstancesOf(sources: readonly CircumstanceSource[], visitId: string | null): Circumstance[] {
  const found: Circumstance[] = [];
  const tabs = new Set<string>();
  let reloads = 0;
  for (const [session, source] of sources.entries()) {
    const { steps, head } = source.course;
    const page = head.page ?? null;
    const at = (step: number) => ({ session, step });
    if (page?.opened === 'reload') {
      reloads += 1;
      const before = sources.slice(0, session).findLast(({ course }) => course.head.flow === head.flow);
      const left = before === undefined ? null : lastSeen(before);
      const now = steps.find(({ to }) => isSeen(source.flow, to))?.to.screen ?? null;
      const known = found.findIndex(({ kind }) => kind === 'reload');
      if (known >= 0) found.splice(known, 1);
      // What a visitor does first may not be recorded yet.
      const isResumed = left === null ? hasValue(head.input.saved) : left === now;
      found.push({ kind: 'reload', ...at(0), times: reloads, screen: left, resumedAt: isResumed ? now : null });
    }
    const isSlow = page !== null && ((page.loadMs ?? 0) >= slow.page || slowNetworks.has(page.network));
    if (isSlow) found.push({ kind: 'slow-page', ...at(0), ms: page.loadMs ?? null, network: page.network ?? null });
    const backs = backsIn(source.course);
    const last = backs.lastIndexOf(true);
    if (last >= 0)
      found.push({
        ...{ kind: 'back', ...at(last), times: backs.filter(Boolean).length },
        screen: (steps[last] as TracedStep).to.screen,
      });
    found.push(
      ...repeatedCalls(steps).map(({ index, ...each }) => ({ kind: 'repeated-call' as const, ...at(index), ...each })),
    );
    const doubles = steps.flatMap((_, index) => (isDoublePress(steps, index) ? [index] : []));
    const double = doubles.at(-1);
    if (double !== undefined)
      found.push({
        ...{ kind: 'double-press', ...at(double), times: doubles.length },
        screen: (steps[double - 1] as TracedStep).from?.screen ?? (steps[double] as TracedStep).to.screen,
      });
    for (const [index, { report, call, notes }] of steps.entries()) {
      // That there was no reply is how the call ended.
      if (report !== null && report.status !== null && report.ms >= slow.reply)
        found.push({ kind: 'slow-reply', ...at(index), call, ms: report.ms, tries: report.tries });
      for (const { what, at: time, visitId: other = null } of notes) {
        if (what === 'offline') found.push({ kind: 'offline', ...at(index), ms: offlineFor(steps, index, time) });
        if (what !== 'other-tab' || tabs.has(String(other))) continue;
        tabs.add(String(other));
        found.push({ kind: 'other-tab', ...at(index), visitId: other === visitId ? null : other });
      }
    }
  }
  return found.sort((a, b) => a.session - b.session || a.step - b.step);
}

const hasValue = (saved: TraceInput['saved']): boolean =>
  Object.values(saved).some((value) =>
    Array.isArray(value) ? value.some((each) => each !== null) : (value ?? '') !== '',
  );

const lastSeen = ({ course, flow }: CircumstanceSource): string | null =>
  course.steps.findLast(({ to }) => isSeen(flow, to))?.to.screen ?? null;
