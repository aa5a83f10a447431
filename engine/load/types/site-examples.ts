/** Examples for messages that follow the settings of a site. */
import type { SiteFile } from '../../../schemas/generated/types.ts';
import { callingCodeOf, countryOf, exampleNumber } from '../../fields/country/countries.ts';

type SiteKeys = Partial<Pick<SiteFile, 'locale' | 'phoneCode'>>;

/** The country of a site's locale; undefined for a locale that cannot be read, or that names none. */
function countryAt({ locale }: SiteKeys): string | undefined {
  try {
    return countryOf(String(locale));
  } catch {
    return undefined;
  }
}

/** The time zones of the site's country, as a text; undefined if its locale names none. */
export function exampleTimeZones(site: SiteKeys): string | undefined {
  const country = countryAt(site);
  if (country === undefined) return undefined;
  const locale = new Intl.Locale('und', { region: country }) as Intl.Locale & { getTimeZones?(): string[] | undefined };
  const zones = locale.getTimeZones?.() ?? [];
  return zones.length === 0 ? undefined : zones.join(', ').replace(/, (?=[^,]*$)/, ' or ');
}

/** The calling code of the site's country, in digits; undefined if its locale names none. */
export function exampleCallingCode(site: SiteKeys): string | undefined {
  const country = countryAt(site);
  return country === undefined ? undefined : callingCodeOf(country).slice(1);
}

/** A telephone number of the site's country, in digits with its calling code; undefined if its locale names none. */
export function examplePhone(site: SiteKeys): string | undefined {
  const country = countryAt(site);
  return country === undefined ? undefined : exampleNumber(country).slice(1);
}

/** Keys of `site.yaml` whose examples follow its other settings. */
const settings: Readonly<Record<string, (site: SiteKeys) => string | undefined>> = {
  timeZone: exampleTimeZones,
  phoneCode: exampleCallingCode,
};

/** The example of a key of `site.yaml` that follows its other settings; undefined for any other key. */
export const exampleSetting = (key: string, site: SiteKeys): string | undefined =>
  Object.hasOwn(settings, key) ? settings[key]?.(site) : undefined;
