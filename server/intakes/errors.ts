/** The error responses of intakes. Codes are permanent; the texts come from the visitors' catalogue. */
import type { IntakeDefinition } from '../../engine/definition.ts';
import type { MessageCatalogue, MessageKey } from '../../engine/messages/keys.ts';

interface Entry {
  readonly status: number;
  readonly message: MessageKey;
}

export const intakeErrors = {
  malformed: { status: 400, message: 'malformed' },
  'invalid-key': { status: 400, message: 'invalidKey' },
  'cross-site': { status: 403, message: 'crossSite' },
  'not-owner': { status: 403, message: 'notOwner' },
  'not-found': { status: 404, message: 'notFound' },
  unknown: { status: 404, message: 'unknown' },
  closed: { status: 409, message: 'closed' },
  'method-not-allowed': { status: 405, message: 'methodNotAllowed' },
  'too-large': { status: 413, message: 'tooLarge' },
  'unsupported-type': { status: 415, message: 'unsupportedType' },
  invalid: { status: 422, message: 'refused' },
  forged: { status: 422, message: 'refused' },
  conflict: { status: 422, message: 'conflict' },
  unproven: { status: 428, message: 'refused' },
  'rate-limited': { status: 429, message: 'rateLimited' },
  internal: { status: 500, message: 'internal' },
  unavailable: { status: 503, message: 'unavailable' },
} as const satisfies Record<string, Entry>;

export type IntakeErrorCode = keyof typeof intakeErrors;

export interface IntakeReply {
  readonly status: number;
  /** A JSON object. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** Of an error response. */
  readonly code?: IntakeErrorCode;
  /** Keys of subjects that the sender's browser owns from now on. */
  readonly granted?: readonly string[];
}

export interface RefusalDetails {
  /** Replaces the catalogue's text. */
  readonly message?: string | null | undefined;
  readonly errors?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further values that the intake adds to its error responses. */
  readonly values?: IntakeDefinition['errors']['response'];
}

/** Builds an error response: `{ ...values, message, code, errors? }`. */
export function refuse(
  messages: MessageCatalogue,
  code: IntakeErrorCode,
  { message, errors, headers = {}, values = {} }: RefusalDetails = {},
): IntakeReply {
  const entry = intakeErrors[code];
  const body = {
    ...values,
    message: message ?? messages[entry.message],
    code,
    ...(errors === undefined ? {} : { errors }),
  };
  return { status: entry.status, body, headers, code };
}
