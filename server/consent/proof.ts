/** The proof of a choice: one append-only row for each category. A withdrawal is a new row. */
import { hash } from 'node:crypto';
import { type Category, type ConsentChoice, categories } from '../../engine/consent/consent.ts';
import type { ConsentPolicy } from '../../engine/consent/policy.ts';
import type { SiteDefinition } from '../../engine/definition.ts';
import { type ConsentMessages, consentMessages } from '../../engine/messages/catalogue.ts';
import { truncatedAddress } from '../limits/address.ts';
import { toSubject, toSubmissionKey } from '../store/ids.ts';
import type { Submission } from '../store/types.ts';

/** The collection of the rows. The name of an author's collection has no hyphen. */
export const consentCollection = 'consent-choices';

/** How a choice was made: with a button of the banner, or by Global Privacy Control. */
export type Decision = 'accept' | 'reject' | 'save' | 'control';

export interface ChoiceMade {
  readonly choice: ConsentChoice;
  readonly decision: Decision;
  /** The key of the post, repeated by a retry. */
  readonly key: string;
  readonly at: number;
  /** Path of the page that sent it. */
  readonly page: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
}

const buttons = {
  accept: 'consentAccept',
  reject: 'consentReject',
  save: 'consentSave',
  control: 'consentControl',
} as const satisfies Record<Decision, keyof ConsentMessages>;

const labels = {
  analytics: ['consentAnalytics', 'consentAnalyticsText'],
  marketing: ['consentMarketing', 'consentMarketingText'],
} as const satisfies Record<Category, readonly (keyof ConsentMessages)[]>;

/** The texts that the visitor read, one a line: what was asked, the category, and the button. */
function textOf(messages: ConsentMessages, category: Category, decision: Decision): string {
  const [name, purpose] = labels[category];
  return ['consentTitle', 'consentText', name, purpose, buttons[decision]]
    .map((key) => messages[key as keyof ConsentMessages])
    .join('\n');
}

/** The rows of a choice. */
export function proofOf(
  { site, hash: definition }: Pick<SiteDefinition, 'site' | 'hash'>,
  policy: ConsentPolicy,
  { choice, decision, key, at, page, address, userAgent }: ChoiceMade,
): Submission[] {
  const messages = consentMessages(site);
  return categories
    .filter((category) => policy.categories.includes(category))
    .map((category) => {
      const text = textOf(messages, category, decision);
      const data = {
        purpose: category,
        granted: choice.granted.includes(category),
        mechanism: decision === 'control' ? 'global-privacy-control' : 'banner',
        decision,
        text,
        sha256: hash('sha256', text),
        policyVersion: policy.version,
        at,
        page,
        address: truncatedAddress(address),
        userAgent: userAgent?.slice(0, 400) ?? null,
        locale: site.locale,
      };
      return {
        intake: consentCollection,
        key: toSubmissionKey(`${choice.id}:${key}:${category}`),
        bodyHash: hash('sha256', `${category} ${data.granted} ${decision} ${policy.version}`),
        collection: consentCollection,
        subject: toSubject(choice.id),
        data,
        meta: {},
        definition,
        receivedAt: at,
        reply: { status: 200, body: {} },
        deliveries: [],
      };
    });
}
