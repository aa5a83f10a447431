/** The engine's own texts for visitors, by language and key. */
import type { SiteFile } from '../../schemas/generated/types.ts';
import type { FormMessages } from '../forms/types.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import type { MessageCatalogue, MessageKey } from './keys.ts';
import { ptBR } from './pt-BR.ts';

const languages: Readonly<Record<string, MessageCatalogue>> = { en, es, pt: ptBR };

const catalogueOf = (locale: string): MessageCatalogue | undefined => languages[locale.slice(0, 2)];

/** The texts that pages include. The others occur only in the server's replies. */
const pageKeys = [
  'newTab',
  'open',
  'skip',
  'notifications',
  'close',
  'back',
  'loading',
  'failed',
  'offline',
  'wait',
  'slow',
  'broken',
  'retrying',
  'menu',
  'previous',
  'next',
  'show',
] as const satisfies readonly MessageKey[];

export type PageMessages = Pick<MessageCatalogue, (typeof pageKeys)[number]>;

type Site = Pick<SiteFile, 'locale' | 'messages'>;

/** All texts in the site's language (English for a language without a catalogue), overridden by the site's own. */
export const messagesFor = ({ locale, messages = {} }: Site): MessageCatalogue => ({
  ...(catalogueOf(locale) ?? en),
  ...messages,
});

/** The texts that a site lacks in its language, by key. Visitors read them in English. */
export const missingMessages = ({ locale, messages = {} }: Site): Readonly<Record<string, string>> =>
  catalogueOf(locale) === undefined
    ? Object.fromEntries(Object.entries(en).filter(([key]) => !Object.hasOwn(messages, key)))
    : {};

/** Some of a site's texts. */
function textsOf<Key extends MessageKey>(site: Site, keys: readonly Key[]): Pick<MessageCatalogue, Key> {
  const all = messagesFor(site);
  return Object.fromEntries(keys.map((key) => [key, all[key]])) as Pick<MessageCatalogue, Key>;
}

const pageTexts = new WeakMap<Site, PageMessages>();

/** The texts that a site's pages include: the same object for the same site, because the data of every flow contains them. */
export function pageMessages(site: Site): PageMessages {
  const known = pageTexts.get(site) ?? textsOf(site, pageKeys);
  pageTexts.set(site, known);
  return known;
}

const consentKeys = [
  'consentTitle',
  'consentText',
  'consentPolicy',
  'consentAccept',
  'consentReject',
  'consentCustomize',
  'consentSave',
  'consentNecessary',
  'consentNecessaryText',
  'consentAnalytics',
  'consentAnalyticsText',
  'consentMarketing',
  'consentMarketingText',
  'consentControl',
  'consentSaved',
] as const satisfies readonly MessageKey[];

/** The texts of the consent banner. */
export type ConsentMessages = Pick<MessageCatalogue, (typeof consentKeys)[number]>;

/** The texts of a site's consent banner, which only pages with a banner include. */
export const consentMessages = (site: Site): ConsentMessages => textsOf(site, consentKeys);

/** The error texts that apply to every form, in browser and server. */
export function formMessages(site: Site): FormMessages {
  const all = messagesFor(site);
  return {
    tooLong: all.formTooLong,
    wrongType: all.formWrongType,
    unknownOption: all.formUnknownOption,
    beyondMask: all.formBeyondMask,
    foreignCode: all.formForeignCode,
  };
}
