/** Two strings of different meaning cannot be swapped: each line below would compile with plain strings. */
import { expect, test } from 'vitest';
import type { SiteHash } from '../../../engine/definition.ts';
import type { SavedVersions } from '../../../server/definitions/version-folder.ts';
import { visitIdOf } from '../../../server/http/request.ts';
import { createOwners } from '../../../server/intakes/owner.ts';
import type { IntakeRequest } from '../../../server/intakes/request.ts';
import { limitKeyOf } from '../../../server/limits/address.ts';
import { createRateLimit } from '../../../server/limits/rate-limit.ts';
import { toSubject, toSubmissionKey } from '../../../server/store/ids.ts';
import type { StoreReader } from '../../../server/store/types.ts';

function swapped(store: StoreReader, versions: SavedVersions, flowHash: string): unknown {
  const content = { folder: '/site', files: [], assets: new Set<string>() };
  return [
    store.latest('leads', toSubject('ana@x.br')),
    // @ts-expect-error the subject stands first
    store.latest(toSubject('ana@x.br'), 'leads'),
    // @ts-expect-error a value as it was sent is not in its normal form
    store.of('leads', 'Ana@X.br '),
    // @ts-expect-error the key stands first
    store.replyTo(toSubmissionKey('key-of-8'), 'lead'),
    // @ts-expect-error a subject is not a key of a submission
    store.replyTo('lead', toSubject('ana@x.br')),
    // @ts-expect-error the hash of a flow is not the hash of a site
    versions.keep(content, flowHash),
    versions.keep(content, 'a site' as SiteHash),
  ];
}
// Compiled, and never called.
void swapped;

test('ids have the type of their meaning, and are strings', () => {
  const owners = createOwners(Buffer.from('secret'));
  const subject = toSubject('ana@x.br');
  // @ts-expect-error the subject stands first
  expect(owners.owns([owners.keyOf(subject, 'leads')], 'leads', subject)).toBe(false);
  expect(owners.owns([owners.keyOf('leads', subject)], 'leads', subject)).toBe(true);

  const limit = createRateLimit(() => 0);
  // @ts-expect-error an address is not a key: one customer has a whole /64 of IPv6 addresses
  expect(limit.take('intake', '2001:db8::1', 1)).toBe(0);
  expect(limit.take('intake', limitKeyOf('2001:db8::1'), 1)).toBe(0);

  const visitId = visitIdOf({ headers: { 'visit-id': '0123456789' } });
  const request: Pick<IntakeRequest, 'visitId'> = { visitId };
  expect(request.visitId).toBe('0123456789');
  // @ts-expect-error a header that was not validated
  const unchecked: Pick<IntakeRequest, 'visitId'> = { visitId: 'x y' };
  expect(unchecked.visitId).toBe('x y');
});
