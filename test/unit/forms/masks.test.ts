import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editMasked } from '../../../engine/fields/masks/mask-edit.ts';
import { maskPattern } from '../../../engine/fields/masks/mask-pattern.ts';
import { applyMask, localDigits, longestOf } from '../../../engine/fields/masks/masks.ts';
import { phoneMask } from '../../harness/masks.ts';

const digitsOf = (text: string) => text.replace(/[^0-9]/g, '');
const mask = (text: string) => applyMask(phoneMask, text);
const RUNS = { numRuns: 5_000 };

const digits = (most: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: most });
const masked = digits(11).map(mask);
/** A masked value and a caret position in it. */
const withCaret = masked.chain((value) => fc.record({ value: fc.constant(value), at: fc.nat({ max: value.length }) }));

/** Types or pastes `text` at the bar in `(11) 9|8765`, as a browser reports it; the result contains the new bar. */
function insert(barred: string, text: string): string {
  const at = barred.indexOf('|');
  const before = barred.replace('|', '');
  return shown(
    editMasked(phoneMask, { before, after: before.slice(0, at) + text + before.slice(at), caret: at + text.length }),
  );
}

function backspace(barred: string): string {
  const at = barred.indexOf('|');
  const before = barred.replace('|', '');
  return shown(
    editMasked(phoneMask, {
      before,
      after: before.slice(0, at - 1) + before.slice(at),
      caret: at - 1,
      deletes: 'backward',
    }),
  );
}

function deleteForward(barred: string): string {
  const at = barred.indexOf('|');
  const before = barred.replace('|', '');
  return shown(
    editMasked(phoneMask, {
      before,
      after: before.slice(0, at) + before.slice(at + 1),
      caret: at,
      deletes: 'forward',
    }),
  );
}

function shown({ value, caret }: { value: string; caret: number }): string {
  return `${value.slice(0, caret)}|${value.slice(caret)}`;
}

describe('phone-br', () => {
  test.each([
    ['', ''],
    ['1', '(1'],
    ['11', '(11'],
    ['119', '(11) 9'],
    ['119876', '(11) 9876'],
    ['1198765', '(11) 9876-5'],
    ['1132654321', '(11) 3265-4321'],
    ['11987654321', '(11) 98765-4321'],
    ['119876543210', '(11) 98765-43210'],
    ['011987654321', '(11) 98765-4321'],
    ['01132654321', '(01) 13265-4321'],
    ['00000000000', '(00) 00000-0000'],
    ['+55 (011) 3265-4321', '(11) 3265-4321'],
    // Without its code, a number of another country would be one of this country.
    ['+1 (212) 555-0123', '+1 (212) 555-0123'],
    [' +351 912 345 678', ' +351 912 345 678'],
    ['+', '+'],
    ['+5', '+5'],
    ['+55', '(55'],
    ['+55 (011) 98765-4321', '(11) 98765-4321'],
    ['0055 11 98765-4321', '(11) 98765-4321'],
    ['015 11 98765-4321', '(01) 51198-7654321'],
    ['+55 (11) 98765-4321', '(11) 98765-4321'],
    ['551132654321', '(11) 3265-4321'],
    ['5511987654321', '(11) 98765-4321'],
    ['55987654321', '(55) 98765-4321'],
    ['5532654321', '(55) 3265-4321'],
    ['55119876543210', '(55) 11987-6543210'],
    ['abc', ''],
    ['١١٩', ''],
  ])('%j is formatted as %j', (text, laidOut) => expect(mask(text)).toBe(laidOut));

  test('formatting is idempotent for any text', () => {
    const texts = fc.oneof(digits(15), fc.string(), fc.string({ unit: fc.constantFrom(...'0559()- +a') }));
    fc.assert(
      fc.property(texts, (text) => {
        expect(mask(mask(text))).toBe(mask(text));
      }),
      RUNS,
    );
  });

  test('all digits stay in order, except for a prefix', () => {
    fc.assert(
      fc.property(digits(20), (text) => {
        const left = digitsOf(mask(text));
        const dropped = text.slice(0, text.length - left.length);
        expect(text.endsWith(left)).toBe(true);
        expect(dropped).toMatch(/^(55|550|0055|0)*$/);
        if (dropped !== '') expect([10, 11]).toContain(left.length);
      }),
      RUNS,
    );
  });
});

