/** Handles the submissions of one version of a site: each step either refuses one or finds out more about it. */
import type { IntakeDefinition, SiteDefinition } from '../../engine/definition.ts';
import { evaluate } from '../../engine/expressions/evaluate.ts';
import type { Lookup } from '../../engine/flow/scope.ts';
import { type IntakeRules, subjectIn, type Values } from '../../engine/intakes/accept.ts';
import { judge, type SubmissionVerdict } from '../../engine/intakes/judge.ts';
import { datesOf, responseOf } from '../../engine/intakes/scope.ts';
import { type StoredAttribution, submissionScope } from '../../engine/intakes/submission-scope.ts';
import { isObject } from '../../engine/values/is-object.ts';
import type { Code } from '../../schemas/compiled.ts';
import { attributionOf } from '../attribution/attribution.ts';
import { stopByPrivacyControl } from '../consent/privacy-control.ts';
import { purposesOf, visitorKeyOf } from '../consent/purposes.ts';
import { type DueMessages, dueMessages, onTheirWay } from '../deliveries/due.ts';
import { messageEntries, type OutboxEntry } from '../deliveries/entries.ts';
import { submissionId } from '../deliveries/make.ts';
import type { StoredPlan } from '../deliveries/plan.ts';
import { keyPattern } from '../http/request.ts';
import { personKeyOf } from '../limits/address.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { networkCookies } from '../outbox/cookies.ts';
import type { OutboxDesk } from '../outbox/desk.ts';
import { canProve, type Protection } from '../protection/protection.ts';
import { type Subject, toSubject } from '../store/ids.ts';
import type { Reply, Store } from '../store/types.ts';
import type { IntakeErrorCode, IntakeReply, RefusalDetails } from './errors.ts';
import type { Owners } from './owner.ts';
import { quarantine } from './quarantine.ts';
import { redirectOf } from './redirect.ts';
import type { IntakeRequest } from './request.ts';
import { type Identity, identify, keyHash, metaOf, withoutTimes } from './submission.ts';

/** An intake with what is prepared of it once. */
export interface PreparedIntake {
  readonly intake: IntakeDefinition;
  readonly acceptance: IntakeRules;
  /** What its messages are made of; null where it sends none. */
  readonly plan: StoredPlan | null;
}

/** An error response in the form of an intake. */
export type Refuse = (
  intake: Pick<IntakeDefinition, 'errors'>,
  code: IntakeErrorCode,
  details?: Omit<RefusalDetails, 'values'>,
) => IntakeReply;

export interface SubmitParts {
  readonly site: SiteDefinition;
  readonly store: Pick<Store, 'submit' | 'latest' | 'replyTo' | 'deliveries'>;
  readonly limits: Pick<RateLimit, 'take'>;
  readonly owners: Owners;
  readonly protection: Pick<Protection, 'suspicionOf'>;
  readonly outbox: OutboxDesk;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly refuse: Refuse;
}

/** A submission whose values are valid. */
interface Sent extends PreparedIntake {
  readonly request: IntakeRequest;
  readonly values: Values;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly suspicion: ReturnType<Protection['suspicionOf']>;
}

type Step<Found> = (Found & { readonly reply: null }) | { readonly reply: IntakeReply };

/** What a submission is about, and who owns that: nobody where it has no owner. */
interface About {
  readonly subject: Subject | null;
  readonly owner: 'sender' | 'repeats' | null;
}

/** What is known of the sender and the visit. */
interface Circumstances {
  readonly purposes: ReturnType<typeof purposesOf>;
  readonly attribution: StoredAttribution | null;
  readonly identity: Identity;
  readonly lookup: Lookup;
}

/** What is answered, and why. */
interface Answer {
  readonly circumstances: Circumstances;
  readonly due: DueMessages;
  readonly body: Reply['body'];
}

const noMessages: DueMessages = {};

/** The response to a submission that is repeated under its key. */
const repeatHeaders = ({ key }: IntakeRequest): Readonly<Record<string, string>> =>
  // Without a key, anybody can send what somebody else has sent: the answer must not tell that it is known.
  key === null ? {} : { 'Idempotent-Replayed': 'true' };

/** The refusal of values that do not fit an intake. */
export const verdictRefusal = (
  refuse: Refuse,
  intake: IntakeDefinition,
  { code, message, errors }: SubmissionVerdict & { ok: false },
): IntakeReply => refuse(intake, code, { message, ...(code === 'forged' ? {} : { errors }) });

