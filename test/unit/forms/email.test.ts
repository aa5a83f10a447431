import fc from 'fast-check';
import addressParser from 'nodemailer/lib/addressparser/index.js';
import { describe, expect, test } from 'vitest';
import { compileForm, validateForm } from '../../../engine/forms/index.ts';
import { emailPattern, isEmail } from '../../../engine/values/mail-address.ts';
import { processorTime } from '../../harness/patience.ts';
import { formOf, messages } from './example-forms.ts';

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
  test('is one that a mail server is handed as it is', async () => {
    const near = fc.string({
      unit: fc.constantFrom('a', 'B', '.', '@', ' ', '-', ',', '<', ':', 'é', '\u200b', '\u202e'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.oneof(near, fc.string({ unit: 'binary' })), (text) => {
        if (!isEmail(text)) return;
        // What nodemailer reads as one address, without a name, is what it hands over.
        expect(addressParser(text)).toEqual([{ name: '', address: text }]);
        expect(text).toMatch(/^[^\s@]+@[^\s@]+\.[^\s@]+$/);
      }),
      { numRuns: 20_000 },
    );
  });

  test('is limited to 254 units', () => {
    expect(isEmail(`${'a'.repeat(64)}@${'b'.repeat(187)}.c`)).toBe(true);
    expect(isEmail(`${'a'.repeat(64)}@${'b'.repeat(188)}.c`)).toBe(false);
  });

  test.each(HOSTILE.map((text) => [text.slice(0, 8), text]))('takes linear time on %s…', (_, text) => {
    expect(processorTime(() => emailPattern.test(text))).toBeLessThan(50);
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
