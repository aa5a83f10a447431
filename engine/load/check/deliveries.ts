/** Checks the destinations of a site and the deliveries of its intakes. */
import type { Intake, SiteFile } from '../../../schemas/generated/types.ts';
import {
  deliveryKinds,
  destinationKindOf,
  destinationTypeOf,
  kindsOfDelivery,
  mistakeInDelivery,
  mistakeInDestination,
  mistakeInSettings,
} from '../../deliveries/kinds.ts';
import { emailPattern } from '../../values/mail-address.ts';
import type { Draft, IntakeSource } from '../link/draft.ts';
import { acceptedBy } from '../link/endpoints.ts';
import type { Source } from '../source/source.ts';

/** Checks that each destination has the keys of its type. */
export function checkDestinations({ report, extensions }: Draft, site: Source<SiteFile>): void {
  for (const [id, destination] of Object.entries(site.data.destinations ?? {})) {
    const mistake = mistakeInDestination(destination);
    const own = extensions.connectors[destination.type];
    const wrong = mistake ?? (own === undefined ? null : mistakeInSettings(destination, own.settings ?? {}));
    if (wrong === null) continue;
    const { key, reason, fix } = wrong;
    const at = ['destinations', id, ...(key === null ? [] : mistake === null ? ['with', key] : [key])];
    report.add('destination-shape', site, site.place(at, { key: true }), { reason, fix });
  }
}

const literalText = /^\s*(['"])([^'"]*)\1\s*$/;

/** Why an e-mail's `to` is no address, as far as its text or the field that it names shows; undefined otherwise. */
function recipientMistake(draft: Draft, intake: Intake, to: unknown): string | undefined {
  if (typeof to !== 'string') return undefined;
  const [, , address] = literalText.exec(to) ?? [];
  if (address !== undefined)
    return emailPattern.test(address) ? undefined : `${address || 'An empty text'} is not an e-mail address.`;
  const accepted = acceptedBy(draft, intake);
  const type = Object.hasOwn(accepted, to.trim()) ? accepted[to.trim()] : undefined;
  if (type === undefined) return undefined;
  const isOther = type.type !== 'text' || (type.pii !== undefined && type.pii !== 'email' && type.pii !== 'text');
  return isOther ? `${to.trim()} holds no e-mail address.` : undefined;
}

/** Checks that each delivery has the keys of one kind, and a destination of its type. */
export function checkDeliveries(draft: Draft, { source, data, path, method }: IntakeSource): void {
  const { report, site } = draft;
  const { deliver } = data;
  if (deliver === undefined) return;
  const add = (at: readonly string[], reason: string, fix: string) =>
    report.add('delivery-shape', source, source.place([...path, 'deliver', ...at], { key: true }), { reason, fix });
  if (method === 'GET')
    add(
      [],
      'A look-up stores nothing, so nothing can be delivered after it.',
      'Move deliver: to an intake with post:.',
    );
  for (const [name, delivery] of Object.entries(deliver)) {
    const mistake = mistakeInDelivery(delivery);
    if (mistake !== null) {
      add([name, ...(mistake.key === null ? [] : [mistake.key])], mistake.reason, mistake.fix);
      continue;
    }
    const recipient = recipientMistake(draft, data, delivery.to);
    if (recipient !== undefined)
      add([name, 'to'], recipient, 'Write the name of a field that holds an e-mail address.');
    const [kind] = kindsOfDelivery(delivery);
    const id = kind === undefined ? undefined : delivery[kind];
    const destination = id === undefined ? undefined : site.data.destinations?.[id];
    // An unknown destination is reported as a reference.
    if (kind === undefined || destination === undefined || destinationKindOf(destination) === destinationTypeOf(kind))
      continue;
    const right = deliveryKinds.find((each) => destinationTypeOf(each) === destinationKindOf(destination));
    add(
      [name, kind],
      `${id} is ${/^[aeiou]/.test(destination.type) ? 'an' : 'a'} ${destination.type} destination.`,
      `Write ${right}: in place of ${kind}:.`,
    );
  }
}
