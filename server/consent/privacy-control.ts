/** What Global Privacy Control does to messages of earlier submissions. */
import { categories } from '../../engine/consent/consent.ts';
import type { Store } from '../store/types.ts';
import { visitorKeys } from './purposes.ts';

/** Cancels what the visitor of a request with `Sec-GPC: 1` still has in the outbox. */
export async function stopByPrivacyControl(
  { deliveries }: Pick<Store, 'deliveries'>,
  request: Parameters<typeof visitorKeys>[0],
  at: number,
): Promise<void> {
  if (request.consent?.privacyControl !== true) return;
  for (const visitor of visitorKeys(request)) await deliveries.cancelWaiting(visitor, categories, at);
}
