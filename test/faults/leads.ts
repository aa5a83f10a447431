/** Leads that tests of faults post. */
import { randomUUID } from 'node:crypto';

export interface TestLead {
  readonly number: number;
  readonly key: string;
  /** Also the subject of its record. */
  readonly email: string;
}

export interface LeadReply {
  readonly status: number;
  readonly body: string;
  readonly replayed: boolean;
  readonly retryAfter: string | null;
}

let drawn = 0;

/** A new visitor: the intake treats the same e-mail and number as the same lead. */
export function newLead(): TestLead {
  drawn += 1;
  return { number: drawn, key: randomUUID(), email: `visitante-${drawn}@exemplo.com.br` };
}

/** Posts a lead from an address of its own: rate limits are per address. @throws when the response is incomplete */
export async function postLead(
  url: string,
  { number, key, email }: TestLead,
  signal?: AbortSignal,
): Promise<LeadReply> {
  const response = await fetch(`${url}/api/lead`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
    },
    body: JSON.stringify({ name: 'Ana Souza', email, phone: `119${String(10_000_000 + number)}` }),
    ...(signal === undefined ? {} : { signal }),
  });
  const { status, headers } = response;
  return {
    status,
    body: await response.text(),
    replayed: headers.get('idempotent-replayed') !== null,
    retryAfter: headers.get('retry-after'),
  };
}
