/** Attribution of leads: the first and the last source of a visitor. */
import type { Attribution } from '../../schemas/generated/types.ts';
import type { Category } from '../consent/consent.ts';

/** The query parameters that are kept unless the site names its own. */
export const sourceParameters = [
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'src', 'sck'],
  ...['fbclid', 'gclid', 'gbraid', 'wbraid', 'ttclid', 'li_fat_id'],
] as const;

export interface AttributionSettings {
  readonly days: number;
  readonly parameters: readonly string[];
  readonly purpose: Category;
}

/** The settings of a site with their defaults; null if it keeps no sources. */
export function attributionSettings({
  attribution,
}: {
  readonly attribution?: Attribution;
}): AttributionSettings | null {
  if (attribution === undefined) return null;
  const { days = 90, parameters = sourceParameters, purpose = 'marketing' } = attribution;
  return { days, parameters, purpose };
}

/** The names of a source besides its parameters: the referrer's origin, the landing path, and the time in ISO 8601. */
const placeNames = ['referrer', 'path', 'at'] as const;

/** All names of a source, as expressions and exports show them. */
export const sourceFields = ({ parameters }: Pick<AttributionSettings, 'parameters'>): readonly string[] => [
  ...parameters,
  ...placeNames,
];
