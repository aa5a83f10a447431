/** The engine's own texts, which a site can replace. */
import { expect, test } from 'vitest';
import { consentMessages, formMessages, messagesFor, pageMessages } from '../../../engine/messages/catalogue.ts';

const site = { locale: 'pt-BR' };
const all = messagesFor(site);

test('every text has words', () => {
  for (const text of Object.values(all)) expect(text).toMatch(/\p{Letter}/u);
  expect(new Set(Object.values(all)).size).toBeGreaterThan(Object.keys(all).length / 2);
});

test('a site’s own texts come first, and a language without texts has those of the engine', () => {
  expect(messagesFor({ ...site, messages: { close: 'Feche' } })).toEqual({ ...all, close: 'Feche' });
  expect(messagesFor({ locale: 'en-GB' })).toEqual(all);
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
  });
});
