import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CallEffect } from '../../../engine/session/effects.ts';
import { createSeal, maxSealAge, maxSealLength, type SealedVisit } from '../../../server/visits/seal.ts';
import { visitSecret } from '../../../server/visits/secret.ts';
import { submissionKey } from '../../../server/visits/submission-key.ts';

describe('the seal of a visit', () => {
  const start = Date.UTC(2026, 10, 20);
  let now = start;
  const secret = Buffer.alloc(32, 7);
  const seal = createSeal(secret, () => now);
  const flow = { flow: 'quiz', behaviour: 'b1' };
  const visit: SealedVisit = {
    id: 'f3b9b8f0-9d4c-4f0e-8c8a-1f8f4f6f4a11',
    log: {
      input: { screen: 'inicio', query: {}, visit: { src: 'insta' }, at: start, random: 0.25, ids: {}, saved: {} },
      events: [
        { event: { type: 'NEXT', value: 10 }, stamp: { at: start + 1, random: 0.5 } },
        {
          event: { type: 'SUBMIT', values: { nome: 'Conceição “Ção”', ok: true } },
          stamp: { at: start + 2, random: 0.75 },
        },
      ],
    },
  };
  const reached = { screen: 'perguntas.dois', values: { nome: 'Ana' }, questions: { answers: ['um', 'dois'] } };
  const closed = seal.close(flow, visit, reached);
  beforeEach(() => {
    now = start;
  });

  test('opens to the sealed visit', () => {
    expect(seal.open(flow, closed)).toEqual({ ok: true, visit });
    expect(createSeal(Buffer.from(secret), () => now).open(flow, closed)).toEqual({ ok: true, visit });
  });

  test('is valid for a day', () => {
    now = start + maxSealAge;
    expect(seal.open(flow, closed).ok).toBe(true);
    now += 1;
    expect(seal.open(flow, closed)).toEqual({ ok: false, fault: 'expired' });
    now = start - 6 * 60_000;
    expect(seal.open(flow, closed)).toEqual({ ok: false, fault: 'expired' });
  });

  test('is valid for its flow, while that behaves the same', () => {
    expect(seal.open({ ...flow, flow: 'outro' }, closed)).toEqual({ ok: false, fault: 'foreign' });
  });

  test('on another version of its flow, has what that continues it with', () => {
    const { id, log } = visit;
    expect(seal.open({ ...flow, behaviour: 'b2' }, closed)).toEqual({
      ok: false,
      fault: 'moved',
      visit: { id, input: log.input, reached },
    });
  });

  test('requires the same secret', () => {
    expect(createSeal(Buffer.alloc(32, 8), () => now).open(flow, closed)).toEqual({ ok: false, fault: 'forged' });
  });

  test('is invalid if any character changes', () => {
    const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.';
    fc.assert(
      fc.property(fc.nat(closed.length - 2), fc.constantFrom(...signs), (at, sign) => {
        const other = closed.slice(0, at) + sign + closed.slice(at + 1);
        return other === closed || !seal.open(flow, other).ok;
      }),
      { numRuns: 3000, seed: 3 },
    );
  });

  test('never throws for any text', () => {
    for (const text of [
      '',
      '1d..',
      'x'.repeat(43),
      `1j.e30.${'A'.repeat(43)}`,
      closed.slice(0, -1),
      `${closed}=`,
      '\0',
    ])
      expect(seal.open(flow, text).ok, text).toBe(false);
    expect(seal.open(flow, 'A'.repeat(maxSealLength + 1))).toEqual({ ok: false, fault: 'too-large' });
  });

  const withEvents = (events: SealedVisit['log']['events']): SealedVisit => ({
    ...visit,
    log: { ...visit.log, events },
  });
  const back = { event: { type: 'PREVIOUS' } as const, stamp: { at: start, random: 0.5 } };
  const submitted = (long: string) => ({ event: { type: 'SUBMIT', values: { long } } as const, stamp: back.stamp });

  test('limits the cost of a post: 200 events, 16 KB of text and 64 KB of content', () => {
    const noise = Array.from({ length: 20_000 }, (_, at) => String.fromCharCode(33 + ((at * at * 7919) % 9001)));
    for (const grown of [
      Array.from({ length: 201 }, () => back),
      [submitted(noise.join(''))],
      [submitted('a'.repeat(64 * 1024))],
    ]) {
      const mark = seal.close(flow, withEvents(grown), reached);
      expect(mark.length).toBeLessThan(10);
      expect(seal.open(flow, mark)).toEqual({ ok: false, fault: 'full' });
    }
    const most = withEvents(Array.from({ length: 200 }, () => back));
    expect(seal.open(flow, seal.close(flow, most, reached))).toEqual({ ok: true, visit: most });
  });
});

describe('the secret', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'secret-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('is created once, readable only by its owner, and shared by concurrent starts', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, () => visitSecret(join(folder, 'new'))));
    expect(new Set(secrets.map((each) => each.toString('hex'))).size).toBe(1);
    expect(secrets[0]).toHaveLength(32);
    expect(await visitSecret(join(folder, 'new'))).toEqual(secrets[0]);
    expect(readdirSync(join(folder, 'new'))).toEqual(['visits.key']);
    expect(statSync(join(folder, 'new', 'visits.key')).mode & 0o777).toBe(0o600);
  });

  test('is not derived from an invalid file', async () => {
    writeFileSync(join(folder, 'visits.key'), 'abc');
    await expect(visitSecret(folder)).rejects.toThrow(/does not contain a secret\. Remove it/);
  });
});

describe('the key of a submission', () => {
  const call: CallEffect = {
    kind: 'call',
    id: 'call:pessoa/call-0',
    method: 'POST',
    path: '/api/quiz/start',
    payload: { nome: 'Ana', at: 1 },
    times: ['at'],
    timeout: 1,
    background: false,
  };
  const key = submissionKey('v1', call);

  test('is the same for the same form posted again later', () => {
    expect(submissionKey('v1', { ...call, payload: { at: 2, nome: 'Ana' } })).toBe(key);
    expect(key).toMatch(/^[A-Za-z0-9_-]{8,128}$/);
  });
  test.each([
    ['visit', 'v2', call],
    ['call', 'v1', { ...call, id: 'call:pessoa/call-1' }],
    ['path', 'v1', { ...call, path: '/api/quiz/finish' }],
    ['content', 'v1', { ...call, payload: { nome: 'Bia', at: 1 } }],
  ] as const)('differs for another %s', (_what, visit, other) => expect(submissionKey(visit, other)).not.toBe(key));
});
