/** What the expressions of deliveries read of a submission. */

import type { Json } from '../../schemas/compiled.ts';
import type { SiteFile } from '../../schemas/generated/types.ts';
import { type AttributionSettings, attributionSettings, sourceFields } from '../attribution/attribution.ts';
import type { Lookup } from '../flow/scope.ts';

/** The source of a visitor, as the metadata of a record contain it. */
export type StoredAttribution = {
  readonly visitor: string | null;
  readonly first: Readonly<Record<string, string>>;
  readonly last: Readonly<Record<string, string>>;
};

/**
 * The submitted values. A declared name that was left out is null: its type is optional. Names of the site are constants
 * of the compiled expressions.
 * @param others values under names that are not submitted, computed when an expression reads them
 */
export const lookupOver =
  (values: Readonly<Record<string, Json>>, others: Readonly<Record<string, () => Json>> = {}): Lookup =>
  (name) =>
    Object.hasOwn(values, name) ? values[name] : Object.hasOwn(others, name) ? (others[name]?.() ?? null) : null;

/** The value that expressions read as `attribution`: every declared name, null where it is unknown. */
export function attributionValue(settings: AttributionSettings, stored: StoredAttribution | null): Json {
  const unknown = Object.fromEntries(sourceFields(settings).map((name) => [name, null]));
  return {
    visitor: stored?.visitor ?? null,
    first: { ...unknown, ...stored?.first },
    last: { ...unknown, ...stored?.last },
  };
}

/**
 * What the expressions of an intake read of a submission.
 * @param submission computes the id of the submission
 */
export function submissionScope(
  site: Pick<SiteFile, 'attribution'>,
  values: Readonly<Record<string, Json>>,
  attribution: StoredAttribution | null,
  submission: () => string,
): Lookup {
  const settings = attributionSettings(site);
  return lookupOver(values, {
    submission,
    ...(settings === null ? {} : { attribution: () => attributionValue(settings, attribution) }),
  });
}
