/** What a site contributes to definitions in few lines. */
import type { Mask, SiteFile } from '../../../schemas/generated/types.ts';
import { messagesFor } from '../../messages/catalogue.ts';
import type { MessageCatalogue } from '../../messages/keys.ts';
import { minorUnit } from '../../values/money.ts';

export interface Defaults {
  readonly locale: string;
  /** The texts in the site's language. */
  readonly texts: MessageCatalogue;
  /** The mask of the site's telephone numbers. */
  readonly phone: { readonly id: string; readonly mask: Mask } | undefined;
  /** The line of the organization in the footer. */
  readonly company: string;
  /** How many of its smallest unit the site's currency has. */
  readonly minor: number;
}

export function defaultsOf(site: SiteFile): Defaults {
  const { masks = {}, phoneMask = '', organization, locale, currency } = site;
  const mask = Object.hasOwn(masks, phoneMask) ? masks[phoneMask] : undefined;
  return {
    locale: site.locale,
    texts: messagesFor(site),
    phone: mask === undefined ? undefined : { id: phoneMask, mask },
    minor: minorUnit(locale, currency),
    company: String(organization?.legalName ?? site.name),
  };
}
