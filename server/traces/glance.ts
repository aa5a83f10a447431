/** Visits that have only looked: what a page reports of them (`renderer/boot/glance.ts`), and the trace that is made of it. */
import { hash } from 'node:crypto';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import type { SessionLog } from '../../engine/session/session-log.ts';
import { createRecorder, type TraceLine } from '../../engine/trace/record.ts';
import { isObject } from '../../engine/values/is-object.ts';
import { isVisitId, splitTarget, type VisitId } from '../http/request.ts';

/** A path with the parameters of its query. */
export interface GlancedAddress {
  readonly path: string;
  readonly query: URLSearchParams;
}

export interface Glance {
  /** The file name of the bundle of the page's flow. */
  readonly bundle: string;
  readonly visitId: VisitId;
  /** Epoch milliseconds of the visitor's clock at which the page began. */
  readonly at: number;
  /** For how long the page was shown, in milliseconds. */
  readonly ms: number;
  /** Empty if the visitor came from no page. */
  readonly referrerHost: string;
  readonly here: GlancedAddress;
  /** The first page of the visit. */
  readonly landing: GlancedAddress;
  /** What the visitor has done before the recorder was there, in order. */
  readonly events: SessionLog['events'];
}

/** The length at which a page cuts its report. */
export const longestGlance = 280;
const day = 24 * 60 * 60 * 1000;

/** @param isCut whether the last parameter may be incomplete */
function addressIn(text: string, isCut: boolean): GlancedAddress {
  const { path, query } = splitTarget(isCut ? text.replace(/[?&][^?&]*$/, '') : text);
  return { path, query: new URLSearchParams(query) };
}

/** The most events of a report. */
const mostEvents = 200;
/** The events that a page reports, and what each of them has. */
const reported: Readonly<Record<string, readonly [name: string, type: string] | null>> = {
  ...{ NEXT: null, PREVIOUS: null, SELECT: ['value', 'number'] },
  ...{ on: ['name', 'string'], GO: ['screen', 'string'], TIMER: ['id', 'string'] },
};

/** An event of a report; null if it is none. @param latest epoch milliseconds */
function readAct(value: unknown, latest: number): SessionLog['events'][number] | null {
  const { event, stamp } = (isObject(value) ? value : {}) as { readonly event?: unknown; readonly stamp?: unknown };
  if (!isObject(event) || !isObject(stamp)) return null;
  const { type } = event;
  if (typeof type !== 'string' || !Object.hasOwn(reported, type)) return null;
  const own = reported[type];
  if (own && typeof event[own[0]] !== own[1]) return null;
  const { at, random } = stamp;
  if (!Number.isSafeInteger(at) || (at as number) > latest || typeof random !== 'number') return null;
  const sent = { type, ...(own ? { [own[0]]: event[own[0]] } : {}) };
  return { event: sent, stamp: { at, random } } as SessionLog['events'][number];
}

/** The events of a report; null if they are none. */
function readActs(text: string, latest: number): SessionLog['events'] | null {
  try {
    const all = JSON.parse(text) as readonly unknown[];
    const acts = all.slice(0, mostEvents).flatMap((each) => readAct(each, latest) ?? []);
    return acts.length === all.length ? acts : null;
  } catch {
    return null;
  }
}

/** The report of a page; null if it is none. */
export function readGlance(report: string): Glance | null {
  const [text = '', ...more] = report.split(/\n(?=\[\{)/);
  const [bundle = '', visitId = '', at = '', ms = '', referrerHost = '', here = '', first = ''] = text.split('\n');
  const isCut = text.length >= longestGlance;
  const [begun, shown] = [Number(at), Number(ms)];
  if (!isVisitId(visitId) || !/^\d+$/.test(at) || !/^\d+$/.test(ms) || shown > day || !here.startsWith('/'))
    return null;
  const shownAt = addressIn(here, isCut && first === '');
  const landing = first === '' ? shownAt : addressIn(first, isCut);
  const events = more.length === 0 ? [] : readActs(more.join('\n'), begun + shown);
  return events && { bundle, visitId, at: begun, ms: shown, referrerHost, here: shownAt, landing, events };
}

/** The id of a session's trace, which is the same whenever the session is recorded again. */
export const sessionIdOf = (visitId: VisitId, flow: string, { input }: SessionLog): string =>
  `${visitId}-${hash('sha256', JSON.stringify([flow, input.at, input.screen])).slice(0, 8)}`;

/**
 * The trace of a session that the server has run.
 * @param leftAt when the visitor left, in epoch milliseconds; null if that is not known
 */
export function tracedLog(
  compiled: CompiledFlow,
  { input, events }: SessionLog,
  visitId: VisitId,
  leftAt: number | null,
): TraceLine[] {
  const recorder = createRecorder(compiled, input, visitId);
  for (const { event, stamp } of events) {
    recorder.record(event, stamp);
    // What a later form has typed must not change a line that is stored.
    recorder.rest();
  }
  if (leftAt !== null) recorder.end('left', leftAt);
  return recorder.lines();
}
