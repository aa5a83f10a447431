/** The engine's own texts, which a site can replace. */
import { expect, test } from 'vitest';
import {
  consentMessages,
  formMessages,
  messagesFor,
  missingMessages,
  pageMessages,
} from '../../../engine/messages/catalogue.ts';

const site = { locale: 'pt-BR' };
const all = messagesFor(site);

const valuesIn = (text: string): string[] => (text.match(/\{\{.*?\}\}/g) ?? []).sort();

test.each(['pt-BR', 'en', 'es'])('in %s every text has words, and the values of the others', (locale) => {
  const own = messagesFor({ locale });
  for (const [key, text] of Object.entries(own)) {
    expect([key, text]).toEqual([key, expect.stringMatching(/\p{Letter}/u)]);
    expect([key, valuesIn(text)]).toEqual([key, valuesIn(all[key as never])]);
  }
  expect(new Set(Object.values(own)).size).toBeGreaterThan(Object.keys(own).length / 2);
  expect(missingMessages({ locale })).toEqual({});
});

test('a site’s own texts come first', () => {
  expect(messagesFor({ ...site, messages: { close: 'Feche' } })).toEqual({ ...all, close: 'Feche' });
});

test('a locale has the texts of its language, and those of no other one', () => {
  const texts = ['pt-PT', 'en-GB', 'es-MX'].map((locale) => messagesFor({ locale }));
  expect(texts.map(({ retrying }) => retrying)).toEqual(['Tentando de novo…', 'Trying again…', 'Intentando de nuevo…']);
});

test('a language without a catalogue has English texts where the site lacks them', () => {
  const french = { locale: 'fr-FR', messages: { close: 'Fermer' } };
  const english = messagesFor({ locale: 'en' });
  expect(messagesFor(french)).toEqual({ ...english, close: 'Fermer' });
  const { close: _, ...others } = english;
  expect(missingMessages(french)).toEqual(others);
});

test('pages include the texts that they show themselves, and those of the banner only with one', () => {
  const own = { ...site, messages: { menu: 'Nosso menu', consentTitle: 'Seus cookies' } };
  const page = pageMessages(own);
  const banner = consentMessages(own);
  expect(page).toMatchObject({ menu: 'Nosso menu', close: all.close, offline: all.offline });
  expect(banner).toMatchObject({ consentTitle: 'Seus cookies', consentAccept: all.consentAccept });
  const consent = Object.keys(all).filter((key) => key.startsWith('consent'));
  expect(Object.keys(banner).sort()).toEqual(consent.sort());
  expect(Object.keys(page).filter((key) => key.startsWith('consent') || key.startsWith('form'))).toEqual([]);
  for (const [key, text] of Object.entries({ ...page, ...banner }))
    if (key !== 'menu' && key !== 'consentTitle') expect([key, text]).toEqual([key, all[key as never]]);
});

test('a form has the texts of errors that any field can have', () => {
  expect(formMessages({ ...site, messages: { formTooLong: 'Curto, por favor.' } })).toEqual({
    tooLong: 'Curto, por favor.',
    wrongType: all.formWrongType,
    unknownOption: all.formUnknownOption,
    beyondMask: all.formBeyondMask,
    foreignCode: all.formForeignCode,
  });
});
