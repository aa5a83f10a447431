/** Classifies the errors of PostgreSQL and of its client. */
import { StoreError } from '../errors.ts';

// https://www.postgresql.org/docs/current/errcodes-appendix.html; the first two characters are the class.
const dataException = '22';
const integrityViolation = '23';
const diskFull = '53100';
/** A table or a column is missing, or has another type: a newer version has migrated the database. */
const otherSchema = '42';
const insufficientPrivilege = '42501';
const unavailable = new Set(['08', '53', '55', '57', '58', 'XX', '25', '40']);

// Connections that the server does not accept or ends: failed authentication, no such database, too many, a shutdown.
// The severity of an error says the same, but in the server's language.
const endsConnection = /^(?:08|28|3D|53300|57P0)/;

/** Whether the server answered; otherwise the outcome of a statement is unknown, and its connection unusable. */
export function isAnswer(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !endsConnection.test(code);
}

/**
 * Classifies an error. A message of the server is left out, because it may quote a value of a submission.
 * @returns STORE_REJECTED for a statement whose values are invalid; all others are temporary, because the server itself
 *   decides whether its disk can be trusted
 */
export function storeErrorFrom(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const { code } = error as { code?: unknown };
  const known = typeof code === 'string' ? code : 'connection lost';
  const detail = `PostgreSQL ${known}`;
  if (!isAnswer(error)) return new StoreError('STORE_UNREACHABLE', detail);
  const group = known.slice(0, 2);
  if (group === dataException || group === integrityViolation) return new StoreError('STORE_REJECTED', detail);
  if (group === otherSchema && known !== insufficientPrivilege) return new StoreError('STORE_NEWER', detail);
  if (known === diskFull) return new StoreError('STORE_FULL', detail);
  return new StoreError(unavailable.has(group) ? 'STORE_BUSY' : 'STORE_UNREACHABLE', detail);
}
