/** Headers that keep a page to itself. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RenderedPage } from '../../renderer/contract.ts';

/** On every answer. */
export const standingHeaders: Readonly<Record<string, string>> = Object.freeze({
  'X-Content-Type-Options': 'nosniff',
  // Embedded players need a referrer's origin, so not `no-referrer`.
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
});

/** What is not a page may load nothing. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/** The policy of a file. An SVG opened by itself is a document: it may carry styles, and no script runs in it. */
export const filePolicy = `${closedPolicy}; style-src 'unsafe-inline'; img-src data:; sandbox`;

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

// Emotion's production mode fills a style element that is empty when the policy looks at it.
const emptyStyle = sha256('');

/**
 * The policy of one document: its own inline pieces by their hashes, and nothing else inline.
 * @param leavesTo hosts that an answer to one of its forms may lead to
 * @param sources what it loads from elsewhere
 */
export function contentPolicy(
  scripts: readonly string[],
  styles: readonly string[],
  leavesTo: readonly string[] = [],
  sources: RenderedPage['sources'] = { frames: [], scripts: [], images: [], connections: [] },
): string {
  const { frames, scripts: elsewhere, images, connections } = sources;
  const list = (...parts: readonly string[]): string => parts.join(' ');
  const hashes = (texts: readonly string[]): string =>
    [...new Set(texts.map(sha256))].map((hash) => ` ${hash}`).join('');
  return [
    "default-src 'self'",
    list(`script-src 'self'${hashes(scripts)}`, ...elsewhere),
    `style-src 'self'${hashes(styles)} ${emptyStyle}`,
    "style-src-attr 'unsafe-inline'",
    list("img-src 'self' data:", ...images),
    "font-src 'self'",
    list("connect-src 'self'", ...connections),
    ...(frames.length === 0 ? [] : [list('frame-src', ...frames)]),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    // Browsers hold a redirect that answers a form against this, too.
    list("form-action 'self'", ...leavesTo.map((host) => `https://${host}`)),
    "object-src 'none'",
  ].join('; ');
}

/** Two years; subdomains are the operator's own business. */
export const strictTransport = 'max-age=63072000';

/** Whether the visitor came by https, to this process or to a proxy that is believed. */
export function isSecure(request: IncomingMessage, proxies: number): boolean {
  if ((request.socket as { encrypted?: boolean }).encrypted === true) return true;
  const header = proxies > 0 ? request.headers['x-forwarded-proto'] : undefined;
  return (Array.isArray(header) ? header[0] : header)?.split(',')[0]?.trim() === 'https';
}
