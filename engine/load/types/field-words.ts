/** What a site contributes to its fields. */
import type { SiteFile } from '../../../schemas/generated/types.ts';
import type { FieldWords } from '../../fields/kinds/authoring.ts';
import { messagesFor } from '../../messages/catalogue.ts';
import { moneyFormat } from '../../values/money.ts';
import { type NumberSigns, plainSigns } from '../../values/number-text.ts';

/** The words of a site's fields. @param numbers the separators of its locale */
export function fieldWords(site: SiteFile, numbers: NumberSigns = plainSigns): FieldWords {
  const { before = '', after = '', unit = 100 } = moneyFormat(site.locale, site.currency) ?? {};
  return {
    locale: site.locale,
    texts: messagesFor(site),
    numbers,
    money: { before, after, decimals: Math.round(Math.log10(unit)) },
  };
}
