/** Tells submissions of machines from those of people. */
import { hkdfSync } from 'node:crypto';
import type { IntakeDefinition } from '../../engine/definition.ts';
import { postedNames } from '../../engine/flow/post-names.ts';
import { createOpenings, type Openings } from './opening.ts';
import { createProofs, type Proofs } from './proof.ts';

/** Why a submission is held. */
export type Suspicion = 'honeypot' | 'too-fast' | 'forged-opening' | 'unproven';

/** What a request says about who sends it. */
export interface SenderSignals {
  /** Whether the field that people do not see was filled. */
  readonly trapped?: boolean;
  /** The signed time at which the form was opened; empty or null if unknown. */
  readonly opened?: string | null;
  /** The solution of a challenge; `ready` if the sender can solve one. */
  readonly proof?: string | null;
}

/** The value of a proof's header before there is a challenge. */
const readyToProve = 'ready';

export interface Protection {
  readonly openings: Openings;
  readonly proofs: Proofs;
  /**
   * Why a submission looks like a machine's; null if it does not. One without any signals does not, unless its intake
   * always demands a proof.
   * @param key the idempotency key; without one a submission cannot be proven
   * @param at epoch milliseconds
   */
  suspicionOf(
    intake: Pick<IntakeDefinition, 'protect'>,
    request: SenderSignals & { readonly body: unknown; readonly key: string | null },
    at: number,
  ): Suspicion | null;
}

/** @param secret of the site; the keys are derived from it */
export function createProtection(secret: Buffer): Protection {
  const derived = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', use, 32));
  const openings = createOpenings(derived('form openings'));
  const proofs = createProofs(derived('proof of work'));

  function tempoOf(fastest: number, opened: string | null | undefined, at: number): Suspicion | null {
    if (opened == null || opened === '') return null;
    const age = openings.ageOf(opened, at);
    return age === null ? 'forged-opening' : age < fastest * 1000 ? 'too-fast' : null;
  }

  return {
    openings,
    proofs,
    suspicionOf({ protect }, { trapped, opened, proof, key, body }, at) {
      const filled = Object.getOwnPropertyDescriptor(body ?? {}, postedNames.trap)?.value as unknown;
      if (protect.honeypot && (trapped === true || (typeof filled === 'string' && filled !== ''))) return 'honeypot';
      const tempo = protect.fastest === null ? null : tempoOf(protect.fastest, opened, at);
      const { proofOfWork } = protect;
      if (proofOfWork === null || (proofOfWork === 'suspicious' && tempo === null)) return tempo;
      const isProven = key !== null && proof != null && proof !== readyToProve && proofs.holds(proof, key, at);
      return isProven ? null : (tempo ?? 'unproven');
    },
  };
}

/** Whether the sender of a suspicious submission can send a proof of work. */
export const canProve = (
  { protect }: Pick<IntakeDefinition, 'protect'>,
  { proof, key }: SenderSignals & { readonly key: string | null },
  suspicion: Suspicion,
): boolean => protect.proofOfWork !== null && suspicion !== 'honeypot' && proof === readyToProve && key !== null;