function read(
  { site, protection, clock, refuse }: SubmitParts,
  prepared: PreparedIntake,
  request: IntakeRequest,
): Step<Sent> {
  const { intake, acceptance } = prepared;
  if (!isObject(request.body)) return { reply: refuse(intake, 'malformed') };
  if (request.key !== null && !keyPattern.test(request.key)) return { reply: refuse(intake, 'invalid-key') };
  const verdict = judge(site, intake, acceptance, request.body);
  if (!verdict.ok) return { reply: verdictRefusal(refuse, intake, verdict) };
  const at = clock();
  const suspicion = protection.suspicionOf(intake, request, at);
  return { ...prepared, request, values: verdict.values, at, suspicion, reply: null };
}

/** Refuses a sender who can prove that they are a person, and a person who submits too often. */
async function refusalOfSender(
  { limits, refuse }: SubmitParts,
  { intake, acceptance, request, values, suspicion }: Sent,
): Promise<IntakeReply | null> {
  // Before the person's limit, which a sender who proves themselves would use up twice.
  if (intake.stores && suspicion !== null && canProve(intake, request, suspicion)) return refuse(intake, 'unproven');
  const { perPerson } = intake.protect;
  const person = perPerson === null ? null : acceptance.person(values);
  if (perPerson === null || person === null) return null;
  const wait = await limits.take(`${intake.id} person`, personKeyOf(person), perPerson);
  return wait > 0 ? refuse(intake, 'rate-limited', { headers: { 'Retry-After': String(wait) } }) : null;
}

async function findSubject(parts: SubmitParts, { intake, acceptance, request, values }: Sent): Promise<Step<About>> {
  const { store, refuse } = parts;
  const subject = intake.lookupBy === null ? null : subjectOf(acceptance, intake.lookupBy, values);
  const { require } = intake;
  if (require !== null && (subject === null || (await store.latest(require.records, subject)) === null))
    return { reply: refuse(intake, 'unknown', { message: require.message }) };
  const owner =
    intake.ownerOnly && subject !== null ? await ownerOf(parts, intake, subject, { values, request }) : null;
  return owner === 'another' ? { reply: refuse(intake, 'not-owner') } : { subject, owner, reply: null };
}

/**
 * Who owns a subject. It is the sender's when it is new, when their browser holds its key, or when they repeat the
 * random Idempotency-Key of the stored record (the response with the owner key was lost). A sender who repeats the
 * stored values changes nothing and proves nothing.
 */
async function ownerOf(
  { store, owners }: SubmitParts,
  { records, input }: IntakeDefinition,
  subject: Subject,
  { values, request: { owner, key } }: Pick<Sent, 'values' | 'request'>,
): Promise<'sender' | 'repeats' | 'another'> {
  if (owners.owns(owner, records, subject)) return 'sender';
  const stored = await store.latest(records, subject);
  if (stored === null || (key !== null && stored.meta['sentUnder'] === keyHash(key))) return 'sender';
  return withoutTimes(stored.data, input) === withoutTimes(values, input) ? 'repeats' : 'another';
}

function circumstancesOf({ site }: SubmitParts, { intake, acceptance, request, values, at }: Sent): Circumstances {
  const purposes = purposesOf(site, request);
  const attribution = attributionOf(site, request, purposes, at);
  const identity = identify(intake, acceptance, values, request.key, at);
  const lookup = submissionScope(site.site, values, attribution, () => submissionId(intake.id, identity.key));
  return { purposes, attribution, identity, lookup };
}

async function replyIfClosed(
  { store, refuse }: SubmitParts,
  { intake, request }: Sent,
  { identity, lookup }: Circumstances,
): Promise<IntakeReply | null> {
  if (!isClosed(intake.when, lookup) && !isClosedSince(request.closing, lookup)) return null;
  // A retry of a stored submission gets its stored response, because the first one may have been lost.
  const stored = intake.stores && request.key !== null ? await store.replyTo(intake.id, identity.key) : null;
  return stored?.bodyHash === identity.bodyHash
    ? { status: stored.reply.status, body: stored.reply.body, headers: repeatHeaders(request) }
    : refuse(intake, 'closed', { message: intake.errors.closed });
}

