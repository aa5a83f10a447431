/** What else explains how a visit ended: Back, reloads, slow replies, a lost network, other tabs. */
import type { TraceInput, TracePage } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import { isSeen, type TraceCourse, type TracedCall, type TracedStep } from './course.ts';

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
      // A page that is stepped by its table is not recorded until its island begins.
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
