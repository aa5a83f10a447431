/** Runs the intakes of one version of a site, independently of HTTP. */
import { randomBytes } from 'node:crypto';
import type { IntakeDefinition, SiteDefinition } from '../../engine/definition.ts';
import { formsOfIntake, prepareAcceptance, writersFor } from '../../engine/intakes/accept.ts';
import { judge } from '../../engine/intakes/judge.ts';
import { responseOf } from '../../engine/intakes/scope.ts';
import { lookupOver } from '../../engine/intakes/submission-scope.ts';
import { Memo } from '../../engine/memo/memo.ts';
import { formMessages, messagesFor } from '../../engine/messages/catalogue.ts';
import type { MessageCatalogue } from '../../engine/messages/keys.ts';
import { isObject } from '../../engine/values/is-object.ts';
import type { Code } from '../../schemas/compiled.ts';
import { deliveryPlanOf } from '../deliveries/plan.ts';
import type { Body } from '../http/body.ts';
import type { VisitId } from '../http/request.ts';
import { limitKeyOf } from '../limits/address.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { noOutbox, type OutboxDesk } from '../outbox/desk.ts';
import { createProtection, type Protection } from '../protection/protection.ts';
import { StoreError } from '../store/errors.ts';
import type { Store } from '../store/types.ts';
import { type IntakeErrorCode, type IntakeReply, type RefusalDetails, refuse } from './errors.ts';
import type { Owners } from './owner.ts';
import { type IntakeRequest, queryValues, type UnreadRequest } from './request.ts';
import { type PreparedIntake, type Refuse, type SubmitParts, subjectOf, submit, verdictRefusal } from './submit.ts';

export interface IntakeRunner {
  readonly messages: MessageCatalogue;
  /** The methods of a path; none when no intake declares the path. */
  methodsOf(path: string): readonly ('GET' | 'POST')[];
  /** An error response in the form of the intake at a path. */
  refuse(path: string, code: IntakeErrorCode, details?: Omit<RefusalDetails, 'values'>): IntakeReply;
  /** The condition under which the intake at a path accepts submissions; null without one. */
  conditionOf(path: string): Code | null;
  /** The query parameters of a GET as values; undeclared ones are left out. */
  parametersOf(path: string, query: URLSearchParams): Readonly<Record<string, unknown>>;
  /**
   * Handles one request within the rate limit of its sender; its body is read while the request is counted. Never
   * rejects.
   */
  handle(method: 'GET' | 'POST', path: string, request: IntakeRequest | UnreadRequest): Promise<IntakeReply>;
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
  const table = new Map<string, { GET?: PreparedIntake; POST?: PreparedIntake }>();
  for (const intake of Object.values(site.intakes)) {
    const writers = writersFor(site, intake);
    const forms = [intake, ...writers].flatMap((each) => formsOfIntake(site, each));
    const acceptance = memo.once('acceptance', intake, [texts, messages, site.extensions, ...writers, ...forms], () =>
      prepareAcceptance(site, intake, texts, messages),
    );
    const plan = intake.stores && Object.keys(intake.deliver).length > 0 ? deliveryPlanOf(site.site, intake) : null;
    table.set(intake.path, { ...table.get(intake.path), [intake.method]: { intake, acceptance, plan } });
  }

  const preparedFor = (method: 'GET' | 'POST', path: string): PreparedIntake | undefined => table.get(path)?.[method];
  const methods = new Map([...table].map(([path, { GET, POST }]) => [path, methodsWith(GET, POST)]));

  const refuseFor: Refuse = ({ errors }, code, details = {}) =>
    refuse(messages, code, { ...details, values: errors.response });
  const parts: SubmitParts = { site, store, limits, owners, protection, outbox, clock, refuse: refuseFor };

  /** Reports the response that is sent: another error may replace the first one. */
  const answer = ({ id }: Pick<IntakeDefinition, 'id'>, reply: IntakeReply): IntakeReply => {
    if (reply.code !== undefined) refused(id, reply.code);
    return reply;
  };

  /** Counts a request for the rate limit of an intake. @returns seconds to wait, or 0 */
  const waitOf = ({ id, rateLimit }: IntakeDefinition, address: string | null): number | Promise<number> =>
    limits.take(id, limitKeyOf(address), rateLimit);

  async function lookUp({ intake, acceptance }: PreparedIntake, request: IntakeRequest): Promise<IntakeReply> {
    const verdict = judge(site, intake, acceptance, isObject(request.body) ? request.body : {});
    if (!verdict.ok) return verdictRefusal(refuseFor, intake, verdict);
    const subject = intake.lookupBy === null ? null : subjectOf(acceptance, intake.lookupBy, verdict.values);
    const record = subject === null ? null : await store.latest(intake.records, subject);
    if (record === null) return refuseFor(intake, 'unknown', { message: intake.errors.notFound });
    return { status: 200, body: responseOf(site, intake, lookupOver(record.data)), headers: {} };
  }

  /** Answers a request that may proceed. Never rejects. */
  async function answered(method: 'GET' | 'POST', found: PreparedIntake, request: IntakeRequest): Promise<IntakeReply> {
    try {
      return await (method === 'POST' ? submit(parts, found, request) : lookUp(found, request));
    } catch (error) {
      report(found.intake.id, error, request.visitId ?? null);
      // A retry may succeed when the store is unavailable; any other error is a bug that a retry would hit again.
      const transient = error instanceof StoreError && error.code !== 'STORE_REJECTED';
      return transient
        ? refuseFor(found.intake, 'unavailable', { headers: { 'Retry-After': '5' } })
        : refuseFor(found.intake, 'internal');
    }
  }

  async function handle(
    method: 'GET' | 'POST',
    path: string,
    request: IntakeRequest | UnreadRequest,
  ): Promise<IntakeReply> {
    const found = preparedFor(method, path);
    if (found === undefined) return refuse(messages, 'not-found');
    const { intake } = found;
    const counting = waitOf(intake, request.address);
    const body: Body = 'read' in request ? await request.read() : { ok: true, value: request.body };
    const wait = await counting;
    if (wait > 0)
      return answer(intake, refuseFor(intake, 'rate-limited', { headers: { 'Retry-After': String(wait) } }));
    // The sender has closed the connection, so the answer is not read.
    if (!body.ok)
      return body.fault === 'gone' ? refuseFor(intake, 'malformed') : answer(intake, refuseFor(intake, body.fault));
    const reply = await answered(method, found, { ...request, body: body.value });
    // The sender repeats the request with a proof.
    if (reply.code === 'unproven') limits.giveBack(intake.id, limitKeyOf(request.address));
    return answer(intake, reply);
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
    handle,
  };
}

const methodsWith = (get: unknown, post: unknown): readonly ('GET' | 'POST')[] => [
  ...(get === undefined ? [] : (['GET'] as const)),
  ...(post === undefined ? [] : (['POST'] as const)),
];
