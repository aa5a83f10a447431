/** Opening times and proofs of work: what is accepted, and what somebody could make up. */
import { solveChallenge, verifySolution } from 'altcha-lib/v1';
import { describe, expect, test } from 'vitest';
import { solve } from '../../../renderer/guard/solve.ts';
import { createOpenings } from '../../../server/protection/opening.ts';
import { createProofs, type ProofChallenge } from '../../../server/protection/proof.ts';
import { canProve, createProtection } from '../../../server/protection/protection.ts';

const secret = Buffer.alloc(32, 7);
const at = 1_790_000_000_000;
const key = 'key-0123456789';
const never = new AbortController().signal;

describe('the time at which a form was opened', () => {
  const openings = createOpenings(secret);

  test('is known to every process with the secret', () => {
    expect(createOpenings(secret).ageOf(openings.issue(at), at + 1500)).toBe(1500);
    expect(openings.ageOf(openings.issue(at), at + 30 * 86_400_000)).toBe(30 * 86_400_000);
  });

  test('cannot be made up, moved or come from another site', () => {
    const token = openings.issue(at);
    const earlier = `${(at - 60_000).toString(36)}${token.slice(token.indexOf('.'))}`;
    const others = createOpenings(Buffer.alloc(32, 8)).issue(at);
    for (const made of [earlier, others, `${token}x`, token.slice(0, -1), token.toUpperCase(), '', '.', 'now'])
      expect([made, openings.ageOf(made, at + 5000)]).toEqual([made, null]);
  });

  test('lies in the future only by the difference of two clocks', () => {
    expect(openings.ageOf(openings.issue(at + 2000), at)).toBe(0);
    expect(openings.ageOf(openings.issue(at + 60_000), at)).toBeNull();
  });
});

describe('a proof of work', () => {
  const proofs = createProofs(secret);
  const altered = (solution: string, values: object): string =>
    btoa(JSON.stringify({ ...(JSON.parse(atob(solution)) as object), ...values }));

  test('is found by the browser’s code and by ALTCHA’s own', async () => {
    const challenge = proofs.challenge(key, at);
    const { maxnumber, ...rest } = challenge;
    const solution = await solve(challenge, never);
    expect(proofs.holds(solution, key, at)).toBe(true);
    // Its solver awaits each hash: it begins shortly before the number.
    const from = (JSON.parse(atob(solution)) as { number: number }).number - 10;
    const found = await solveChallenge(challenge.challenge, challenge.salt, 'SHA-256', maxnumber, from).promise;
    expect(proofs.holds(btoa(JSON.stringify({ ...rest, number: found?.number })), key, at)).toBe(true);
  });

  test('ALTCHA’s own library accepts the browser’s solution of its challenge', async () => {
    const { createChallenge } = await import('altcha-lib/v1');
    const hmacKey = 'a secret';
    const challenge = await createChallenge({ hmacKey, maxnumber: 5000, expires: new Date(Date.now() + 60_000) });
    const solution = await solve({ ...challenge, maxnumber: 5000 }, never);
    expect(await verifySolution(solution, hmacKey)).toBe(true);
  });

  test('holds for its submission, for ten minutes, and unaltered', async () => {
    const solution = await solve(proofs.challenge(key, at), never);
    const { salt, number } = JSON.parse(atob(solution)) as { salt: string; number: number };
    const others = createProofs(Buffer.alloc(32, 8)).challenge(key, at);
    for (const [each, forKey, when] of [
      [solution, 'key-another-one', at],
      [solution, key, at + 11 * 60_000],
      [altered(solution, { number: number + 1 }), key, at],
      [altered(solution, { number: String(number) }), key, at],
      [altered(solution, { salt: salt.replace(/expires=\d+/, 'expires=9999999999') }), key, at],
      [altered(solution, { algorithm: 'SHA-1' }), key, at],
      [altered(solution, { signature: 'a'.repeat(64) }), key, at],
      [altered(solution, { challenge: null }), key, at],
      [await solve(others, never), key, at],
      [`${solution}${' '.repeat(1000)}`, key, at],
      ['', key, at],
      ['bnVsbA==', key, at],
      ['ready', key, at],
    ] as const)
      expect([each, proofs.holds(each, forKey, when)]).toEqual([each, false]);
  });

  test('ends without a solution, and when it is aborted', async () => {
    const challenge: ProofChallenge = { ...proofs.challenge(key, at), challenge: '0'.repeat(64) };
    await expect(solve({ ...challenge, maxnumber: 10 }, never)).rejects.toThrow('no solution');
    await expect(solve({ ...challenge, maxnumber: 1e9 }, AbortSignal.abort())).rejects.toThrow('aborted');
  });
});

describe('a submission', () => {
  const protection = createProtection(secret);
  const protect = { honeypot: true, perPerson: null, fastest: 3, proofOfWork: null };
  const opened = (ms: number): string => protection.openings.issue(at - ms);
  const judged = (signals: object, more: object = {}) =>
    protection.suspicionOf({ protect: { ...protect, ...more } }, { body: {}, key, ...signals }, at);

  test('is suspicious by its time only if the time is known', () => {
    expect(judged({})).toBeNull();
    expect(judged({ opened: '' })).toBeNull();
    expect(judged({ opened: opened(3000) })).toBeNull();
    expect(judged({ opened: opened(2999) })).toBe('too-fast');
    expect(judged({ opened: 'made-up' })).toBe('forged-opening');
    expect(judged({ opened: opened(0) }, { fastest: null })).toBeNull();
  });

  test('needs a proof as its intake says; nothing outweighs the trap', async () => {
    const proof = await solve(protection.proofs.challenge(key, at), never);
    const fast = { opened: opened(500) };
    expect(judged({}, { proofOfWork: 'suspicious' })).toBeNull();
    expect(judged(fast, { proofOfWork: 'suspicious' })).toBe('too-fast');
    expect(judged({ ...fast, proof }, { proofOfWork: 'suspicious' })).toBeNull();
    expect(judged({ ...fast, proof }, {})).toBe('too-fast');
    expect(judged({}, { proofOfWork: 'always' })).toBe('unproven');
    expect(judged({ proof: 'ready' }, { proofOfWork: 'always' })).toBe('unproven');
    expect(judged({ proof }, { proofOfWork: 'always' })).toBeNull();
    expect(judged({ proof, key: null }, { proofOfWork: 'always' })).toBe('unproven');
    expect(judged({ proof, trapped: true }, { proofOfWork: 'always' })).toBe('honeypot');
  });

  test('is sent again with a proof only by a sender who can make one', () => {
    const intake = (proofOfWork: 'always' | null) => ({ protect: { ...protect, proofOfWork } });
    expect(canProve(intake('always'), { proof: 'ready', key }, 'unproven')).toBe(true);
    expect(canProve(intake('always'), { proof: 'ready', key: null }, 'unproven')).toBe(false);
    expect(canProve(intake('always'), { proof: 'wrong', key }, 'unproven')).toBe(false);
    expect(canProve(intake('always'), { key }, 'unproven')).toBe(false);
    expect(canProve(intake('always'), { proof: 'ready', key }, 'honeypot')).toBe(false);
    expect(canProve(intake(null), { proof: 'ready', key }, 'too-fast')).toBe(false);
  });
});
