/** Conditional requests (RFC 9110, section 13) for responses with a strong tag and no date. */
import type { IncomingMessage } from 'node:http';

const tagsIn = (header: string): string[] => header.split(',').map((each) => each.trim());

/** Whether the client's cached copy is current: `If-None-Match` compares weakly. */
export function isKnownToClient(request: Pick<IncomingMessage, 'headers'>, tag: string): boolean {
  const header = request.headers['if-none-match'];
  const bare = (each: string): string => each.replace(/^W\//, '');
  return header !== undefined && tagsIn(header).some((each) => each === '*' || bare(each) === bare(tag));
}

/** Whether the client's precondition fails: `If-Match` compares strongly. */
export function failsPrecondition(request: Pick<IncomingMessage, 'headers'>, tag: string): boolean {
  const header = request.headers['if-match'];
  return header !== undefined && !tagsIn(header).some((each) => each === '*' || each === tag);
}
