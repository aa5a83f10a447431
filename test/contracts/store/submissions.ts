/** Submissions for tests, and a helper for rejected promises. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../engine/values/canonical-json.ts';
import type { DeliveryDefinition } from '../../../schemas/generated/types.ts';
import { deliveryPlanOf, type StoredPlan } from '../../../server/deliveries/plan.ts';
import { StoreError } from '../../../server/store/errors.ts';
import type { OutboxEntry, Submission } from '../../../server/store/types.ts';

/** What a webhook contains: expressions over the record. */
export type WebhookBody = NonNullable<Extract<DeliveryDefinition, { kind: 'webhook' }>['body']>;

/** A submission whose ids are plain strings. */
export type PlainSubmission = Omit<Submission, 'key' | 'subject' | 'definition'> & {
  readonly key: string;
  readonly subject: string | null;
  readonly definition: string;
};

/** Takes the ids of a submission as they are. */
export const asSubmission = (submission: PlainSubmission): Submission => submission as Submission;

/** The plan of a webhook with a body. */
export const planOf = (delivery: string, body: WebhookBody): StoredPlan =>
  deliveryPlanOf(
    { locale: 'pt-BR', timeZone: 'America/Sao_Paulo' },
    { id: 'diagnostico', deliver: { [delivery]: { kind: 'webhook', destination: 'conversions', body } } },
  );

const event: WebhookBody = { members: { event: { code: 'Lead' } } };

/** A message that every store accepts, with a body of a webhook; `change` replaces fields. */
export function deliveryOf(
  dedupeKey: string,
  { body = event, ...change }: Partial<OutboxEntry> & { readonly body?: WebhookBody } = {},
): OutboxEntry {
  const { delivery = 'lead' } = change;
  return {
    ...{ delivery, destination: 'conversions', kind: 'webhook', purpose: 'necessary', visitor: null },
    ...{ dedupeKey, status: 'waiting', lastError: null, plan: planOf(delivery, body), sender: null },
    ...change,
  };
}

/** A submission that every store accepts; `change` replaces fields, and the body hash follows the data. */
export function submissionOf(key: string, change: Partial<PlainSubmission> = {}): Submission {
  const data = change.data ?? { nome: `Pessoa ${key}`, answers: [0, 5, 10, 5] };
  return asSubmission({
    intake: 'diagnostico',
    key,
    bodyHash: createHash('sha256').update(canonicalJson(data)).digest('hex'),
    collection: 'diagnosticos',
    subject: `uid-${key}`,
    data,
    meta: { page: '/quiz' },
    definition: 'd1',
    receivedAt: 1_795_000_000_000,
    reply: { status: 201, body: { uid: `uid-${key}` } },
    deliveries: [deliveryOf(`lead:${key}`)],
    ...change,
  });
}

/** The StoreError that a call was rejected with. Fails for a resolved call or another error. */
export async function storeErrorOf(call: Promise<unknown>): Promise<StoreError> {
  const error = await call.then(
    () => new Error('the call was not rejected'),
    (reason: unknown) => reason,
  );
  if (error instanceof StoreError) return error;
  throw error;
}

/** Everything that an iterable yields. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
