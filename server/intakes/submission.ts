/** The identity of a submission, and the record of a visitor's consent. */
import { hash, randomUUID } from 'node:crypto';
import type { IntakeDefinition, SiteDefinition } from '../../engine/definition.ts';
import type { IntakeRules, Values } from '../../engine/intakes/accept.ts';
import type { StoredAttribution } from '../../engine/intakes/submission-scope.ts';
import { canonicalJson } from '../../engine/values/canonical-json.ts';
import type { Json } from '../../schemas/compiled.ts';
import { truncatedAddress } from '../limits/address.ts';
import { type SubmissionKey, toSubmissionKey } from '../store/ids.ts';
import type { IntakeRequest } from './request.ts';

const sha256 = (text: string): string => hash('sha256', text);

/** The hash of an Idempotency-Key, stored with a record that has an owner. */
export const keyHash = (key: string): string => sha256(`idempotency-key ${key}`);

export interface Identity {
  /** The key within the intake. */
  readonly key: SubmissionKey;
  /** SHA-256 of the values that must be equal under the same key. */
  readonly bodyHash: string;
}

/**
 * The identity of a submission: the sender's idempotency key; else all values. With the intake's `dedupe` they are compared
 * within a time window that begins at a multiple of its length, and in their normal form. The values that `dedupe.by` names
 * identify the lead; the other values decide whether the submission is a repetition. A corrected name is another
 * submission of the same lead. Times are left out, because a retry may carry a later one. Where all values that would identify
 * the lead are empty, nobody is identified: each submission is another one.
 */
export function identify(
  intake: IntakeDefinition,
  acceptance: IntakeRules,
  values: Values,
  key: string | null,
  at: number,
): Identity {
  const bodyHash = sha256(withoutTimes(values, intake.input));
  // A sender's key contains no colon, so it cannot collide with a generated one.
  if (key !== null) return { key: toSubmissionKey(key), bodyHash };
  const isEmpty = (name: string): boolean => {
    const value = acceptance.normal(name, values[name] ?? null);
    return value === null || value === '';
  };
  const identifying = intake.dedupe?.by ?? (intake.lookupBy === null ? [] : [intake.lookupBy]);
  if (identifying.length > 0 && identifying.every(isEmpty))
    return { key: toSubmissionKey(`nobody:${randomUUID()}`), bodyHash };
  if (intake.dedupe !== null) {
    const { by, minutes } = intake.dedupe;
    const normal = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, acceptance.normal(name, value)]),
    );
    const lead = sha256(canonicalJson(by.map((name) => normal[name] ?? null))).slice(0, 16);
    const same = sha256(withoutTimes(normal, intake.input));
    return { key: toSubmissionKey(`once:${Math.floor(at / (minutes * 60_000))}:${lead}:${same}`), bodyHash: same };
  }
  return { key: toSubmissionKey(`body:${bodyHash}`), bodyHash };
}

/** Values as canonical JSON, without the times at which they were sent. */
export function withoutTimes(values: Values, input: IntakeDefinition['input']): string {
  const isTime = (name: string): boolean => input[name]?.type === 'time';
  const isTimed = Object.keys(values).some(isTime);
  return canonicalJson(isTimed ? Object.fromEntries(Object.entries(values).filter(([name]) => !isTime(name))) : values);
}

/** Ids of the forms a submission carries. */
function formsOf({ forms, formsByStep }: IntakeDefinition, body: unknown): readonly string[] {
  if (formsByStep === null) return forms;
  const step = Object.getOwnPropertyDescriptor(body ?? {}, formsByStep.by)?.value as unknown;
  return formsByStep.cases[String(step)] ?? [];
}

/** The metadata stored with a record; with the proof of consent when the form asks for it. */
export function metaOf(
  site: SiteDefinition,
  intake: IntakeDefinition,
  request: IntakeRequest,
  at: number,
  attribution: StoredAttribution | null = null,
): Record<string, Json> {
  const form = formsOf(intake, request.body)
    .map((id) => site.forms[id])
    .find((each) => each?.consent !== undefined);
  const consent = form?.consent;
  const sent = {
    page: request.page,
    ...(request.visitId == null ? {} : { visitId: request.visitId }),
    // Leads from the record to the proof of what its person allowed.
    ...(request.consent?.choice == null ? {} : { consentId: request.consent.choice.id }),
    ...(attribution === null ? {} : { attribution }),
    ...(intake.ownerOnly && request.key !== null ? { sentUnder: keyHash(request.key) } : {}),
  };
  if (consent === undefined) return sent;
  const field = form?.fields.find((each) => each.name === consent.field);
  const posted =
    field === undefined ? undefined : Object.getOwnPropertyDescriptor(request.body ?? {}, field.name)?.value;
  return {
    ...sent,
    consent: {
      purpose: consent.purpose,
      mechanism: consent.mechanism,
      text: consent.text,
      sha256: sha256(consent.text),
      // Null when the form does not post it: then it is only known whether the form could be sent without.
      given: typeof posted === 'boolean' ? posted : consent.mechanism === 'notice' ? true : null,
      required: field === undefined ? null : field.rules.some((rule) => rule.rule === 'accepted'),
      at,
      page: request.page,
      address: truncatedAddress(request.address),
      userAgent: request.userAgent?.slice(0, 400) ?? null,
      locale: site.site.locale,
    },
  };
}
