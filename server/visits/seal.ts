/**
 * A visit as its own page carries it from one form to the next: everything that happened, signed, so that no process
 * keeps it. `1` is the version, `d` says deflated and `j` plain: `1d.<base64url of JSON>.<base64url of HMAC-SHA256>`.
 * It is signed and not hidden: it holds what the visitor typed, and stands only in the visitor's own page.
 */

import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FlowDefinition } from '../../engine/definition.ts';
import type { SessionInput } from '../../engine/flow/context.ts';
import type { SessionEvent } from '../../engine/session/session.ts';
import type { SessionLog } from '../../engine/session/session-log.ts';

export interface SealedVisit {
  /** Drawn once a visit; submissions are told apart by it. */
  readonly id: string;
  readonly log: SessionLog;
}

export type SealFault = 'malformed' | 'too-large' | 'full' | 'forged' | 'foreign' | 'expired';
export type Opened =
  | { readonly ok: true; readonly visit: SealedVisit }
  | { readonly ok: false; readonly fault: SealFault };

export interface Seal {
  /** The visit as text; one that has grown past what a post may cost becomes a mark, which opens as `full`. */
  close(flow: Pick<FlowDefinition, 'flow' | 'behaviour'>, visit: SealedVisit): string;
  /** The visit of a text that this server signed, for this flow as it behaves, at most a day ago. Never throws. */
  open(flow: Pick<FlowDefinition, 'flow' | 'behaviour'>, text: string): Opened;
  /** UUIDs nobody can guess: random ones, or the same ones in the same order for the same seed. */
  drawFrom(seed: string | null): () => string;
}

/** Characters. */
export const longestSeal = 16 * 1024;
/** Milliseconds a text is good for, from the page it was written into. */
export const sealAge = 24 * 60 * 60 * 1000;
// Clocks of processes that share a secret may differ so much.
const clockSkew = 5 * 60 * 1000;
/** Events of a visit. Each post runs all of them again; a visit through every step of a flow has some dozens. */
export const mostEvents = 200;
// Bytes of a visit as JSON. A signed text is never worth more.
const mostInflated = 64 * 1024;
const fullMark = 'full';

const format = /^1([dj])\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;

type Payload = readonly [
  flow: string,
  behaviour: string,
  signedAt: number,
  id: string,
  input: SessionInput,
  events: readonly (readonly [event: SessionEvent, at: number, random: number])[],
];

/** @param clock epoch milliseconds */
export function createSeal(secret: Buffer, clock: () => number): Seal {
  const sign = (text: string): Buffer => createHmac('sha256', secret).update(`visit ${text}`).digest();
  const fault = (name: SealFault): Opened => ({ ok: false, fault: name });
  return {
    close({ flow, behaviour }, { id, log }) {
      const events = log.events.map(({ event, stamp }) => [event, stamp.at, stamp.random] as const);
      const payload: Payload = [flow, behaviour, clock(), id, log.input, events];
      if (events.length > mostEvents) return fullMark;
      const plain = Buffer.from(JSON.stringify(payload));
      if (plain.length > mostInflated) return fullMark;
      const deflated = deflateRawSync(plain, { level: 9 });
      const [mark, bytes] = deflated.length < plain.length ? (['d', deflated] as const) : (['j', plain] as const);
      const body = `1${mark}.${bytes.toString('base64url')}`;
      const text = `${body}.${sign(body).toString('base64url')}`;
      return text.length > longestSeal ? fullMark : text;
    },
    open({ flow, behaviour }, text) {
      if (text === fullMark) return fault('full');
      if (text.length > longestSeal) return fault('too-large');
      const [, mark, body, signature] = format.exec(text) ?? [];
      if (body === undefined || signature === undefined) return fault('malformed');
      if (!timingSafeEqual(sign(`1${mark}.${body}`), Buffer.from(signature, 'base64url'))) return fault('forged');
      const bytes = Buffer.from(body, 'base64url');
      const plain = mark === 'd' ? inflateRawSync(bytes, { maxOutputLength: mostInflated }) : bytes;
      const [of, behaved, signedAt, id, input, events] = JSON.parse(plain.toString()) as Payload;
      if (of !== flow || behaved !== behaviour) return fault('foreign');
      const age = clock() - signedAt;
      if (age > sealAge || age < -clockSkew) return fault('expired');
      const log = { input, events: events.map(([event, at, random]) => ({ event, stamp: { at, random } })) };
      return { ok: true, visit: { id, log } };
    },
    drawFrom(seed) {
      if (seed === null) return randomUUID;
      let drawn = 0;
      return () => {
        drawn += 1;
        const hex = createHmac('sha256', secret).update(`id ${drawn} ${seed}`).digest('hex');
        // Version 4, variant 1 (RFC 9562).
        return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-a${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
      };
    },
  };
}