describe('typing', () => {
  test('digit by digit', () => {
    let value = '|';
    const seen: string[] = [];
    for (const digit of '11987654321') {
      value = insert(value, digit);
      seen.push(value);
    }
    expect(seen).toEqual([
      '(1|',
      '(11|',
      '(11) 9|',
      '(11) 98|',
      '(11) 987|',
      '(11) 9876|',
      '(11) 9876-5|',
      '(11) 9876-54|',
      '(11) 9876-543|',
      '(11) 9876-5432|',
      '(11) 98765-4321|',
    ]);
  });

  test.each([
    ['(11) 9|765-4321', '8', '(11) 98|765-4321'],
    ['(11) 9876|-5', '0', '(11) 9876-0|5'],
    ['(11) 98765-4321|', '0', '(11) 98765-4321|'],
    ['(55) 98765-4321|', '0', '(55) 98765-43210|'],
    ['(55) 11987-65432|', '1', '(11) 98765-4321|'],
    ['(01) 19876-5432|', '1', '(11) 98765-4321|'],
    ['(11) 9|8765-4321', '0', '(11) 9|8765-4321'],
    ['(11) 9|', 'x', '(11) 9|'],
    ['(11|', ')', '(11|'],
    ['|', '(', '|'],
    ['|(11', '2', '(2|1) 1'],
  ])('%s and %s gives %s', (barred, text, result) => expect(insert(barred, text)).toBe(result));

  test('the digits before the caret and the typed one stay before it', () => {
    fc.assert(
      fc.property(withCaret, fc.constantFrom(...'0123456789'), ({ value, at }, digit) => {
        fc.pre(digitsOf(value).length < 11);
        const after = value.slice(0, at) + digit + value.slice(at);
        const edited = editMasked(phoneMask, { before: value, after, caret: at + 1 });
        expect(digitsOf(edited.value.slice(0, edited.caret))).toBe(digitsOf(value.slice(0, at)) + digit);
        expect(digitsOf(edited.value)).toBe(digitsOf(after));
        expect(edited.value).toBe(applyMask({ formats: phoneMask.formats }, edited.value));
      }),
      RUNS,
    );
  });

  test('a full field accepts no further digit and drops none', () => {
    const full = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 11, maxLength: 11 }).map(mask);
    fc.assert(
      fc.property(full, fc.nat({ max: 15 }), digits(1), (value, at, text) => {
        const after = value.slice(0, at) + text + value.slice(at);
        fc.pre(digitsOf(value).length === 11 && !/^(0|55)/.test(digitsOf(after)));
        const edited = editMasked(phoneMask, { before: value, after, caret: at + text.length });
        expect(edited.value).toBe(value);
        expect(digitsOf(value.slice(0, edited.caret))).toBe(digitsOf(value.slice(0, at)));
      }),
      RUNS,
    );
  });
});

describe('pasting', () => {
  test.each([
    ['|', '+55 11 98765-4321', '(11) 98765-4321|'],
    ['|', '55 (55) 3265-4321', '(55) 3265-4321|'],
    ['|', '55 98765-4321', '(55) 98765-4321|'],
    ['(11|', '98765-4321', '(11) 98765-4321|'],
    ['|', '011987654321', '(11) 98765-4321|'],
    ['(11) 9|', '8765432199', '(11) 98765-432199|'],
    ['(21|', '5511987654321', '(21) 11987-654321|'],
    ['(55|', '11987654321', '(11) 98765-4321|'],
    ['(11) 9|4321', '8765', '(11) 98765|-4321'],
  ])('at %s, %s gives %s', (barred, text, result) => expect(insert(barred, text)).toBe(result));

  test('drops nothing', () => {
    fc.assert(
      fc.property(withCaret, digits(20), ({ value, at }, text) => {
        fc.pre(text.length > 1);
        const after = value.slice(0, at) + text + value.slice(at);
        const edited = editMasked(phoneMask, { before: value, after, caret: at + text.length });
        const left = digitsOf(edited.value);
        const whole = digitsOf(after);
        // The missing digits are a prefix of the whole value, or of the pasted text.
        const dropped = whole.length - left.length;
        const before = digitsOf(value.slice(0, at)).length;
        const within = (from: number): boolean =>
          /^(55|550|0055|0)*$/.test(whole.slice(from, from + dropped)) &&
          left === whole.slice(0, from) + whole.slice(from + dropped);
        expect(within(0) || within(before)).toBe(true);
      }),
      RUNS,
    );
  });

  test('replaces a whole value, as autofill does', () => {
    const filled = { before: '(21) 3', after: '+5511987654321', caret: 14 };
    expect(editMasked(phoneMask, filled)).toEqual({ value: '(11) 98765-4321', caret: 15 });
    expect(editMasked(phoneMask, { ...filled, caret: 0 })).toEqual({ value: '(11) 98765-4321', caret: 1 });
  });
});

