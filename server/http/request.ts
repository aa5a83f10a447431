/** Reads a request's target and headers. */
import type { IncomingMessage } from 'node:http';
import type { Brand } from '../../engine/values/brand.ts';

/** Splits a request target into path and query. */
export function splitTarget(target: string): { path: string; query: string } {
  const at = target.indexOf('?');
  return at < 0 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) };
}

/** The parameters of a request target. */
export const queryOf = (target: string): URLSearchParams => new URLSearchParams(splitTarget(target).query);

/** Whether a request has at most one Host header (RFC 9112, section 3.2); Node hides a second one. */
export const namesOneHost = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean => {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count <= 1;
};

/** The path of the referring page. Its query is dropped, because it may hold personal data. */
export const pageOf = (referer: string | undefined): string | null =>
  referer !== undefined && URL.canParse(referer) ? new URL(referer).pathname.slice(0, 200) : null;

/** The random id of a visit, in the form that browsers create. */
export type VisitId = Brand<'VisitId'>;

const visitIdPattern = /^[0-9a-z]{8,40}$/;

/** Whether a text has the form of a visit's id. */
export const isVisitId = (text: string): text is VisitId => visitIdPattern.test(text);

/** The random id of the visit a request belongs to; the visit's leads, traces and log lines share it. */
export function visitIdOf({ headers }: Pick<IncomingMessage, 'headers'>): VisitId | null {
  const id = headers['visit-id'];
  return typeof id === 'string' && isVisitId(id) ? id : null;
}

/** The valid form of an Idempotency-Key. */
export const keyPattern = /^[A-Za-z0-9_-]{8,128}$/;
