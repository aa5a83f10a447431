/** Patterns on the server: the verdicts of browsers, without backtracking. `PATTERNS=500` sets the number of random ones. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileForm } from '../../../engine/forms/compile.ts';
import { validateField } from '../../../engine/forms/index.ts';
import type { FormMessages } from '../../../engine/forms/types.ts';
import { IrregularPattern, irregularPart, regularMatcher } from '../../../engine/rules/pattern/regular.ts';
import { wholePattern } from '../../../engine/rules/pattern/whole-pattern.ts';

const count = Number(process.env['PATTERNS'] ?? 150);

const inBrowser = (pattern: string, text: string): boolean => new RegExp(wholePattern(pattern), 'u').test(text);

const ordinary = [
  ...['[0-9]{5}-?[0-9]{3}', '\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}', '[A-Z]{3}-?[0-9][A-Z0-9][0-9]{2}', '\\p{L}+( \\p{L}+)+'],
  ...[
    '(?=.*\\d)(?=.*[a-z]).{8,}',
    '(?!0+$)\\d+',
    '^\\w+$',
    '[^\\s@]+@[^\\s@]+',
    '\\S+',
    '\\s*',
    '.',
    '.*',
    '[^]*',
    '[]|a',
    '',
  ],
  ...[
    'a\\b.*',
    '\\bmeu\\b',
    '\\Bx',
    'a(?:b|c)*?d',
    '(?<ano>\\d{4})',
    '\\u{1F600}',
    '[\\u{1F600}-\\u{1F64F}]+',
    '[\\d\\-x]+',
  ],
  ...[
    '\\P{Lu}+',
    '[^\\p{L}\\s]+',
    '\\p{Script=Greek}+',
    '[\\b]',
    '\\cJ',
    '\\0',
    'a{0}b',
    '(?:\\b)?a',
    '(?:^a)|b$',
    'a|',
    '(?!a)',
  ],
  ...[
    // biome-ignore lint/suspicious/noTemplateCurlyInString: signs of regular expressions.
    '[.*+?^${}()|[\\]\\\\/]+',
    '\\/',
    '\\x41+',
    '^(?!.*--)[a-z-]+$',
    '[\\w.]+',
    '\\W',
    '\\D{2}',
    '[\\S\\s]{2}',
    '^$|x',
  ],
];

const catastrophic = [
  ...['^([A-Za-z]{1,20} ?){1,10}$', '^([a-z]|[a-z0-9])+$', '^(a|aa)+$', '^(a|a)*$', '^.*.*.*.*.*.*=$', '^(\\w+\\s?)*$'],
  ...['(a+)+', '(.*a){12}', '([a-zA-Z]+)*', '(a|a?)+', '^(([a-z])+.)+[A-Z]([a-z])+$', '(x+x+)+y', '(?:a?){300}a{300}'],
];

const texts = [
  ...[
    '',
    'a',
    'ab',
    'abb',
    'x',
    'Ana Lima',
    'ana@exemplo.com',
    '01001-000',
    '123.456.789-09',
    'BRA2E19',
    'senha123',
    '0000',
  ],
  ...[
    '\n',
    '\r',
    '\u2028',
    '\u00a0',
    '\ufeff',
    '\u3000',
    '😀',
    '😀😁',
    'é',
    'É',
    'ß',
    'αβγ',
    '-',
    '--',
    'a--b',
    'a-b',
    '\b',
    '\u0000',
  ],
  ...[
    'meu',
    'o meu',
    'd',
    'ad',
    'abcd',
    '2026',
    '.*+',
    '[]',
    '/',
    'AAA',
    '_',
    '\u017f',
    '\u212a',
    'a\nb',
    ' ',
    '  ',
    '=',
    'a=',
    '!',
  ],
];

describe('a pattern has the verdict of a browser', () => {
  test.each([...ordinary, ...catastrophic])('%s', (pattern) => {
    const matches = regularMatcher(pattern);
    for (const text of texts) expect([text, matches(text)]).toEqual([text, inBrowser(pattern, text)]);
  });

  const atom = fc.constantFrom(
    'a',
    'b',
    '.',
    '\\d',
    '\\w',
    '\\s',
    '[ab]',
    '[^a]',
    '[a-c0-2]',
    '\\p{L}',
    '\\W',
    '😀',
    '\\.',
    '[\\s-]',
  );
  const { pattern: randomPattern } = fc.letrec<{ pattern: string; part: string; repeat: string }>((tie) => ({
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      atom,
      tie('pattern').map((inner) => `(?:${inner})`),
    ),
    repeat: fc
      .tuple(tie('part'), fc.constantFrom('', '', '', '?', '*', '+', '{2}', '{1,3}', '{0,2}?', '{2,}', '*?'))
      .map(([part, times]) => part + times),
    pattern: fc
      .tuple(
        fc.constantFrom('', '', '', '', '^', '(?=a)', '(?!b)', '(?=.*\\d)'),
        fc.array(fc.oneof(tie('repeat'), tie('repeat'), fc.constantFrom('\\b', '|', '$', '^')), {
          minLength: 1,
          maxLength: 4,
        }),
      )
      .map(([first, parts]) => first + parts.join('')),
  }));
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '0', '1', ' ', '\n', '😀', 'é', '.', '-', '\u2028'), {
    maxLength: 8,
  });

  test('at random', () => {
    fc.assert(
      fc.property(randomPattern, fc.array(text, { minLength: 5, maxLength: 20 }), (pattern, some) => {
        // A condition below another part is refused, and tested below.
        fc.pre(irregularPart(pattern) === undefined);
        const matches = regularMatcher(pattern);
        for (const each of some.map((signs) => signs.join('')))
          expect([pattern, each, matches(each)]).toEqual([pattern, each, inBrowser(pattern, each)]);
      }),
      { numRuns: count, seed: 38 },
    );
  });
});

test.each([
  ['(.*)\\1', 'reference', '\\1'],
  ['(?<a>x)\\k<a>', 'reference', '\\k<a>'],
  ['a(?=b).*', 'look', '(?=b)'],
  ['x|(?!a)b', 'look', '(?!a)'],
  ['(?:(?=a)b)+', 'look', '(?=a)'],
  ['a{1,2000}', 'repeat', 'a{1,2000}'],
  ['^(a{1,50}){1,50}$', 'repeat', '(a{1,50}){1,50}'],
])('%s has a part that cannot be matched in linear time', (pattern, kind, part) => {
  expect(irregularPart(pattern)).toEqual({ kind, offset: pattern.indexOf(part), length: part.length });
  expect(() => regularMatcher(pattern)).toThrow(IrregularPattern);
});

describe('a form on the server', () => {
  const messages: FormMessages = {
    tooLong: 'long',
    wrongType: 'type',
    unknownOption: 'option',
    beyondMask: 'mask',
    foreignCode: 'Outro país.',
  };
  const form = (pattern: string, maxLength: number) =>
    compileForm(
      {
        id: 'f',
        showErrors: 'all',
        fields: [
          { name: 'x', type: 'textarea', maxLength, label: 'X', rules: [{ rule: 'pattern', pattern, message: 'no' }] },
        ],
      } as never,
      messages,
    );

  // With backtracking, each of these takes longer than anybody waits: the test never ends.
  test.each(catastrophic)('answers a text of 100 KB that %s refuses', (pattern) => {
    const hostile = `${'a'.repeat(100_000)}!`;
    expect(validateField(form(pattern, 200_000), 'x', hostile)).toMatchObject({ ok: false, error: { message: 'no' } });
    expect(validateField(form(pattern, 200), 'x', hostile)).toMatchObject({ ok: false, error: { message: 'long' } });
  });
});
