import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conceal } from '../../../engine/forms/conceal.ts';
import {
  compileForm,
  type FieldDefinition,
  type FormDefinition,
  type RuleDefinition,
  redactPersonal,
  validateForm,
} from '../../../engine/forms/index.ts';
import type { PersonalData } from '../../../schemas/generated/types.ts';
import { messages } from './example-forms.ts';

const KINDS: readonly PersonalData[] = ['name', 'email', 'phone', 'text'];

/** Every rule that applies to a personal text, each alone on a field of each type, so that none hides another. */
const RULES: readonly RuleDefinition[] = [
  { rule: 'required', message: 'required' },
  { rule: 'minLength', length: 3, message: 'minLength' },
  { rule: 'maxLength', length: 9, message: 'maxLength' },
  { rule: 'digits', min: 4, max: 11, message: 'digits' },
  { rule: 'email', message: 'email' },
  { rule: 'pattern', pattern: '[\\p{L}\\p{M} ]+', message: 'letters' },
  { rule: 'pattern', pattern: '\\p{Lu}\\p{L}+( .+)?', message: 'capital' },
  { rule: 'pattern', pattern: '\\(?\\d{2}\\)?.*', message: 'area' },
];

const fields: FieldDefinition[] = (['text', 'email', 'tel', 'textarea', 'hidden'] as const).flatMap((type) =>
  [[], ...RULES.map((rule) => [rule])].map((rules, at) => ({
    name: `${type}${at}`,
    type,
    label: '',
    rules,
    maxLength: 40,
  })),
);
const form: FormDefinition = { id: 'pessoal', showErrors: 'all', fields };
const compiled = compileForm(form, messages);

/** How many values are redacted; MASKED_VALUES=200000 takes some minutes. */
const values = Number(process.env['MASKED_VALUES'] ?? 3_000);

const realistic = fc.oneof(
  fc.constantFrom('João da Silva', 'MARIA', 'Zoë Ǆ', 'ana.souza+lead@exemplo.com.br', 'a@b', '+55 (11) 98765-4321', ''),
  fc.emailAddress(),
  fc.string({ unit: fc.constantFrom(...'(1234567890)- +'), maxLength: 16 }),
  fc.string({
    unit: fc.constantFrom('a', 'É', 'ß', '@', '.', ' ', '7', '٣', '½', 'Ⅳ', '\u0301', '👍🏽', '𝐀', '漢'),
    maxLength: 14,
  }),
);
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 45 }),
  fc.string({ unit: 'grapheme', maxLength: 45 }),
  fc.string({
    unit: fc.constantFrom('\ud800', '\udc00', '\0', '\n', '\t', '\u0085', '\u200d', '\ufeff', 'x', '1'),
    maxLength: 8,
  }),
  fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 45 }),
);

test('concealing a value hides every letter and digit, and keeps its shape', () => {
  expect(conceal('Zoë 7٣ (a@b.c)')).toBe('••• •• (•@•.•)');
  expect(conceal(['ab', ['1'], null, 5, true])).toEqual(['••', ['•'], null, 5, true]);
});

describe('redacting personal data', () => {
  test.each([
    ['João da Silva', 'Aaaa aa Aaaaa'],
    ['ana.souza+2@exemplo.com.br', 'aaa.aaaaa+9@aaaaaaa.aaa.aa'],
    ['(11) 98765-4321', '(99) 99999-9999'],
    ['漢字 👍', 'aa 👍'],
    ['ǅ', 'a'],
    ['𝒁𝒛𝟏', '𝐀𝐚𝟗'],
    ['Joa\u0303o', 'Aaa\u0301a'],
    ['٣½', '\u0669\u0669'],
  ])('%s becomes %s', (value, shape) => {
    for (const kind of KINDS) expect(redactPersonal(kind, value)).toBe(shape);
  });

  test('no letter or digit remains, the length is kept, and redaction is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(realistic, hostile), fc.constantFrom(...KINDS), (value, kind) => {
        const shape = redactPersonal(kind, value);
        expect(shape.length).toBe(value.length);
        expect(shape.replace(/[aA9\u0669𝐀𝐚𝟗]|\u0301|\u{1d167}/gu, '-')).not.toMatch(/[\p{L}\p{N}\p{M}]/u);
        expect(redactPersonal(kind, shape)).toBe(shape);
      }),
      { numRuns: 2_000 },
    );
  });

  test(
    'every rule gives a redacted value the verdict of the real one',
    () => {
      const seen = new Set<string>();
      const verdictOn = (value: string) => {
        const verdict = validateForm(compiled, Object.fromEntries(fields.map((field) => [field.name, value])));
        return verdict.ok ? [] : verdict.errors.map((error) => `${error.field}: ${error.message}`);
      };
      fc.assert(
        fc.property(fc.oneof(realistic, hostile), fc.constantFrom(...KINDS), (value, kind) => {
          const verdict = verdictOn(value);
          expect(verdictOn(redactPersonal(kind, value))).toEqual(verdict);
          const failing = new Set(verdict.map((line) => line.replace(/^.*?: /, '')));
          for (const text of [...RULES.map((rule) => rule.message), messages.tooLong, messages.wrongType]) {
            seen.add(`${text} ${failing.has(text) ? 'fails' : 'passes'}`);
          }
        }),
        { numRuns: values },
      );
      // Each rule, the length limit and the control characters occurred with both verdicts; otherwise agreement would
      // prove nothing.
      expect(seen.size).toBe(2 * (RULES.length + 2));
    },
    20 * 60_000,
  );
});
