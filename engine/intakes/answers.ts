/**
 * The answers of a site's intakes to what a flow sends: for walks, scenarios and comparisons, which have no server. Limits,
 * protection and deliveries are the server's; here nothing is over a limit, and every message is on its way.
 */
import type { Json } from '../../schemas/compiled.ts';
import type { IntakeDefinition, SiteDefinition } from '../definition.ts';
import { evaluate } from '../expressions/run.ts';
import { type Lookup, namesIn } from '../flow/scope.ts';
import { formMessages, messagesFor } from '../messages/catalogue.ts';
import type { CallEffect } from '../session/effects.ts';
import { type IntakeRules, prepareAcceptance, subjectIn, type Values } from './accept.ts';
import { exampleAnswers } from './example-records.ts';
import { judge } from './judge.ts';
import { datesOf, responseOf } from './scope.ts';
import { lookupOver, submissionScope } from './submission-scope.ts';

/** The last record of each subject of a collection. */
export interface StoredRecords {
  get(collection: string, subject: string): Values | undefined;
  set(collection: string, subject: string, values: Values): void;
}

export type IntakeAnswer =
  | {
      readonly status: 200;
      readonly body: Readonly<Record<string, Json>>;
      /** What is stored; null for a look-up. */
      readonly values: Values | null;
    }
  | {
      readonly status: 404 | 405 | 409 | 422;
      /** What the visitor reads. */
      readonly message: string;
      /** Messages by the name of the value. */
      readonly errors: Readonly<Record<string, string>>;
      readonly code: 'not-found' | 'method-not-allowed' | 'unknown' | 'closed' | 'invalid' | 'forged';
    };

type Call = Pick<CallEffect, 'method' | 'path' | 'payload'>;

export interface IntakeAnswers {
  /** Answers of a look-up to records that the site's own intakes may have stored. */
  examples(path: string): readonly Readonly<Record<string, Json>>[];
  /** The intake that a call reaches; undefined if none has its path and method. */
  intakeOf(call: Pick<Call, 'method' | 'path'>): IntakeDefinition | undefined;
  /**
   * Answers a call.
   * @param stored what a look-up and `require` read, and a submission adds to; without it, a required record is there
   * @throws ExpressionError if an expression of the intake has no value for what was sent
   */
  answer(call: Call, stored?: StoredRecords): IntakeAnswer;
}

/** No record. */
export function createRecords(): StoredRecords {
  const records = new Map<string, Values>();
  const keyOf = (collection: string, subject: string): string => JSON.stringify([collection, subject]);
  return {
    get: (collection, subject) => records.get(keyOf(collection, subject)),
    set: (collection, subject, values) => void records.set(keyOf(collection, subject), values),
  };
}

interface IntakeParts {
  readonly intake: IntakeDefinition;
  readonly rules: IntakeRules;
}

const exampleSubmission = 'submission';

/** Where an intake redirects the visitor of a submission; null for nowhere. */
export type RedirectOf = (site: SiteDefinition, intake: IntakeDefinition, lookup: Lookup) => string | null;

/**
 * Prepares the answers of a site. The rules of an intake are compiled when it is first called.
 * @param redirectOf decides which addresses are allowed
 * @param isEverOpen whether intakes answer in phases of events in which they are closed
 */
export function createIntakeAnswers(site: SiteDefinition, redirectOf: RedirectOf, isEverOpen = false): IntakeAnswers {
  const [texts, messages] = [formMessages(site.site), messagesFor(site.site)];
  const prepared = new Map<string, IntakeParts>();
  const examples = new Map<string, ReturnType<typeof exampleAnswers>>();
  const byCall = new Map(Object.values(site.intakes).map((intake) => [`${intake.method} ${intake.path}`, intake]));

  function preparedFor({ method, path }: Pick<Call, 'method' | 'path'>): IntakeParts | undefined {
    const key = `${method} ${path}`;
    const known = prepared.get(key);
    const intake = byCall.get(key);
    if (known !== undefined || intake === undefined) return known;
    const made = { intake, rules: prepareAcceptance(site, intake, texts, messages) };
    prepared.set(key, made);
    return made;
  }

  const refusal = (
    status: 404 | 405 | 409 | 422,
    code: Exclude<IntakeAnswer, { status: 200 }>['code'],
    message: string,
    errors: Readonly<Record<string, string>> = {},
  ): IntakeAnswer => ({ status, code, message, errors });

  const subjectOf = ({ intake, rules }: IntakeParts, values: Values): string | null =>
    intake.lookupBy === null ? null : subjectIn(rules, intake.lookupBy, values);

  function lookedUp(found: IntakeParts, values: Values, stored: StoredRecords): IntakeAnswer {
    const { intake } = found;
    const subject = subjectOf(found, values);
    const record = subject === null ? undefined : stored.get(intake.records, subject);
    if (record === undefined) return refusal(404, 'unknown', intake.errors.notFound ?? messages.unknown);
    return { status: 200, body: responseOf(site, intake, lookupOver(record)), values: null };
  }

  function submitted(found: IntakeParts, values: Values, stored: StoredRecords | undefined): IntakeAnswer {
    const { intake } = found;
    const subject = subjectOf(found, values);
    const { require, when } = intake;
    if (require !== null && stored !== undefined && (subject === null || !stored.get(require.records, subject)))
      return refusal(404, 'unknown', require.message);
    const scope = submissionScope(site.site, values, null, () => exampleSubmission);
    const lookup = (name: string): Json | undefined =>
      name === 'deliveries' ? Object.fromEntries(Object.keys(intake.deliver).map((each) => [each, true])) : scope(name);
    const isFixed = when !== null && namesIn(when).length === 0;
    if (when !== null && !(isFixed && isEverOpen) && evaluate(when, lookup, datesOf(site)) !== true)
      return refusal(409, 'closed', intake.errors.closed ?? messages.closed);
    const redirectUrl = redirectOf(site, intake, lookup);
    const response = responseOf(site, intake, lookup);
    if (intake.stores && subject !== null) stored?.set(intake.records, subject, values);
    return { status: 200, body: redirectUrl === null ? response : { ...response, redirectUrl }, values };
  }

  return {
    examples(path) {
      const intake = byCall.get(`GET ${path}`);
      const known = examples.get(path) ?? (intake === undefined ? [] : exampleAnswers(site, intake));
      examples.set(path, known);
      return known;
    },
    intakeOf: ({ method, path }) => byCall.get(`${method} ${path}`),
    answer(call, stored) {
      const found = preparedFor(call);
      if (found === undefined) {
        const isOther = byCall.has(`${call.method === 'GET' ? 'POST' : 'GET'} ${call.path}`);
        return isOther
          ? refusal(405, 'method-not-allowed', messages.methodNotAllowed)
          : refusal(404, 'not-found', messages.notFound);
      }
      const verdict = judge(site, found.intake, found.rules, call.payload);
      if (!verdict.ok) return refusal(422, verdict.code, verdict.message ?? messages.refused, verdict.errors);
      return call.method === 'GET'
        ? lookedUp(found, verdict.values, stored ?? createRecords())
        : submitted(found, verdict.values, stored);
    },
  };
}
