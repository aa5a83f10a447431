/**
 * What an intake's messages are made of: its deliveries and the settings of the site that they read. A plan is plain
 * data, stored once under its hash, so that every process and every later version makes the same messages of a submission.
 */
import { hash } from 'node:crypto';
import type { IntakeDefinition } from '../../engine/definition.ts';
import type { SiteFile } from '../../schemas/generated/types.ts';

/** The settings of a site that messages read. */
export type MessageSettings = Pick<
  SiteFile,
  'locale' | 'timeZone' | 'phoneCode' | 'phoneMask' | 'masks' | 'consent' | 'attribution'
>;

export interface DeliveryPlan extends Pick<IntakeDefinition, 'id' | 'deliver'> {
  readonly site: MessageSettings;
}

/** A plan as the store keeps it. */
export interface StoredPlan {
  /** Of the text. */
  readonly hash: string;
  readonly text: string;
}

/** The plan of an intake. */
export function deliveryPlanOf(
  site: MessageSettings,
  { id, deliver }: Pick<IntakeDefinition, 'id' | 'deliver'>,
): StoredPlan {
  const { locale, timeZone, phoneCode, phoneMask, masks = {}, consent, attribution } = site;
  const mask = phoneMask === undefined ? undefined : masks[phoneMask];
  const settings = {
    ...{ locale, timeZone, phoneCode, phoneMask, consent, attribution },
    ...(phoneMask === undefined || mask === undefined ? {} : { masks: { [phoneMask]: mask } }),
  };
  const text = JSON.stringify({ id, deliver, site: settings });
  return { hash: hash('sha256', text).slice(0, 24), text };
}

const mostPlans = 100;
const plans = new Map<string, DeliveryPlan>();

/** Reads a stored plan. Those that were read last stay in memory. */
export function readPlan({ hash: key, text }: StoredPlan): DeliveryPlan {
  const known = plans.get(key);
  if (known !== undefined) return known;
  if (plans.size >= mostPlans) plans.clear();
  const plan = JSON.parse(text) as DeliveryPlan;
  plans.set(key, plan);
  return plan;
}
