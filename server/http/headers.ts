/** Security headers. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RenderedPage } from '../../renderer/contract.ts';

/** Sent with every response. */
export const commonHeaders: Readonly<Record<string, string>> = Object.freeze({
  'X-Content-Type-Options': 'nosniff',
  // Not `no-referrer`: embedded players need the referrer's origin.
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
});

/** A response that is not a page may load nothing. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/** The policy of a file. An SVG opened directly is a document: it may carry styles, but runs no script. */
export const filePolicy = `${closedPolicy}; style-src 'unsafe-inline'; img-src data:; sandbox`;

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

// Emotion's production mode fills a style element that is empty when the policy checks it.
const emptyStyle = sha256('');

/**
 * The Content-Security-Policy of one document. It allows the document's own inline scripts and styles by their hashes.
 * @param formHosts hosts that the response to one of its forms may redirect to
 * @param sources origins it loads from
 */
export function contentPolicy(
  scripts: readonly string[],
  styles: readonly string[],
  formHosts: readonly string[] = [],
  sources: RenderedPage['sources'] = { frames: [], scripts: [], images: [], connections: [] },
): string {
  const { frames, scripts: scriptHosts, images, connections } = sources;
  const list = (...parts: readonly string[]): string => parts.join(' ');
  const hashes = (texts: readonly string[]): string =>
    [...new Set(texts.map(sha256))].map((hash) => ` ${hash}`).join('');
  return [
    "default-src 'self'",
    list(`script-src 'self'${hashes(scripts)}`, ...scriptHosts),
    `style-src 'self'${hashes(styles)} ${emptyStyle}`,
    "style-src-attr 'unsafe-inline'",
    list("img-src 'self' data:", ...images),
    "font-src 'self'",
    list("connect-src 'self'", ...connections),
    ...(frames.length === 0 ? [] : [list('frame-src', ...frames)]),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    // Browsers also check the redirect after a form post against this directive.
    list("form-action 'self'", ...formHosts.map((host) => `https://${host}`)),
    "object-src 'none'",
  ].join('; ');
}

/** Two years. Subdomains are not included, because the operator may serve them without https. */
export const strictTransport = 'max-age=63072000';

/** Whether the visitor uses https, to this process or to a trusted proxy. */
export function isSecure(request: IncomingMessage, proxies: number): boolean {
  if ((request.socket as { encrypted?: boolean }).encrypted === true) return true;
  const header = proxies > 0 ? request.headers['x-forwarded-proto'] : undefined;
  return (Array.isArray(header) ? header[0] : header)?.split(',')[0]?.trim() === 'https';
}
