/**
 * A visit that is not stored, serialized into its page and posted back with the next form: its whole event log, signed. A
 * visit begins so, and versions before `0016_visits_expand` carried it so throughout. The format is `1d.<base64url of JSON>.<base64url of HMAC-SHA256>`: `1` is the version, `d` means
 * deflated and `j` plain. It is signed and not encrypted: it contains what the visitor typed, and appears only in the
 * visitor's own page.
 */

import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FlowDefinition } from '../../engine/definition.ts';
import type { SessionInput } from '../../engine/flow/context.ts';
import type { ReachedVisit } from '../../engine/session/carry-over.ts';
import type { SessionEvent } from '../../engine/session/session.ts';
import type { SessionLog } from '../../engine/session/session-log.ts';

export interface SealedVisit {
  /** Generated once per visit; part of the idempotency keys of its submissions. */
  readonly id: string;
  readonly log: SessionLog;
}

export type SealFault = 'malformed' | 'too-large' | 'full' | 'forged' | 'foreign' | 'expired';

/** A visit that began on another version of its flow: its log means nothing to this one. */
export interface MovedVisit {
  readonly id: string;
  readonly input: SessionInput;
  readonly reached: ReachedVisit;
}

export type SealContent =
  | { readonly ok: true; readonly visit: SealedVisit }
  | { readonly ok: false; readonly fault: 'moved'; readonly visit: MovedVisit }
  | { readonly ok: false; readonly fault: SealFault };

export interface Seal {
  /**
   * Serializes a visit. One that exceeds the limits becomes a mark, which opens as `full`.
   * @param reached what another version of the flow continues it with
   */
  close(flow: Pick<FlowDefinition, 'flow' | 'behaviour'>, visit: SealedVisit, reached: ReachedVisit): string;
  /** Parses a visit that this server signed within a day for this behaviour of the flow. Never throws. */
  open(flow: Pick<FlowDefinition, 'flow' | 'behaviour'>, text: string): SealContent;
  /** Returns a source of unguessable UUIDs: random ones, or the same sequence for the same seed. */
  idsFrom(seed: string | null): () => string;
}

/** Characters. */
export const maxSealLength = 16 * 1024;
/** Milliseconds for which a seal is valid after its page was rendered. */
export const maxSealAge = 24 * 60 * 60 * 1000;
// Tolerated clock difference between processes that share a secret.
const clockSkew = 5 * 60 * 1000;
/** Most events of a visit. Each post replays all of them; a visit through every step of a flow has a few dozen. */
export const maxEvents = 200;
// Most bytes of a visit as JSON, also after inflating a signed text.
const maxInflatedBytes = 64 * 1024;
/** What a form carries of a visit that exceeds the limits. */
export const fullMark = 'full';

const format = /^1([dj])\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;

/** Whether a visit exceeds the limits of a post, which replays all of it. */
export const isFull = (log: SessionLog): boolean =>
  log.events.length > maxEvents || Buffer.byteLength(JSON.stringify(log)) > maxInflatedBytes;

type Payload = readonly [
  flow: string,
  behaviour: string,
  signedAt: number,
  id: string,
  input: SessionInput,
  events: readonly (readonly [event: SessionEvent, at: number, random: number])[],
  reached: ReachedVisit,
];

/** @param clock epoch milliseconds */
export function createSeal(secret: Buffer, clock: () => number): Seal {
  const sign = (text: string): Buffer => createHmac('sha256', secret).update(`visit ${text}`).digest();
  const fault = (name: SealFault): SealContent => ({ ok: false, fault: name });
  return {
    close({ flow, behaviour }, { id, log }, reached) {
      const events = log.events.map(({ event, stamp }) => [event, stamp.at, stamp.random] as const);
      const payload: Payload = [flow, behaviour, clock(), id, log.input, events, reached];
      if (events.length > maxEvents) return fullMark;
      const plain = Buffer.from(JSON.stringify(payload));
      if (plain.length > maxInflatedBytes) return fullMark;
      const deflated = deflateRawSync(plain, { level: 9 });
      const [mark, bytes] = deflated.length < plain.length ? (['d', deflated] as const) : (['j', plain] as const);
      const body = `1${mark}.${bytes.toString('base64url')}`;
      const text = `${body}.${sign(body).toString('base64url')}`;
      return text.length > maxSealLength ? fullMark : text;
    },
    open({ flow, behaviour }, text) {
      if (text === fullMark) return fault('full');
      if (text.length > maxSealLength) return fault('too-large');
      const [, mark, body, signature] = format.exec(text) ?? [];
      if (body === undefined || signature === undefined) return fault('malformed');
      if (!timingSafeEqual(sign(`1${mark}.${body}`), Buffer.from(signature, 'base64url'))) return fault('forged');
      const bytes = Buffer.from(body, 'base64url');
      const plain = mark === 'd' ? inflateRawSync(bytes, { maxOutputLength: maxInflatedBytes }) : bytes;
      const [of, behaved, signedAt, id, input, events, reached] = JSON.parse(plain.toString()) as Payload;
      if (of !== flow) return fault('foreign');
      const age = clock() - signedAt;
      if (age > maxSealAge || age < -clockSkew) return fault('expired');
      // A seal from before this format has no `reached`.
      if (behaved !== behaviour && reached === undefined) return fault('foreign');
      if (behaved !== behaviour) return { ok: false, fault: 'moved', visit: { id, input, reached } };
      const log = { input, events: events.map(([event, at, random]) => ({ event, stamp: { at, random } })) };
      return { ok: true, visit: { id, log } };
    },
    idsFrom(seed) {
      if (seed === null) return randomUUID;
      let count = 0;
      return () => {
        count += 1;
        const hex = createHmac('sha256', secret).update(`id ${count} ${seed}`).digest('hex');
        // Version 4, variant 1 (RFC 9562).
        return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-a${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
      };
    },
  };
}
