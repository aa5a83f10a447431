/** docs/outside-rules.md names our code for the mistakes that other tools know; the fixtures have each of them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mistakeCases } from '../../../tools/mistake-cases.ts';
import { projectRoot } from '../../harness/site-server.ts';

const document = readFileSync(`${projectRoot}/docs/outside-rules.md`, 'utf8');
const [, rules = '', reports = ''] = document.split(/^## /m);
const rowsOf = (section: string): string[][] =>
  [...section.matchAll(/^\| (?!rule|mistake|-)(.*) \|$/gm)].map(([, row = '']) => row.split(' | '));

test.each([
  ['outside-rules.txt', rules, 33],
  ['outside-trackers.txt', reports, 20],
])('%s has a case for each row', (file, section, count) => {
  const rows = rowsOf(section);
  expect(rows).toHaveLength(count);
  const codes = new Map(
    mistakeCases(file).map(({ title, mistakes }) => [
      title,
      mistakes.map((line) => line.replace(/^warning /, '').split(' ')[0]),
    ]),
  );
  for (const [title = '', code = ''] of rows) {
    if (code === '–') continue;
    expect(codes.get(title), title).toContain(code.replaceAll('`', ''));
    codes.delete(title);
  }
  expect([...codes.keys()]).toEqual([]);
});
