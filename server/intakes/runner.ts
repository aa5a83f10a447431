/** Runs the intakes of one version of a site, independently of HTTP. */
import { randomBytes } from 'node:crypto';
import type { IntakeDefinition, SiteDefinition } from '../../engine/definition.ts';
import { evaluate } from '../../engine/expressions/evaluate.ts';
import type { Lookup } from '../../engine/flow/scope.ts';
import {
  formsOfIntake,
  type IntakeRules,
  prepareAcceptance,
  subjectIn,
  type Values,
  writersFor,
} from '../../engine/intakes/accept.ts';
import { judge, type SubmissionVerdict } from '../../engine/intakes/judge.ts';
import { datesOf, responseOf } from '../../engine/intakes/scope.ts';
import { lookupOver, submissionScope } from '../../engine/intakes/submission-scope.ts';
import { Memo } from '../../engine/memo/memo.ts';
import { formMessages, messagesFor } from '../../engine/messages/catalogue.ts';
import type { MessageCatalogue } from '../../engine/messages/keys.ts';
import { isObject } from '../../engine/values/is-object.ts';
import type { Code } from '../../schemas/compiled.ts';
import { attributionOf } from '../attribution/attribution.ts';
import { stopByPrivacyControl } from '../consent/privacy-control.ts';
import { purposesOf, visitorKeyOf } from '../consent/purposes.ts';
import { keyPattern, type VisitId } from '../http/request.ts';
import { limitKeyOf, personKeyOf } from '../limits/address.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { type DueMessages, dueMessages, onTheirWay } from '../messages/due.ts';
import { submissionId } from '../messages/expand.ts';
import { deliveryPlanOf, type StoredPlan } from '../messages/plan.ts';
import { networkCookies } from '../outbox/cookies.ts';
import { noOutbox, type OutboxDesk } from '../outbox/desk.ts';
import { canProve, createProtection, type Protection } from '../protection/protection.ts';
import { StoreError } from '../store/errors.ts';
import { type Subject, toSubject } from '../store/ids.ts';
import type { Store, Submission } from '../store/types.ts';
import { type IntakeErrorCode, type IntakeReply, type RefusalDetails, refuse } from './errors.ts';
import type { Owners } from './owner.ts';
import { quarantine } from './quarantine.ts';
import { redirectOf } from './redirect.ts';
import { type IntakeRequest, queryValues } from './request.ts';
import { identify, keyHash, metaOf, withoutTimes } from './submission.ts';

export interface IntakeRunner {
  readonly messages: MessageCatalogue;
  /** The methods of a path; none when no intake declares the path. */
  methodsOf(path: string): readonly ('GET' | 'POST')[];
  /** An error response in the form of the intake at a path. */
  refuse(path: string, code: IntakeErrorCode, details?: Omit<RefusalDetails, 'values'>): IntakeReply;
  /**
   * Counts a request for the intake's rate limit.
   * @returns an error response, or null when the request may proceed. Never rejects
   */
  limit(method: 'GET' | 'POST', path: string, address: string | null): Promise<IntakeReply | null> | null;
  /** The condition under which the intake at a path accepts submissions; null without one. */
  conditionOf(path: string): Code | null;
  /** The query parameters of a GET as values; undeclared ones are left out. */
  parametersOf(path: string, query: URLSearchParams): Readonly<Record<string, unknown>>;
  /** Handles one request. Never rejects. */
  handle(method: 'GET' | 'POST', path: string, request: IntakeRequest): Promise<IntakeReply>;
  /** Performs a call of a session that runs in this process, within the rate limit of its visitor. Never rejects. */
  performInProcess(
    method: 'GET' | 'POST',
    path: string,
    payload: Values,
    visitor: Omit<IntakeRequest, 'body'>,
  ): Promise<IntakeReply>;
}

