import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileForm, validateForm } from '../../../engine/forms/index.ts';
import { emailShape, isEmail } from '../../../engine/rules/email/shape.ts';
import { processorTime } from '../../harness/patience.ts';
import { formOf, messages } from './example-forms.ts';

const PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const HOSTILE = [
  '.'.repeat(100_000),
  `a@${'.'.repeat(100_000)}`,
  `a@${'.'.repeat(100_000)}@`,
  `a@${'a.'.repeat(50_000)} `,
  '@'.repeat(100_000),
  `${'a'.repeat(100_000)}@`,
  ' '.repeat(100_000),
];

describe('e-mail', () => {
  test('agrees with the specification’s pattern', () => {
    const near = fc.string({
      unit: fc.constantFrom('a', 'B', '.', '@', ' ', '\n', '\u00a0', 'é', '👍'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.oneof(near, fc.string({ unit: 'binary' })), (text) => {
        expect(emailShape.test(text)).toBe(PATTERN.test(text));
      }),
      { numRuns: 20_000 },
    );
  });

  test('is limited to 254 units', () => {
    expect(isEmail(`${'a'.repeat(250)}@b.c`)).toBe(true);
    expect(isEmail(`${'a'.repeat(251)}@b.c`)).toBe(false);
  });

  test.each(HOSTILE.map((text) => [text.slice(0, 8), text]))('takes linear time on %s…', (_, text) => {
    expect(processorTime(() => emailShape.test(text))).toBeLessThan(50);
  });

  test('a hostile value is cheap for the whole form, and no pattern runs on a value over the limit', () => {
    const form = formOf({
      type: 'email',
      maxLength: 10,
      rules: [
        // Its work doubles with every `a`; 28 of them take seconds.
        { rule: 'pattern', pattern: '(a+)+b', message: 'padrão' },
        { rule: 'email', message: 'E-mail inválido' },
      ],
    });
    const compiled = compileForm(form, messages);
    for (const text of ['a'.repeat(28), ...HOSTILE.filter((hostile) => hostile.trim() !== '')]) {
      expect(processorTime(() => validateForm(compiled, { campo: text }))).toBeLessThan(50);
      expect(validateForm(compiled, { campo: text })).toMatchObject({ errors: [{ message: messages.tooLong }] });
    }
  });
});
