/** What a request says of itself. */
import type { IncomingMessage } from 'node:http';

/** Path and query of a request target. */
export function splitTarget(target: string): { path: string; query: string } {
  const at = target.indexOf('?');
  return at < 0 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) };
}

/** Whether a request names its host at most once (RFC 9112, section 3.2); Node hides a second header. */
export const namesOneHost = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length <= 1;

/** The path of the page a request came from; its query may hold personal data. */
export const pageOf = (referer: string | undefined): string | null =>
  referer !== undefined && URL.canParse(referer) ? new URL(referer).pathname.slice(0, 200) : null;

const visitIdPattern = /^[0-9a-z]{8,40}$/;

/** The random id of the visit a request belongs to: its lead, traces and log lines carry the same one. */
export function visitIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const id = headers['visit-id'];
  return typeof id === 'string' && visitIdPattern.test(id) ? id : null;
}
