import { describe, expect, test } from 'vitest';
import { loadSite } from '../../../engine/load/load-site.ts';
import { fingerprint } from '../../../server/disk/fingerprint.ts';
import { baseEdited, codesOf, load } from './fixtures.ts';

/** The base site with a past event, and comments around its key. */
function pastEvent(above: string, behind = ''): ReturnType<typeof baseEdited> {
  return baseEdited(
    'site.yaml',
    'allowedHosts: [chat.example]\n',
    `allowedHosts: [chat.example]\ncalendar:\n${above}  opening: ${behind}\n    title: Opening\n    starts: '2025-03-01T09:00:00Z'\n    ends: '2025-03-01T12:00:00Z'\n`,
  );
}

describe('a warning is accepted by a comment', () => {
  test('and reported without one', () => {
    expect(codesOf(load(pastEvent('')).problems)).toEqual(['event-past']);
  });
  test.each([
    ['on the line above', '  # accept event-past: kept as an archive\n', ''],
    ['on its own line', '', '# accept event-past: kept as an archive'],
    ['above another comment', '  # accept event-past: kept as an archive\n  # of 2025\n\n', ''],
  ])('%s', (_, above, behind) => {
    const { problems, accepted, site } = load(pastEvent(above, behind));
    expect(problems).toEqual([]);
    expect(accepted).toMatchObject([{ code: 'event-past', file: 'site.yaml', reason: 'kept as an archive' }]);
    expect(site).not.toBeNull();
  });
  test('only on its own line', () => {
    const { problems, accepted } = load(pastEvent('  # accept event-past: too early\n  # one line\n', ''));
    expect([problems, accepted.length]).toEqual([[], 1]);
    const elsewhere = load(
      baseEdited(
        'site.yaml',
        'allowedHosts: [chat.example]\n',
        '# accept event-past: of nothing\nallowedHosts: [chat.example]\n',
      ),
    );
    expect(elsewhere.problems).toMatchObject([{ code: 'accept-unused', line: 12, column: 1 }]);
  });
});

describe('an acceptance is checked', () => {
  test('without a reason, it is reported instead of the warning', () => {
    const { problems, accepted } = load(pastEvent('  # accept event-past\n'));
    expect(problems).toMatchObject([{ code: 'accept-without-reason', line: 14, column: 3, length: 19 }]);
    expect(accepted).toEqual([]);
  });
  test('one that matches nothing is not reported beside an error, which may hide its warning', () => {
    const files = baseEdited('quiz.flow.yaml', 'next: contact', 'next: contcat # accept title-long: it is short');
    expect(codesOf(load(files).problems)).toEqual(['step-unknown']);
    const beside = baseEdited('quiz.flow.yaml', 'next: contact', 'next: contact # accept title-long: it is short');
    expect(codesOf(load(beside).problems)).toEqual(['accept-unused']);
  });
  test('an error cannot be accepted', () => {
    const { problems } = load(
      baseEdited(
        'site.yaml',
        'allowedHosts: [chat.example]\n',
        '# accept link-malformed: it works\nallowedHosts: [chat.example]\n',
      ),
    );
    expect(problems).toMatchObject([
      { code: 'accept-unused', message: 'link-malformed is an error; only warnings and notes can be accepted.' },
    ]);
  });
  test('a misspelt code is reported with the nearest one', () => {
    const { problems } = load(pastEvent('  # accept event-psat: kept\n'));
    expect(problems).toMatchObject([
      { code: 'accept-unused', hint: 'Did you mean event-past?' },
      { code: 'event-past' },
    ]);
  });
  test('text is not a comment', () => {
    const { problems } = load(
      baseEdited('terms.page.yaml', 'It costs {{ facts.price }}.', 'Write # accept event-past: x into the file.'),
    );
    expect(problems).toEqual([]);
  });
  test('nothing is reported as unused while an error hides other checks, or without a time', () => {
    const broken = pastEvent('  # accept event-past: kept\n').map((file) =>
      file.path === 'quiz.flow.yaml' ? { ...file, text: 'flow: [' } : file,
    );
    expect(codesOf(load(broken).problems)).not.toContain('accept-unused');
    const timeless = loadSite(pastEvent('  # accept event-past: kept\n'), { hash: fingerprint, assets: new Set() });
    expect(timeless.problems).toEqual([]);
  });
});
