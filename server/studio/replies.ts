/** Responses of the studio. None may be framed or load anything from elsewhere; only its code is cached. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * @param styles the inline styles of a page. Emotion adds rules to empty elements.
 * @param framing which sites may show it in a frame
 */
const policy = (styles: readonly string[], framing: "'none'" | "'self'"): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${['', ...styles].map(hashSource).join(' ')}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    // Previews of the site's pages.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framing}`,
  ].join('; ');

export interface StudioReply {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly styles?: readonly string[];
  /** Whether a page of this server shows it in a frame. */
  readonly isFramed?: boolean;
}

export function sendReply(
  response: ServerResponse,
  { status, type, body, headers = {}, styles = [], isFramed = false }: StudioReply,
): void {
  response
    .writeHead(status, {
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy(styles, isFramed ? "'self'" : "'none'"),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
      // With `no-referrer`, browsers send `Origin: null` with a form.
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': isFramed ? 'SAMEORIGIN' : 'DENY',
      'X-Robots-Tag': 'noindex',
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(body),
      ...headers,
    })
    .end(body);
}

export const json = (status: number, value: unknown, headers: StudioReply['headers'] = {}): StudioReply => ({
  ...{ status, headers, type: 'application/json; charset=utf-8', body: JSON.stringify(value) },
});

export const html = (status: number, body: string, styles: readonly string[] = []): StudioReply => ({
  ...{ status, body, styles, type: 'text/html; charset=utf-8' },
});

export const text = (status: number, body: string, headers: StudioReply['headers'] = {}): StudioReply => ({
  ...{ status, body, headers, type: 'text/plain; charset=utf-8' },
});

export const redirect = (to: string, headers: StudioReply['headers'] = {}): StudioReply => ({
  ...text(303, ''),
  headers: { Location: to, ...headers },
});

/** A refusal or a failure: `{ code, message }` for the API, the message as text elsewhere. */
export class StudioError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}