describe('deleting', () => {
  test.each([
    ['(11) 98765-4321|', '(11) 9876-5432|'],
    ['(11) 9|8765-4321', '(11|) 8765-4321'],
    ['(11) |98765-4321', '(1|9) 8765-4321'],
    ['(11)| 98765-4321', '(1|9) 8765-4321'],
    ['(11) 98765-|4321', '(11) 9876|-4321'],
    ['(11) 9|', '(11|'],
    ['(11|', '(1|'],
    ['(1|', '|'],
    ['(1|1) 9', '(|19'],
    ['(|11) 9', '(|11) 9'],
  ])('Backspace at %s gives %s', (barred, result) => expect(backspace(barred)).toBe(result));

  test.each([
    ['(11|) 98765-4321', '(11|) 8765-4321'],
    ['(11) 98765|-4321', '(11) 9876-5|321'],
    ['|(11) 9', '(|19'],
    ['(11) 9876-5|', '(11) 9876-5|'],
  ])('Delete at %s gives %s', (barred, result) => expect(deleteForward(barred)).toBe(result));

  test('a selection is removed, and the caret stays', () => {
    expect(editMasked(phoneMask, { before: '(11) 98765-4321', after: '(11-4321', caret: 3 })).toEqual({
      value: '(11) 4321',
      caret: 3,
    });
    expect(editMasked(phoneMask, { before: '(11) 98765-4321', after: '', caret: 0 })).toEqual({ value: '', caret: 0 });
  });

  test('one key removes exactly one digit next to the caret', () => {
    fc.assert(
      fc.property(withCaret, ({ value, at }) => {
        const left = digitsOf(value.slice(0, at));
        fc.pre(left.length > 0);
        const edited = editMasked(phoneMask, {
          before: value,
          after: value.slice(0, at - 1) + value.slice(at),
          caret: at - 1,
        });
        expect(digitsOf(edited.value)).toBe(left.slice(0, -1) + digitsOf(value.slice(at)));
        expect(digitsOf(edited.value.slice(0, edited.caret))).toBe(left.slice(0, -1));
      }),
      RUNS,
    );
    fc.assert(
      fc.property(withCaret, ({ value, at }) => {
        const right = digitsOf(value.slice(at));
        fc.pre(right.length > 0);
        const after = value.slice(0, at) + value.slice(at + 1);
        const edited = editMasked(phoneMask, { before: value, after, caret: at, deletes: 'forward' });
        expect(digitsOf(edited.value)).toBe(digitsOf(value.slice(0, at)) + right.slice(1));
      }),
      RUNS,
    );
  });
});

test('any edit gives a formatted value and a caret inside it', () => {
  fc.assert(
    fc.property(
      masked,
      fc.string({ unit: fc.constantFrom(...'0159()- x'), maxLength: 20 }),
      fc.nat(20),
      (before, after, at) => {
        const { value, caret } = editMasked(phoneMask, { before, after, caret: Math.min(at, after.length) });
        // Formatted, but a prefix is not dropped while it is being typed.
        expect(applyMask({ formats: phoneMask.formats }, value)).toBe(value);
        expect(caret).toBeGreaterThanOrEqual(0);
        expect(caret).toBeLessThanOrEqual(value.length);
      },
    ),
    RUNS,
  );
});

test('the pattern of a mask matches the texts that it leaves as they are, without more digits than it can format', () => {
  const sign = fc.constantFrom(...'()[]{}.*+?^$|\\/- '.split(''));
  const size = fc.integer({ min: 1, max: 6 });
  const format = fc
    .tuple(size, fc.infiniteStream(fc.array(sign, { maxLength: 2 })))
    .map(
      ([count, signs]) =>
        `${signs.next().value.join('')}${Array.from({ length: count }, () => `#${signs.next().value.join('')}`).join('')}`,
    );
  const masks = fc.record({
    formats: fc
      .array(format, { minLength: 1, maxLength: 3 })
      .map((all) => all.sort((a, b) => a.split('#').length - b.split('#').length)),
    prefixes: fc.array(fc.string({ unit: fc.constantFrom('0', '1'), minLength: 1, maxLength: 3 }), { maxLength: 3 }),
  });
  const typed = fc.string({ unit: fc.constantFrom(...'01011'), maxLength: 9 });
  fc.assert(
    fc.property(masks, typed, fc.nat(), fc.constantFrom('', ' ', '1', '-'), (own, text, place, more) => {
      const pattern = new RegExp(maskPattern(own));
      const laidOut = applyMask(own, text);
      const at = place % (laidOut.length + 1);
      for (const each of [text, laidOut, laidOut.slice(0, at) + more + laidOut.slice(at), laidOut.slice(0, at)])
        expect(pattern.test(each), each).toBe(
          applyMask(own, each) === each && localDigits(own, digitsOf(each)).length <= longestOf(own),
        );
    }),
    RUNS,
  );
});
