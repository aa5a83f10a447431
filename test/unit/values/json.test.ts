import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../engine/values/canonical-json.ts';
import { jsonFingerprint } from '../../../engine/values/json-fingerprint.ts';
import { momentOf } from '../../../engine/values/moment.ts';
import { fits } from '../../../engine/values/value-type.ts';
import type { Json } from '../../../schemas/compiled.ts';
import type { ValueType } from '../../../schemas/generated/types.ts';

describe('canonical JSON', () => {
  test.each<[unknown, string]>([
    [null, 'null'],
    [undefined, 'null'],
    ['a"b', '"a\\"b"'],
    [Number.NaN, 'null'],
    [[1, undefined, [2]], '[1,null,[2]]'],
    [{ b: 1, a: { d: undefined, c: [true] } }, '{"a":{"c":[true]},"b":1}'],
    [{ Z: 1, a: 2, é: 3, '1': 4 }, '{"1":4,"Z":1,"a":2,"é":3}'],
    [{}, '{}'],
    [[], '[]'],
  ])('%j', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test('fingerprints are FNV-1a of it', () => {
    // Computed by another program over the bytes of `null` and `""`.
    expect(jsonFingerprint(null)).toBe('5b9bc4ba528108e4');
    expect(jsonFingerprint('')).toBe('07cc7607b4949e25');
    expect(jsonFingerprint({ a: 1, b: 2 })).toBe(jsonFingerprint({ b: 2, a: 1 }));
    expect(jsonFingerprint({ a: 1 })).not.toBe(jsonFingerprint({ a: 2 }));
  });
});

describe('moments', () => {
  test.each([
    ['2026-03-01T09:00:00-03:00', Date.UTC(2026, 2, 1, 12)],
    ['2026-03-01T09:00-03:00', Date.UTC(2026, 2, 1, 12)],
    ['2026-03-01T09:00Z', Date.UTC(2026, 2, 1, 9)],
    ['2024-02-29T23:59:59+14:00', Date.UTC(2024, 1, 29, 9, 59, 59)],
    ['2026-03-01T23:00+23:00', Date.UTC(2026, 2, 1)],
  ])('%s', (text, moment) => {
    expect(momentOf(text)).toBe(moment);
  });
  test.each([
    '',
    '2026-03-01',
    '2026-03-01T09:00',
    '2026-03-01 09:00Z',
    '2026-02-31T09:00Z',
    '2026-13-01T09:00Z',
    '2026-03-01T24:00Z',
    '2026-03-01T09:60Z',
    '2026-03-01T09:00:60Z',
    '2026-03-01T09:00+24:00',
    '2026-03-01T09:00+03:60',
    ' 2026-03-01T09:00Z',
    '2026-03-01T09:00Z ',
    '12026-03-01T09:00Z',
  ])('%j is none', (text) => {
    expect(momentOf(text)).toBeNull();
  });
});

describe('declared types', () => {
  /** A name that every object inherits. */
  const inherited: ValueType = { type: 'record', fields: Object.fromEntries([['toString', { type: 'text' }]]) };
  const deep = (levels: number): Json => (levels === 0 ? 1 : { a: deep(levels - 1) });
  test.each<[ValueType, Json, boolean]>([
    [{ type: 'text' }, 'a', true],
    [{ type: 'text' }, 1, false],
    [{ type: 'text' }, [], false],
    [{ type: 'text' }, 'a'.repeat(4000), true],
    [{ type: 'text' }, 'a'.repeat(4001), false],
    [{ type: 'text', maxLength: 2 }, 'ab', true],
    [{ type: 'text', maxLength: 2 }, 'abc', false],
    [{ type: 'text' }, null, false],
    [{ type: 'text', optional: true }, null, true],
    [{ type: 'number' }, 1.5, true],
    [{ type: 'number' }, '1', false],
    [{ type: 'number' }, Number.POSITIVE_INFINITY, false],
    [{ type: 'number' }, Number.MAX_SAFE_INTEGER + 2, false],
    [{ type: 'number' }, -Number.MAX_SAFE_INTEGER - 2, false],
    [{ type: 'number', min: 1, max: 3 }, 1, true],
    [{ type: 'number', min: 1, max: 3 }, 3, true],
    [{ type: 'number', min: 1, max: 3 }, 0.9, false],
    [{ type: 'number', min: 1, max: 3 }, 3.1, false],
    [{ type: 'number', allowed: [0, 5] }, 5, true],
    [{ type: 'number', allowed: [0, 5] }, 4, false],
    [{ type: 'time' }, 8.64e15, true],
    [{ type: 'time' }, -8.64e15, true],
    [{ type: 'time' }, 8.64e15 + 2, false],
    [{ type: 'time' }, '2026-03-01T09:00Z', true],
    [{ type: 'time' }, 'soon', false],
    [{ type: 'time' }, `2026-03-01T09:00Z${' '.repeat(40)}`, false],
    [{ type: 'time' }, true, false],
    [{ type: 'time' }, ['2026-03-01'], false],
    [{ type: 'time' }, `March 1, 2026 (${'x'.repeat(24)})`, true],
    [{ type: 'time' }, `March 1, 2026 (${'x'.repeat(25)})`, false],
    [{ type: 'boolean' }, false, true],
    [{ type: 'boolean' }, 0, false],
    [{ type: 'uuid' }, '3f2c1f6e-5b0a-4c53-9d35-0a6f0f5b7c11', true],
    [{ type: 'uuid' }, '3F2C1F6E-5B0A-4C53-9D35-0A6F0F5B7C11', true],
    [{ type: 'uuid' }, '3f2c1f6e-5b0a-1c53-9d35-0a6f0f5b7c11', false],
    [{ type: 'uuid' }, '3f2c1f6e-5b0a-4c53-7d35-0a6f0f5b7c11', false],
    [{ type: 'uuid' }, 'x3f2c1f6e-5b0a-4c53-9d35-0a6f0f5b7c11', false],
    [{ type: 'uuid' }, '3f2c1f6e-5b0a-4c53-9d35-0a6f0f5b7c11x', false],
    [{ type: 'uuid' }, 7, false],
    [{ type: 'uuid' }, ['3f2c1f6e-5b0a-4c53-9d35-0a6f0f5b7c11'], false],
    [{ type: 'choice', of: ['a', 'b'] }, 'b', true],
    [{ type: 'choice', of: ['a', 'b'] }, 'c', false],
    [{ type: 'choice', of: ['a', 'b'] }, 1, false],
    [{ type: 'list', of: 'number' }, [1, 2], true],
    [{ type: 'list', of: 'number' }, ['1'], false],
    [{ type: 'list', of: 'number' }, [1, '2'], false],
    [{ type: 'list', of: 'number' }, [null], false],
    [{ type: 'list', of: 'number' }, {}, false],
    [{ type: 'list', of: 'number', length: 2 }, [1, 2], true],
    [{ type: 'list', of: 'number', length: 2 }, [1], false],
    [{ type: 'list', of: 'number', optional: true }, [null], false],
    [{ type: 'list' }, ['a'], true],
    [{ type: 'list' }, [1], false],
    [{ type: 'list' }, Array.from({ length: 100 }, () => 'a'), true],
    [{ type: 'list' }, Array.from({ length: 101 }, () => 'a'), false],
    [{ type: 'json' }, { a: [1] }, true],
    [{ type: 'json' }, [1], false],
    [{ type: 'json' }, { a: null }, true],
    [{ type: 'json' }, 'a', false],
    [{ type: 'json' }, { a: Number.POSITIVE_INFINITY }, false],
    [{ type: 'json' }, { a: 1, b: Number.POSITIVE_INFINITY }, false],
    [{ type: 'json' }, { a: 'x'.repeat(16 * 1024 - 8) }, true],
    [{ type: 'json' }, { a: 'x'.repeat(16 * 1024 - 7) }, false],
    [{ type: 'json' }, deep(16), true],
    [{ type: 'json' }, deep(17), false],
    [{ type: 'json' }, JSON.parse('{"a":{"__proto__":1}}') as Json, false],
    [{ type: 'record', fields: { a: { type: 'number' } } }, { a: 1 }, true],
    [{ type: 'record', fields: { a: { type: 'number' } } }, { a: 'x' }, false],
    [{ type: 'record', fields: { a: { type: 'number' } } }, {}, false],
    [inherited, {}, false],
    [{ type: 'record', fields: { a: { type: 'number', optional: true } } }, {}, true],
    [{ type: 'record' }, { b: 1 }, true],
    [{ type: 'record' }, [], false],
    [{ type: 'record' }, 'a', false],
  ])('%j: %j fits: %s', (type, value, expected) => {
    expect(fits(type, value)).toBe(expected);
  });

  test('a partial value may lack parts', () => {
    expect(fits({ type: 'text' }, null, true)).toBe(true);
    expect(fits({ type: 'list', of: 'number', length: 2 }, [1, null], true)).toBe(true);
    expect(fits({ type: 'record', fields: { a: { type: 'number' } } }, {}, true)).toBe(true);
    expect(fits({ type: 'record', fields: { a: { type: 'number' } } }, { a: 'x' }, true)).toBe(false);
  });
});