const dueOf = (
  { site, outbox }: SubmitParts,
  { intake, plan }: Sent,
  { purposes, lookup }: Circumstances,
): DueMessages =>
  plan === null
    ? noMessages
    : dueMessages(intake, (code) => evaluate(code, lookup, datesOf(site)), {
        ...{ purposes, isConfigured: outbox.isConfigured },
      });

function bodyOf({ site }: SubmitParts, { intake }: Sent, { lookup }: Circumstances, due: DueMessages): Reply['body'] {
  const redirectUrl = redirectOf(site, intake, lookup);
  const response = responseOf(site, intake, (name) => (name === 'deliveries' ? onTheirWay(intake, due) : lookup(name)));
  return redirectUrl === null ? response : { ...response, redirectUrl };
}

function deliveriesOf(
  site: SiteDefinition,
  { intake, plan, request }: Sent,
  { purposes, lookup }: Circumstances,
  due: DueMessages,
): readonly OutboxEntry[] {
  if (plan === null || Object.keys(due).length === 0) return [];
  return messageEntries(intake, due, {
    ...{ plan, visitor: visitorKeyOf(request) },
    sender: {
      address: request.address,
      userAgent: request.userAgent,
      cookies: networkCookies(request.cookie ?? null),
      marketing: purposes.has('marketing'),
    },
    evaluate: (code) => evaluate(code, lookup, datesOf(site)),
  });
}

async function keep(
  { site, store, owners, outbox, refuse }: SubmitParts,
  sent: Sent,
  { subject, owner }: About,
  { circumstances, due, body }: Answer,
): Promise<IntakeReply> {
  const { intake, request, values, at, suspicion } = sent;
  const { identity, attribution } = circumstances;
  const held = suspicion === null ? null : quarantine(suspicion, due);
  const deliveries = deliveriesOf(site, sent, circumstances, held?.due ?? due);
  if (Object.keys(site.destinations).length > 0) await stopByPrivacyControl(store, request, at);
  const outcome = await store.submit({
    ...{ intake: intake.id, key: identity.key, bodyHash: identity.bodyHash, collection: intake.records, subject },
    data: values,
    meta: { ...metaOf(site, intake, request, at, attribution), ...held?.meta },
    definition: site.hash,
    receivedAt: at,
    reply: { status: 200, body },
    deliveries,
  });
  if (deliveries.length > 0) outbox.wake();
  if (outcome.outcome === 'conflict') return refuse(intake, 'conflict');
  return {
    status: outcome.reply.status,
    body: outcome.reply.body,
    headers: outcome.outcome === 'replayed' ? repeatHeaders(request) : {},
    ...(owner === 'sender' && subject !== null ? { granted: [owners.keyOf(intake.records, subject)] } : {}),
  };
}

/** Handles a submission. Rejects with the errors of the store. */
export async function submit(
  parts: SubmitParts,
  prepared: PreparedIntake,
  request: IntakeRequest,
): Promise<IntakeReply> {
  const sent = read(parts, prepared, request);
  if (sent.reply !== null) return sent.reply;
  const refused = await refusalOfSender(parts, sent);
  if (refused !== null) return refused;
  const about = await findSubject(parts, sent);
  if (about.reply !== null) return about.reply;
  const circumstances = circumstancesOf(parts, sent);
  const closed = await replyIfClosed(parts, sent, circumstances);
  if (closed !== null) return closed;
  const due = dueOf(parts, sent, circumstances);
  const body = bodyOf(parts, sent, circumstances, due);
  if (!prepared.intake.stores || about.owner === 'repeats') return { status: 200, body, headers: {} };
  return keep(parts, sent, about, { circumstances, due, body });
}

const isClosed = (when: Code | null, lookup: Lookup): boolean => when !== null && evaluate(when, lookup) !== true;

/** Whether the version of now is closed for a submission of an earlier one, which may lack a value that its condition reads. */
function isClosedSince(when: Code | null | undefined, lookup: Lookup): boolean {
  try {
    return isClosed(when ?? null, lookup);
  } catch {
    return false;
  }
}

/** The subject in the values of a submission; null without one. */
export const subjectOf = (acceptance: IntakeRules, name: string, values: Values): Subject | null => {
  const subject = subjectIn(acceptance, name, values);
  return subject === null ? null : toSubject(subject);
};
