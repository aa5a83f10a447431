/** Texts that visitors would read as they are written. */
import { expect, test } from 'vitest';
import { baseEdited, load } from './fixtures.ts';

const problemsOf = (title: string, from = 'title: Terms of {{ site.name }}', key = 'title') =>
  load(baseEdited('terms.page.yaml', from, `${key}: ${title}`)).problems.map(
    ({ severity, code, line, column, hint }) => `${severity} ${code} ${line}:${column} ${hint}`,
  );

test.each([
  ['The <b>terms</b>', /^warning text-html 7:16 Write \*\*text\*\*/],
  ['The <strong class="x">terms</strong>', /text-html 7:16 Write \*\*text\*\*/],
  ['One<br>two', /text-html 7:15 Remove it/],
  ['One<br />two', /text-html/],
  ['The <em>terms</em>', /text-html 7:16 Write \*text\*/],
  ['\'<a href="/">Home</a>\'', /text-html 7:13 Write \[text\]\(address\)/],
  ["'# Terms'", /^warning text-heading 7:13/],
  ["'## Terms'", /text-heading/],
  ['TODO', /^note text-placeholder/],
  ["'TODO: write this'", /text-placeholder/],
  ['Lorem ipsum dolor sit amet', /text-placeholder/],
  ['lorem ipsum dolor sit amet', /text-placeholder/],
  ['“Terms”', /^warning text-quotes/],
  ['Why we are #1', /^warning text-cut-off 7:23 Write quotes around the text: "Why we are #1"\./],
])('%s', (title, problem) => {
  const found = problemsOf(title);
  expect(found.join('\n')).toMatch(problem);
  expect(found.length).toBe(1);
});

test.each([
  'Terms # the heading',
  'Terms of 3 < 4 and b > a',
  '“Terms” and more',
  '“I have no time.”',
  "'Why we are #1'",
  'TODO MUNDO',
  'Terms of <unknown>',
  'C# and F#',
])('%s is no mistake', (title) => expect(problemsOf(title)).toEqual([]));

test('in a text with paragraphs', () => {
  const from = 'It costs {{ facts.price }}.';
  const withBody = (text: string) =>
    load(baseEdited('terms.page.yaml', from, `${text} ${from}`)).problems.map(({ code, hint }) => `${code} ${hint}`);
  expect(withBody('One<br>two.').join()).toMatch(/^text-html Leave an empty line/);
});
