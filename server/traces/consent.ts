/** The choice of consent under which a trace is stored: only the visitor who made it can withdraw the trace. */
import { createHmac } from 'node:crypto';

/** Signs choices of consent: their ids are in the cookie of one browser, and a trace must not contain them. */
export const consentSigner =
  (secret: string | Buffer) =>
  (choice: string): string =>
    createHmac('sha256', secret).update(`recording ${choice}`).digest('base64url').slice(0, 22);

/** The signature in the head of a trace file; null if it has none. */
export function consentOfTrace(text: string): string | null {
  try {
    const head: unknown = JSON.parse(text.slice(0, text.indexOf('\n')));
    const { consent } = (head ?? {}) as { readonly consent?: unknown };
    return typeof consent === 'string' ? consent : null;
  } catch {
    return null;
  }
}
