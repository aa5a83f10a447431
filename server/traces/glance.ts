/** Visits that have only looked: what a page reports of them (`renderer/boot/glance.ts`), and the trace that is made of it. */
import { hash } from 'node:crypto';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import type { SessionLog } from '../../engine/session/session-log.ts';
import { createRecorder, type TraceLine } from '../../engine/trace/record.ts';
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
}

/** The length at which a page cuts its report. */
export const longestGlance = 280;
const day = 24 * 60 * 60 * 1000;

/** @param isCut whether the last parameter may be incomplete */
function addressIn(text: string, isCut: boolean): GlancedAddress {
  const { path, query } = splitTarget(isCut ? text.replace(/[?&][^?&]*$/, '') : text);
  return { path, query: new URLSearchParams(query) };
}

/** The report of a page; null if it is none. */
export function readGlance(text: string): Glance | null {
  const [bundle = '', visitId = '', at = '', ms = '', referrerHost = '', here = '', first = ''] = text.split('\n');
  const isCut = text.length >= longestGlance;
  const [begun, shown] = [Number(at), Number(ms)];
  if (!isVisitId(visitId) || !/^\d+$/.test(at) || !/^\d+$/.test(ms) || shown > day || !here.startsWith('/'))
    return null;
  const shownAt = addressIn(here, isCut && first === '');
  const landing = first === '' ? shownAt : addressIn(first, isCut);
  return { bundle, visitId, at: begun, ms: shown, referrerHost, here: shownAt, landing };
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
