/** Signed links to documents. They need no record: a link is valid until it expires, on every process with the secret. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DocumentDefinition, SiteDefinition } from '../../engine/definition.ts';
import { serverPaths } from '../../engine/paths.ts';

const dayMs = 24 * 60 * 60 * 1000;
const usualDays = 30;
/** Links made within an hour are equal, so that a repeated e-mail has the same one. */
const hourMs = 60 * 60 * 1000;

/** The name of a document's file. */
export const fileNameOf = ({ document, file }: DocumentDefinition): string => file ?? `${document}.pdf`;

const signatureOf = (secret: Uint8Array, document: string, expires: string): string =>
  createHmac('sha256', secret).update(`document\n${document}\n${expires}`).digest('base64url').slice(0, 27);

interface LinkFacts {
  readonly site: SiteDefinition;
  readonly origin: string;
  readonly secret: Uint8Array;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The links to all documents of a site, by id. */
export function documentLinks({ site, origin, secret, now }: LinkFacts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(site.documents).map(([id, document]) => {
      const end = Math.ceil(now / hourMs) * hourMs + (document.days ?? usualDays) * dayMs;
      const expires = Math.floor(end / 1000).toString(36);
      const query = `e=${expires}&s=${signatureOf(secret, id, expires)}`;
      return [id, `${origin}${serverPaths.documents}${id}/${fileNameOf(document)}?${query}`];
    }),
  );
}

/** Judges the query of a link. @param now epoch milliseconds */
export function judgeLink(
  secret: Uint8Array,
  document: string,
  query: URLSearchParams,
  now: number,
): 'valid' | 'expired' | 'wrong' {
  const expires = query.get('e') ?? '';
  const given = Buffer.from(query.get('s') ?? '');
  const expected = Buffer.from(signatureOf(secret, document, expires));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'wrong';
  return Number.parseInt(expires, 36) * 1000 > now ? 'valid' : 'expired';
}
