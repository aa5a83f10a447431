/** Examples in hints follow the site's own settings. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { baseEdited, load } from './fixtures.ts';

/** The hints about `site.yaml` with an edit, in another locale. */
const hintsOf = (from: string, to: string, locale: string): string =>
  load(
    baseEdited('site.yaml', from, to).map((file) =>
      file.path === 'site.yaml' ? { ...file, text: file.text.replace('locale: en-GB', `locale: ${locale}`) } : file,
    ),
  )
    .problems.map(({ message, hint = '' }) => `${message} ${hint}`)
    .join('\n');

describe('an example in a hint', () => {
  test.each([
    [
      'a time zone',
      'timeZone: Europe/London',
      'timeZone: Nowhere',
      /such as .* or Europe\/Lisbon\./,
      /a region and a city\./,
    ],
    ['a missing time zone', 'timeZone: Europe/London\n', '', /timeZone: .* or Europe\/Lisbon/, /timeZone/],
    [
      'a time zone of another form',
      'timeZone: Europe/London',
      "timeZone: '+01:00'",
      /For example: .* or Europe\/Lisbon/,
      /For example/,
    ],
    ['a country code', 'currency: EUR', "currency: EUR\nphoneCode: '+44'", /For example: 351/, /For example/],
  ] as const)('of %s follows the locale', (_, from, to, portuguese, neutral) => {
    expect(hintsOf(from, to, 'pt-PT')).toMatch(portuguese);
    expect(hintsOf(from, to, 'en')).toMatch(neutral);
  });
  test('of a misspelt time zone is the nearest one', () =>
    expect(hintsOf('timeZone: Europe/London', 'timeZone: Europe/Londn', 'en-GB')).toContain(
      'Did you mean Europe/London?',
    ));
});

test('no mistake of the catalogue, which is made on a British site, has an example of another country', () => {
  const file = new URL('../../../schemas/generated/mistakes.json', import.meta.url);
  const mistakes = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { message: string; hint?: string }>;
  const foreign = Object.entries(mistakes).filter(([, { message, hint = '' }]) =>
    /Sao_Paulo|\b\+?55\d*\b|BRL|R\\?\$|pt-BR|cpf|-03:00|Brazil|contato/.test(`${message} ${hint}`),
  );
  expect(foreign).toEqual([]);
});
