import { describe, expect, test } from 'vitest';
import { safeHref } from '../../../renderer/text/href.ts';

describe('a link', () => {
  test.each(['/a', '/', '#faq', '?a=1', 'https://a.example/b', 'HTTP://a.example', 'mailto:a@b.example', 'tel:+5511'])(
    '%s is allowed',
    (address) => expect(safeHref(` ${address} `)).toBe(address),
  );

  test.each([
    '//host.example',
    '/\\host.example',
    '\\\\host.example',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'relative/path',
    '',
  ])('%j becomes #', (address) => expect(safeHref(address)).toBe('#'));
});
