/** Runs the intakes of one version of a site: everything about an endpoint except HTTP. */
import type { IntakeDefinition, SiteDefinition } from '../../engine/definition.ts';
import { evaluate } from '../../engine/expressions/evaluate.ts';
import { formMessages, messagesFor } from '../../engine/messages/catalogue.ts';
import type { MessageCatalogue } from '../../engine/messages/keys.ts';
import type { Json } from '../../schemas/compiled.ts';
import { limitKeyOf } from '../limits/address.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { StoreError } from '../store/errors.ts';
import type { Store } from '../store/types.ts';
import { type Acceptance, prepareAcceptance, type Values } from './accept.ts';
import { type IntakeErrorCode, type IntakeReply, type RefusalDetails, refuse } from './errors.ts';
import type { Owners } from './owner.ts';
import { redirectOf } from './redirect.ts';
import { type IntakeRequest, queryValues } from './request.ts';
import { answersOf, lookupOver, verify } from './scope.ts';
import { circumstances, identify, keyHash, keyPattern, timeless } from './submission.ts';

export interface IntakeRunner {
  readonly messages: MessageCatalogue;
  /** The methods a path takes; none for a path nobody declared. */
  methodsOf(path: string): readonly ('GET' | 'POST')[];
  /** A refusal as the intake at a path gives it. */
  refuse(path: string, code: IntakeErrorCode, said?: Omit<RefusalDetails, 'values'>): IntakeReply;
  /** Counts a request against the intake's limit. @returns a refusal, or null when it may go on */
  limit(method: 'GET' | 'POST', path: string, address: string | null): IntakeReply | null;
  /** The parameters of an address as a look-up's values; those it does not accept are left out. */
  parametersOf(path: string, query: URLSearchParams): Readonly<Record<string, unknown>>;
  /** Answers one request. Never rejects. */
  handle(method: 'GET' | 'POST', path: string, request: IntakeRequest): Promise<IntakeReply>;
  /** Answers a call of a session that runs in this process, within the limit of the visitor it runs for. Never rejects. */
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
  /** Epoch milliseconds. */
  readonly clock?: () => number;
  /** Told of every failure that is not the visitor's. */
  readonly report?: (intake: string, error: unknown, visitId: string | null) => void;
}

