/** Strings of the store that must not be swapped. */
import type { Brand } from '../../engine/values/brand.ts';

/** The key under which a record is found, such as its uid, in the normal form of its type. */
export type Subject = Brand<'Subject'>;

/** The idempotency key of a submission within its intake. */
export type SubmissionKey = Brand<'SubmissionKey'>;

/** @param text a value in its normal form (`IntakeRules.normal`), or the subject of a stored record */
export const toSubject = (text: string): Subject => text as Subject;

/** @param text the client's Idempotency-Key, or a natural key built by the caller */
export const toSubmissionKey = (text: string): SubmissionKey => text as SubmissionKey;
