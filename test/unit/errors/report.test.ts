/** Problems as they are collected: where they are, what repeats, and how they are shown. */
import { describe, expect, test } from 'vitest';
import { codeFrame } from '../../../engine/errors/frame.ts';
import { type AuthorProblem, byPlace } from '../../../engine/errors/problem.ts';
import { type LineIndex, Report } from '../../../engine/errors/report.ts';

/** A file with a text. */
function fileOf(path: string, text: string): LineIndex {
  const lines = text === '' ? [] : text.split('\n');
  return {
    path,
    lines,
    position(offset) {
      const before = text.slice(0, offset).split('\n');
      return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
    },
  };
}

const file = fileOf('a.page.yaml', 'page: a\ntitle: hello\nblocks: []');
const wrong = { severity: 'error', code: 'x', message: 'No.' } as const;
const placed = (offset: number, length: number) => {
  const report = new Report();
  report.addProblem(wrong, file, { offset, length });
  return report.problems;
};

describe('a problem', () => {
  test('has its place, its frame and no more than the rest of its line', () => {
    expect(placed(15, 5)).toEqual([
      {
        ...{ severity: 'error', code: 'x', message: 'No.', file: 'a.page.yaml', line: 2, column: 8, length: 5 },
        frame: '  1 | page: a\n> 2 | title: hello\n    |        ^^^^^\n  3 | blocks: []',
      },
    ]);
    expect(placed(15, 50)).toMatchObject([{ length: 5 }]);
    expect(placed(15, 0)).toMatchObject([{ length: 1 }]);
    expect(placed(20, 3)).toMatchObject([{ line: 2, column: 13, length: 1 }]);
  });

  test('of a file without a text has no frame', () => {
    const report = new Report();
    report.addProblem(wrong, fileOf('site.yaml', ''), { offset: 0, length: 0 });
    expect(report.problems).toMatchObject([{ line: 1, column: 1, length: 1, frame: '' }]);
  });

  test('of another file is reported there', () => {
    const report = new Report();
    report.addProblem(wrong, file, { offset: 6, length: 4, file: fileOf('b.part.yaml', 'part: b\n') });
    expect(report.problems).toMatchObject([{ file: 'b.part.yaml', column: 7, length: 1 }]);
  });

  test('of the catalogue has its text, its hint and its only correction', () => {
    const report = new Report();
    const place = { offset: 15, length: 5 };
    report.add('page-unknown', file, place, { name: 'helo', near: 'hello', known: ['hello', 'other'] });
    report.add('flow-without-path', file, place, { flow: 'a' });
    expect(report.problems).toMatchObject([
      {
        ...{ severity: 'error', code: 'page-unknown', message: 'There is no page called helo.' },
        ...{ hint: 'Did you mean hello?', fix: { was: 'helo', now: 'hello' } },
      },
      { code: 'flow-without-path', hint: expect.any(String) },
    ]);
    expect(report.problems[1]).not.toHaveProperty('fix');
  });
});

describe('a report', () => {
  test('has each problem once at each place', () => {
    const report = new Report();
    const add = (more: object, offset = 0, at = file) =>
      report.addProblem({ ...wrong, ...more }, at, { offset, length: 1 });
    add({});
    add({ hint: 'Another hint.' });
    expect(report.problems).toHaveLength(1);
    add({ code: 'y' });
    add({ message: 'Never.' });
    add({}, 1);
    add({}, 8);
    add({}, 0, fileOf('b.page.yaml', 'page: b'));
    expect(report.problems).toHaveLength(6);
    const other = new Report();
    other.adopt(report.problems);
    other.adopt(report.problems);
    expect(other.problems).toEqual(report.problems);
    expect(other.errors).toBe(6);
  });

  test('fails because of an error, and not because of a warning', () => {
    const report = new Report();
    expect(report.failed).toBe(false);
    report.addProblem({ ...wrong, severity: 'warning' }, file, { offset: 0, length: 1 });
    expect([report.failed, report.errors]).toEqual([false, 0]);
    report.addProblem(wrong, file, { offset: 1, length: 1 });
    expect([report.failed, report.errors]).toEqual([true, 1]);
  });

  test('suggests names until it has two hundred problems, with those before it', () => {
    const report = new Report(198);
    report.addProblem(wrong, file, { offset: 0, length: 1 });
    expect(report.near('scoer', ['score'])).toBe('score');
    expect(report.isCut).toBe(false);
    report.addProblem(wrong, file, { offset: 1, length: 1 });
    expect(report.near('scoer', ['score'])).toBeUndefined();
    expect(report.isCut).toBe(true);
  });
});

test('problems are ordered by file, line and column', () => {
  const at = (path: string, line: number, column: number) => ({ file: path, line, column }) as AuthorProblem;
  const ordered = [at('a', 1, 2), at('a', 1, 10), at('a', 2, 1), at('b', 1, 1)];
  expect([...ordered].reverse().sort(byPlace)).toEqual(ordered);
  expect(byPlace(at('a', 1, 1), at('a', 1, 1))).toBe(0);
});

describe('a code frame', () => {
  const lines = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);

  test('ends with the last line', () => {
    expect(codeFrame(lines.slice(0, 3), 3, 1)).toBe('  1 | line 1\n  2 | line 2\n> 3 | line 3\n    | ^');
  });

  test('aligns numbers of lines that are longer', () => {
    expect(codeFrame(lines, 9, 6, 1)).toBe(
      [
        ...['   7 | line 7', '   8 | line 8', '>  9 | line 9', '     |      ^'],
        ...['  10 | line 10', '  11 | line 11'],
      ].join('\n'),
    );
  });

  test('shows an empty line without spaces at its end, and a tab as a space', () => {
    expect(codeFrame(['a', '', '\tb'], 1, 1)).toBe('> 1 | a\n    | ^\n  2 |\n  3 |  b');
  });

  test('has no caret beyond its line, and at least one', () => {
    expect(codeFrame(['abc'], 1, 2, 9)).toBe('> 1 | abc\n    |  ^^');
    expect(codeFrame(['abc'], 1, 4, 0)).toBe('> 1 | abc\n    |    ^');
  });

  test('shows all lines from the same column, which leaves room on both sides of the caret', () => {
    const long = (letter: string) => letter.repeat(200);
    const [above = '', line = '', caret = '', short] = codeFrame(
      [long('a'), long('b'), 'c'.repeat(110)],
      2,
      101,
      300,
    ).split('\n');
    expect([above, line]).toEqual([`  1 | ${'a'.repeat(110)}`, `> 2 | ${'b'.repeat(110)}`]);
    expect(caret).toBe(`    | ${' '.repeat(66)}${'^'.repeat(44)}`);
    expect(short).toBe(`  3 | ${'c'.repeat(76)}`);
  });
});
