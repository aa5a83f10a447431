/** The metadata of a record are written in a short form, and read as they were; so are the complete ones of earlier versions. */
import { describe, expect, test } from 'vitest';
import { readMeta, shortMeta } from '../../../server/store/short-meta.ts';
import type { Json } from '../../../server/store/types.ts';

describe('metadata', () => {
  const source = { utm_source: 'carta', at: '2026-11-23T00:00:00.000Z' };

  test('contain the only source of a visitor once', () => {
    const meta = { page: '/', attribution: { visitor: 'v', first: source, last: source } };
    const text = JSON.stringify(shortMeta(meta));
    expect(text).toBe(JSON.stringify({ page: '/', attribution: { visitor: 'v', first: source } }));
    expect(readMeta(text)).toEqual(meta);
    expect(readMeta(JSON.stringify(meta))).toEqual(meta);
  });

  test.each<Record<string, Json>>([
    {},
    { attribution: null },
    { attribution: [source] },
    { attribution: {} },
    { attribution: { visitor: 'v', first: source, last: { path: '/dois' } } },
    { attribution: { visitor: 'v', last: source } },
    { erased: true },
  ])('%j are written as they are', (meta) => {
    expect(shortMeta(meta)).toBe(meta);
    expect(readMeta(JSON.stringify(meta))).toEqual(meta);
  });
});
