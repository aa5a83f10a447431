/** The labels of what visitors choose, for texts that repeat answers. */
import type { Field, SiteFile } from '../../../schemas/generated/types.ts';
import { listed } from '../../fields/country/authoring.ts';
import { namedCountries } from '../../fields/country/countries.ts';
import { messagesFor } from '../../messages/catalogue.ts';

/** The labels of a field's options by value; undefined for a field without options. */
export function labelsOf(field: Field, site: SiteFile): Readonly<Record<string, string>> | undefined {
  if (field.type === 'country')
    return Object.fromEntries(
      namedCountries(site.locale, listed(field.countries)).map(({ code, name }) => [code, name]),
    );
  if (field.type === 'yes-no') {
    const { fieldYes, fieldNo } = messagesFor(site);
    return { yes: fieldYes, no: fieldNo };
  }
  if (field.options === undefined) return undefined;
  return Object.fromEntries(field.options.map(({ value, label }) => [value, String(label)]));
}
