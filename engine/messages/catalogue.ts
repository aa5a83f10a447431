/** The engine's own texts that a visitor may read or hear, by locale and key. */
import type { SiteFile } from '../../schemas/generated/types.ts';
import type { FormMessages } from '../forms/types.ts';
import type { MessageCatalogue, MessageKey } from './keys.ts';
import { ptBR } from './pt-BR.ts';

const locales: Readonly<Record<string, MessageCatalogue>> = { 'pt-BR': ptBR };

/** The texts that a page carries; the others are only in the server's replies. */
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

/** Every text in a site's language (pt-BR for a locale without a catalogue), with the site's own in place. */
export const messagesFor = ({ locale, messages = {} }: Site): MessageCatalogue => ({
  ...(locales[locale] ?? ptBR),
  ...messages,
});

/** The texts that a site's pages carry. */
export function pageMessages(site: Site): PageMessages {
  const all = messagesFor(site);
  return Object.fromEntries(pageKeys.map((key) => [key, all[key]])) as PageMessages;
}

/** The texts of what every form refuses; browser and server use the same. */
export function formMessages(site: Site): FormMessages {
  const all = messagesFor(site);
  return {
    tooLong: all.formTooLong,
    wrongType: all.formWrongType,
    unknownOption: all.formUnknownOption,
    beyondMask: all.formBeyondMask,
  };
}
