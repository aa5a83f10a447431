/** Judges a submission by its values alone: its form, its declared values, and the values that the server computes again. */
import type { IntakeDefinition, SiteDefinition } from '../definition.ts';
import type { IntakeRules, Values } from './accept.ts';
import { verifiedValues } from './scope.ts';

export type Verdict =
  | {
      readonly ok: true;
      /** What is stored, with the computed values. */
      readonly values: Values;
      /** The accepted values as the flow has them. */
      readonly sent: Values;
    }
  | {
      readonly ok: false;
      /** `forged`: a computed value differs from what was sent. */
      readonly code: 'invalid' | 'forged';
      /** The author's message; null for the engine's own. */
      readonly message: string | null;
      /** Messages by the name of the value. */
      readonly errors: Readonly<Record<string, string>>;
    };

/** @param body the values of the request */
export function judge(
  site: SiteDefinition,
  intake: IntakeDefinition,
  rules: IntakeRules,
  body: Readonly<Record<string, unknown>>,
): Verdict {
  const accepted = rules.accept(body);
  if (!accepted.ok)
    return {
      ok: false,
      code: 'invalid',
      message: accepted.message ?? intake.errors.invalid,
      errors: accepted.errors,
    };
  if (intake.verify === null) return { ok: true, values: accepted.values, sent: accepted.sent };
  const computed = verifiedValues(site, intake, accepted.sent);
  if (computed === null)
    return { ok: false, code: 'forged', message: intake.verify.message ?? intake.errors.invalid, errors: {} };
  return { ok: true, values: { ...accepted.values, ...computed }, sent: accepted.sent };
}