export interface IntakeRunnerOptions {
  readonly site: SiteDefinition;
  readonly store: Store;
  readonly limits: RateLimit;
  readonly owners: Owners;
  /** Tells submissions of machines from those of people; by default with a secret of this process. */
  readonly protection?: Pick<Protection, 'suspicionOf'>;
  /** Where messages after a submission go; without it no destination is configured. */
  readonly outbox?: OutboxDesk;
  /** Results for what is unchanged since earlier versions. */
  readonly memo?: Memo;
  /** Epoch milliseconds. */
  readonly clock?: () => number;
  /** Called for every failure that is not the visitor's. */
  readonly report?: (intake: string, error: unknown, visitId: VisitId | null) => void;
  /** Called with each error response. */
  readonly refused?: (intake: string, code: IntakeErrorCode) => void;
}

interface Prepared {
  readonly intake: IntakeDefinition;
  readonly acceptance: IntakeRules;
  /** What its messages are made of; null where it sends none. */
  readonly plan: StoredPlan | null;
}

const noMessages: DueMessages = {};

/** Prepares every intake of a site once: compiles its forms and indexes its path. */
export function createIntakeRunner({
  site,
  store,
  limits,
  owners,
  protection = createProtection(randomBytes(32)),
  outbox = noOutbox,
  memo = new Memo(),
  clock = Date.now,
  report = () => {},
  refused = () => {},
}: IntakeRunnerOptions): IntakeRunner {
  const messages = memo.once('messages', site.site, [], () => messagesFor(site.site));
  const texts = memo.once('form messages', site.site, [], () => formMessages(site.site));
  /** By path and method. */
  const table = new Map<string, { GET?: Prepared; POST?: Prepared }>();
  for (const intake of Object.values(site.intakes)) {
    const writers = writersFor(site, intake);
    const forms = [intake, ...writers].flatMap((each) => formsOfIntake(site, each));
    const acceptance = memo.once('acceptance', intake, [texts, messages, site.words, ...writers, ...forms], () =>
      prepareAcceptance(site, intake, texts, messages),
    );
    const plan = intake.stores && Object.keys(intake.deliver).length > 0 ? deliveryPlanOf(site.site, intake) : null;
    table.set(intake.path, { ...table.get(intake.path), [intake.method]: { intake, acceptance, plan } });
  }

  const canHaveMessages = Object.keys(site.destinations).length > 0;
  const preparedFor = (method: 'GET' | 'POST', path: string): Prepared | undefined => table.get(path)?.[method];
  const methods = new Map([...table].map(([path, { GET, POST }]) => [path, methodsWith(GET, POST)]));

  const refuseFor = (
    { errors }: Pick<IntakeDefinition, 'errors'>,
    code: IntakeErrorCode,
    details: Omit<RefusalDetails, 'values'> = {},
  ): IntakeReply => refuse(messages, code, { ...details, values: errors.response });

  const refusalOf = (
    intake: IntakeDefinition,
    { code, message, errors }: SubmissionVerdict & { ok: false },
  ): IntakeReply => refuseFor(intake, code, { message, ...(code === 'forged' ? {} : { errors }) });

  /** Reports the response that is sent: another error may replace the first one. */
  const answer = ({ id }: Pick<IntakeDefinition, 'id'>, reply: IntakeReply): IntakeReply => {
    if (reply.code !== undefined) refused(id, reply.code);
    return reply;
  };

  const refuseLimited = (intake: IntakeDefinition, wait: number): IntakeReply =>
    refuseFor(intake, 'rate-limited', { headers: { 'Retry-After': String(wait) } });

  function limit(method: 'GET' | 'POST', path: string, address: string | null): Promise<IntakeReply | null> | null {
    const found = preparedFor(method, path);
    if (found === undefined) return null;
    const { intake } = found;
    const taken = limits.take(intake.id, limitKeyOf(address), intake.rateLimit);
    const replyTo = (wait: number): IntakeReply | null =>
      wait === 0 ? null : answer(intake, refuseLimited(intake, wait));
    return taken === 0 ? null : Promise.resolve(taken).then(replyTo);
  }

  async function submit({ intake, acceptance, plan }: Prepared, request: IntakeRequest): Promise<IntakeReply> {
    if (!isObject(request.body)) return refuseFor(intake, 'malformed');
    if (request.key !== null && !keyPattern.test(request.key)) return refuseFor(intake, 'invalid-key');
    const verdict = judge(site, intake, acceptance, request.body);
    if (!verdict.ok) return refusalOf(intake, verdict);
    const { values } = verdict;
    const at = clock();
    const suspicion = protection.suspicionOf(intake, request, at);
    // Before the person's limit, which a sender who proves itself would use up twice.
    if (intake.stores && suspicion !== null && canProve(intake, request, suspicion))
      return refuseFor(intake, 'unproven');
    const { perPerson } = intake.protect;
    const wait = perPerson === null ? 0 : await waitOfPerson(intake.id, perPerson, acceptance.person(values));
    if (wait > 0) return refuseLimited(intake, wait);
    const subject = intake.lookupBy === null ? null : subjectOf(acceptance, intake.lookupBy, values);
    if (
      intake.require !== null &&
      (subject === null || (await store.latest(intake.require.records, subject)) === null)
    ) {
      return refuseFor(intake, 'unknown', { message: intake.require.message });
    }
    const owner = intake.ownerOnly && subject !== null ? await ownerOf(intake, subject, values, request) : null;
    if (owner === 'another') return refuseFor(intake, 'not-owner');
    const purposes = purposesOf(site, request);
    const attribution = attributionOf(site, request, purposes, at);
    // Without a key, anybody can send what somebody else has sent: the answer must not tell that it is known.
    const repeated: Readonly<Record<string, string>> = request.key === null ? {} : { 'Idempotent-Replayed': 'true' };
    const identity = identify(intake, acceptance, values, request.key, at);
    const lookup = submissionScope(site.site, values, attribution, () => submissionId(intake.id, identity.key));
    if (isClosed(intake.when, lookup) || isClosedSince(request.closing, lookup)) {
      // A retry of a stored submission gets its stored response, because the first one may have been lost.
      const stored = intake.stores && request.key !== null ? await store.replyTo(intake.id, identity.key) : null;
      if (stored?.bodyHash === identity.bodyHash)
        return { status: stored.reply.status, body: stored.reply.body, headers: repeated };
      return refuseFor(intake, 'closed', { message: intake.errors.closed });
    }
    const redirectUrl = redirectOf(site, intake, lookup);
    const { isConfigured } = outbox;
    const due =
      plan === null
        ? noMessages
        : dueMessages(intake, (code) => evaluate(code, lookup, datesOf(site)), { purposes, isConfigured });
    const hasMessages = Object.keys(due).length > 0;
    const response = responseOf(site, intake, (name) =>
      name === 'deliveries' ? onTheirWay(intake, due) : lookup(name),
    );
    const body = redirectUrl === null ? response : { ...response, redirectUrl };
    if (!intake.stores) return { status: 200, body, headers: {} };
    if (owner === 'repeats') return { status: 200, body, headers: {} };
    const held = suspicion === null ? null : quarantine(suspicion, due);
    const meta = metaOf(site, intake, request, at, attribution);
    const submission: Submission = {
      intake: intake.id,
      key: identity.key,
      bodyHash: identity.bodyHash,
      collection: intake.records,
      subject,
      data: values,
      meta: held === null ? meta : { ...meta, ...held.meta },
      definition: site.hash,
      receivedAt: at,
      reply: { status: 200, body },
      deliveries:
        plan === null || !hasMessages
          ? []
          : {
              plan,
              visitor: visitorKeyOf(request),
              due: held?.due ?? due,
              sender: {
                address: request.address,
                userAgent: request.userAgent,
                cookies: networkCookies(request.cookie ?? null),
                marketing: purposes.has('marketing'),
              },
            },
    };
    if (canHaveMessages) await stopByPrivacyControl(store, request, at);
    const outcome = await store.submit(submission);
    if (hasMessages) outbox.wake();
    if (outcome.outcome === 'conflict') return refuseFor(intake, 'conflict');
    return {
      status: outcome.reply.status,
      body: outcome.reply.body,
      headers: outcome.outcome === 'replayed' ? repeated : {},
      ...(owner === 'sender' && subject !== null ? { granted: [owners.keyOf(intake.records, subject)] } : {}),
    };
  }

  /** @returns seconds to wait if a person's e-mail address was submitted too often, or 0 */
  const waitOfPerson = (intake: string, perMinute: number, person: string | null): number | Promise<number> =>
    person === null ? 0 : limits.take(`${intake} person`, personKeyOf(person), perMinute);

  /**
   * Who owns a subject. It is the sender's when it is new, when their browser holds its key, or when they repeat the
   * random Idempotency-Key of the stored record (the response with the owner key was lost). A sender who repeats the
   * stored values changes nothing and proves nothing.
   */
  async function ownerOf(
    { records, input }: IntakeDefinition,
    subject: Subject,
    values: Values,
    { owner, key }: IntakeRequest,
  ): Promise<'sender' | 'repeats' | 'another'> {
    if (owners.owns(owner, records, subject)) return 'sender';
    const stored = await store.latest(records, subject);
    if (stored === null || (key !== null && stored.meta['sentUnder'] === keyHash(key))) return 'sender';
    return withoutTimes(stored.data, input) === withoutTimes(values, input) ? 'repeats' : 'another';
  }

  async function lookUp({ intake, acceptance }: Prepared, request: IntakeRequest): Promise<IntakeReply> {
    const verdict = judge(site, intake, acceptance, isObject(request.body) ? request.body : {});
    if (!verdict.ok) return refusalOf(intake, verdict);
    const subject = intake.lookupBy === null ? null : subjectOf(acceptance, intake.lookupBy, verdict.values);
    const record = subject === null ? null : await store.latest(intake.records, subject);
    if (record === null) return refuseFor(intake, 'unknown', { message: intake.errors.notFound });
    return { status: 200, body: responseOf(site, intake, lookupOver(record.data)), headers: {} };
  }

  async function handle(method: 'GET' | 'POST', path: string, request: IntakeRequest): Promise<IntakeReply> {
    const found = preparedFor(method, path);
    if (found === undefined) return refuse(messages, 'not-found');
    let reply: IntakeReply;
    try {
      reply = await (method === 'POST' ? submit(found, request) : lookUp(found, request));
    } catch (error) {
      report(found.intake.id, error, request.visitId ?? null);
      // A retry may succeed when the store is unavailable; any other error is a bug that a retry would hit again.
      const transient = error instanceof StoreError && error.code !== 'STORE_REJECTED';
      reply = transient
        ? refuseFor(found.intake, 'unavailable', { headers: { 'Retry-After': '5' } })
        : refuseFor(found.intake, 'internal');
    }
    // The sender repeats the request with a proof.
    if (reply.code === 'unproven') limits.giveBack(found.intake.id, limitKeyOf(request.address));
    return answer(found.intake, reply);
  }

  return {
    messages,
    methodsOf: (path) => methods.get(path) ?? [],
    conditionOf: (path) => preparedFor('POST', path)?.intake.when ?? null,
    parametersOf: (path, query) => queryValues(preparedFor('GET', path)?.intake.input ?? {}, query),
    refuse(path, code, details = {}) {
      const found = preparedFor('POST', path) ?? preparedFor('GET', path);
      return found === undefined
        ? refuse(messages, code, details)
        : answer(found.intake, refuseFor(found.intake, code, details));
    },
    limit,
    handle,
    async performInProcess(method, path, payload, visitor) {
      const limited = await limit(method, path, visitor.address);
      return limited ?? handle(method, path, { ...visitor, body: payload });
    },
  };
}

const methodsWith = (get: unknown, post: unknown): readonly ('GET' | 'POST')[] => [
  ...(get === undefined ? [] : (['GET'] as const)),
  ...(post === undefined ? [] : (['POST'] as const)),
];

const isClosed = (when: Code | null, lookup: Lookup): boolean => when !== null && evaluate(when, lookup) !== true;

/** Whether the version of now is closed for a submission of an earlier one, which may lack a value that its condition reads. */
function isClosedSince(when: Code | null | undefined, lookup: Lookup): boolean {
  try {
    return isClosed(when ?? null, lookup);
  } catch {
    return false;
  }
}

const subjectOf = (acceptance: IntakeRules, name: string, values: Values): Subject | null => {
  const subject = subjectIn(acceptance, name, values);
  return subject === null ? null : toSubject(subject);
};