interface Prepared {
  readonly intake: IntakeDefinition;
  readonly acceptance: Acceptance;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Prepares every intake of a site once: forms compiled, paths in a table. */
export function createIntakeRunner({
  site,
  store,
  limits,
  owners,
  clock = Date.now,
  report = () => {},
}: IntakeRunnerOptions): IntakeRunner {
  const messages = messagesFor(site.site);
  const texts = formMessages(site.site);
  const table = new Map<string, Prepared>();
  for (const intake of Object.values(site.intakes)) {
    table.set(`${intake.method} ${intake.path}`, {
      intake,
      acceptance: prepareAcceptance(site, intake, texts, messages),
    });
  }

  const refuseBy = (
    { refusal }: Pick<IntakeDefinition, 'refusal'>,
    code: IntakeErrorCode,
    said: Omit<RefusalDetails, 'values'> = {},
  ): IntakeReply => refuse(messages, code, { ...said, values: refusal });

  function limit(method: 'GET' | 'POST', path: string, address: string | null): IntakeReply | null {
    const found = table.get(`${method} ${path}`);
    if (found === undefined) return null;
    const wait = limits.take(found.intake.id, limitKeyOf(address), found.intake.perMinute);
    return wait === 0 ? null : refuseBy(found.intake, 'rate-limited', { headers: { 'Retry-After': String(wait) } });
  }

  async function submit({ intake, acceptance }: Prepared, request: IntakeRequest): Promise<IntakeReply> {
    if (!isRecord(request.body)) return refuseBy(intake, 'malformed');
    if (request.key !== null && !keyPattern.test(request.key)) return refuseBy(intake, 'invalid-key');
    const accepted = acceptance.accept(request.body);
    if (!accepted.ok)
      return refuseBy(intake, 'invalid', { message: accepted.message ?? intake.refused, errors: accepted.errors });
    const computed = verify(site, intake, accepted.values);
    if (computed === null) return refuseBy(intake, 'forged', { message: intake.verifies?.message ?? intake.refused });
    const values = { ...accepted.values, ...computed };
    const subject = intake.subject === null ? null : subjectOf(acceptance, intake.subject, values);
    if (
      intake.requires !== null &&
      (subject === null || (await store.latest(intake.requires.collection, subject)) === null)
    ) {
      return refuseBy(intake, 'unknown', { message: intake.requires.message });
    }
    const owner = intake.owned && subject !== null ? await ownerOf(intake, subject, values, request) : null;
    if (owner === 'another') return refuseBy(intake, 'not-owner');
    const at = clock();
    const lookup = lookupOver(site, values, at);
    const repeated = { 'Idempotent-Replayed': 'true' };
    const identity = identify(intake, acceptance, values, request.key, at);
    if (intake.when !== null && evaluate(intake.when, lookup) !== true) {
      // Whoever lost the answer to what is stored gets it again.
      const stored = intake.stores ? await store.replyTo(intake.id, identity.key) : null;
      if (stored?.bodyHash === identity.bodyHash)
        return { status: stored.reply.status, body: stored.reply.body, headers: repeated };
      return refuseBy(intake, 'closed', { message: intake.closed });
    }
    const redirectUrl = redirectOf(site, intake, lookup);
    const body = { ...answersOf(site, intake, lookup), ...(redirectUrl === null ? {} : { redirectUrl }) };
    if (!intake.stores) return { status: 200, body, headers: {} };
    if (owner === 'repeats') return { status: 200, body, headers: repeated };
    const outcome = await store.submit({
      intake: intake.id,
      ...identity,
      collection: intake.collection,
      subject,
      data: values,
      meta: circumstances(site, intake, request, at),
      definition: site.hash,
      receivedAt: at,
      reply: { status: 200, body },
      deliveries: [],
    });
    if (outcome.outcome === 'conflict') return refuseBy(intake, 'conflict');
    return {
      status: outcome.reply.status,
      body: outcome.reply.body,
      headers: outcome.outcome === 'replayed' ? repeated : {},
      ...(owner === 'sender' && subject !== null ? { granted: [owners.keyOf(intake.collection, subject)] } : {}),
    };
  }

  /**
   * Whose a subject is: the sender's when it is new, when their browser holds its key, or when they repeat the random
   * Idempotency-Key of what is stored (their answer was lost, and the key with it). Who sends what is stored already
   * changes nothing and proves nothing.
   */
  async function ownerOf(
    { collection, accepts }: IntakeDefinition,
    subject: string,
    values: Values,
    { owner, key }: IntakeRequest,
  ): Promise<'sender' | 'repeats' | 'another'> {
    if (owners.owns(owner, collection, subject)) return 'sender';
    const stored = await store.latest(collection, subject);
    if (stored === null || (key !== null && stored.meta['sentUnder'] === keyHash(key))) return 'sender';
    return timeless(stored.data, accepts) === timeless(values, accepts) ? 'repeats' : 'another';
  }

  async function lookUp({ intake, acceptance }: Prepared, request: IntakeRequest): Promise<IntakeReply> {
    const accepted = acceptance.accept(isRecord(request.body) ? request.body : {});
    if (!accepted.ok)
      return refuseBy(intake, 'invalid', { message: accepted.message ?? intake.refused, errors: accepted.errors });
    const subject = intake.subject === null ? null : subjectOf(acceptance, intake.subject, accepted.values);
    const record = subject === null ? null : await store.latest(intake.collection, subject);
    if (record === null) return refuseBy(intake, 'unknown', { message: intake.unknown });
    return { status: 200, body: answersOf(site, intake, lookupOver(site, record.data, clock())), headers: {} };
  }

  async function handle(method: 'GET' | 'POST', path: string, request: IntakeRequest): Promise<IntakeReply> {
    const found = table.get(`${method} ${path}`);
    if (found === undefined) return refuse(messages, 'not-found');
    try {
      return await (method === 'POST' ? submit(found, request) : lookUp(found, request));
    } catch (error) {
      report(found.intake.id, error, request.visitId ?? null);
      // What the store could not keep may be sent again; anything else is a fault of ours that a retry meets again.
      const passing = error instanceof StoreError && error.code !== 'STORE_REJECTED';
      return passing
        ? refuseBy(found.intake, 'unavailable', { headers: { 'Retry-After': '5' } })
        : refuseBy(found.intake, 'internal');
    }
  }

  return {
    messages,
    methodsOf: (path) => (['GET', 'POST'] as const).filter((method) => table.has(`${method} ${path}`)),
    parametersOf: (path, query) => queryValues(table.get(`GET ${path}`)?.intake.accepts ?? {}, query),
    refuse(path, code, said = {}) {
      const found = table.get(`POST ${path}`) ?? table.get(`GET ${path}`);
      return found === undefined ? refuse(messages, code, said) : refuseBy(found.intake, code, said);
    },
    limit,
    handle,
    async performInProcess(method, path, payload, visitor) {
      return limit(method, path, visitor.address) ?? (await handle(method, path, { ...visitor, body: payload }));
    },
  };
}

const subjectOf = (acceptance: Acceptance, name: string, values: Values): string | null => {
  const value = acceptance.normal(name, (values[name] ?? null) as Json);
  return value === null || typeof value === 'object' ? null : String(value);
};
