import { type Document, isScalar, visit } from 'yaml';
import type { Report } from '../../errors/report.ts';
import type { SourceText } from '../source/source.ts';

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a key accesses JavaScript's own objects. */
export const isForbiddenKey = (key: string): boolean => forbidden.has(key);

/**
 * Rejects what plain data cannot represent: keys that are not texts or access JavaScript's own objects, and numbers
 * that are not finite.
 */
export function checkPlainData(document: Document, file: SourceText, report: Report): void {
  visit(document, {
    Scalar(_, { value, source = '', range }) {
      if (typeof value !== 'number' || Number.isFinite(value)) return;
      const [offset = 0] = range ?? [];
      report.add('number-not-finite', file, { offset, length: source.length }, { written: source });
    },
    Pair(_, { key }) {
      const range = (key as { range?: readonly number[] } | null)?.range;
      const place = { offset: range?.[0] ?? 0, length: Math.max(1, (range?.[1] ?? 1) - (range?.[0] ?? 0)) };
      if (!isScalar(key) || typeof key.value !== 'string')
        report.add('key-not-text', file, place, { key: isScalar(key) ? String(key.value) : 'here' });
      else if (forbidden.has(key.value)) report.add('key-forbidden', file, place, { key: key.value });
    },
  });
}
