/**
 * The check has nothing to say of sites that are right by construction. RIGHT_SITES=2000 checks that many;
 * RIGHT_SITES_FROM is the first seed.
 */
import { expect, test } from 'vitest';
import { type LoadedSites, loadForAxes } from '../../../engine/load/load-axes.ts';
import type { DefinitionFile } from '../../../engine/load/load-site.ts';
import { randomFlowSite } from '../../harness/random-flow-site.ts';
import { seeded } from '../../harness/random-form.ts';
import { loadOptions } from './fixtures.ts';

const count = Number(process.env['RIGHT_SITES'] ?? 48);
const first = Number(process.env['RIGHT_SITES_FROM'] ?? 1);

type FileKind = 'flow' | 'form' | 'api';

/** What occurs in the files of a kind, and in how many of a hundred sites at least. */
const words: readonly (readonly [name: string, kind: FileKind, word: RegExp, least: number])[] = [
  ['three flows', 'flow', /^flow: flow-3$/m, 15],
  ...[
    ...['text', 'textarea', 'url', 'tel', 'email', 'number', 'currency', 'scale', 'rating', 'nps', 'date', 'checkbox'],
    ...['choice', 'dropdown', 'choices', 'yes-no', 'time', 'country', 'ranking', 'signature', 'date-range', 'address'],
    'matrix',
  ].map((type) => [`a field of type ${type}`, 'form', new RegExp(`^ {4}type: ${type}$`, 'm'), 3] as const),
  ['a field that is shown on a condition', 'form', /^ {4}when: /m, 40],
  ['an option that is offered on a condition', 'form', /^ {8}label: .*\n {8}when: /m, 2],
  ['a rule with a condition', 'form', /rule: required\n {8}when: /, 10],
  ['a field that need not be answered', 'form', /required: false/, 60],
  ['branches', 'flow', /^ {4}branch:$/m, 80],
  ['branches beside a form', 'flow', /^ {4}form: .*\n(?: {4}.*\n| {5,}.*\n)*? {4}branch:$/m, 15],
  ['conditions that are joined by &&', 'flow', /^ {6}- when: .*&&/m, 40],
  ['conditions that are joined by ||', 'flow', /^ {6}- when: .*\|\|/m, 20],
  ['lists of choices', 'flow', /^ {6}- when: .* in \[/m, 15],
  ['chosen options', 'flow', /^ {6}- when: .*' in field/m, 5],
  ['a limit of a number', 'flow', /^ {6}- when: .*>= \d/m, 40],
  ['a day', 'flow', /^ {6}- when: .*>= '\d/m, 3],
  ['a score of answers', 'flow', /percent\(sum\(answers\)/, 40],
  ['a range of a score', 'flow', /classify: score/, 20],
  ['the lowest of pillars', 'flow', /lowest:/, 20],
  ['a condition on a computed value', 'flow', /^ {6}- when: .*\b(score|level|weakest|total|band)\b/m, 20],
  ['a total of numbers', 'flow', /total:\n {4}value:/, 8],
  ['points of fields', 'flow', /total:\n {4}points:/, 1],
  ['a range of a total', 'flow', /classify: total/, 3],
  ['a condition on one answer', 'flow', /^ {6}- when: .*answers\[\d\]/m, 3],
  ['questions with a type', 'flow', /question: What about/, 50],
  ['a question that is asked on a condition', 'flow', /question: What about .*\n(?: {8}.*\n)*? {8}when: /, 15],
  ['a way past questions', 'flow', /^ {10}- when: .*\n {12}to: /m, 8],
  ['questions in two steps', 'flow', /^ {2}quiz-more:/m, 8],
  ['an address with answers', 'flow', /^ {4}fallback:/m, 5],
  ['a result that is read again', 'flow', /found\.score/, 5],
  ['values that the server computes again', 'api', /verify:/, 15],
  ['several forms of an intake', 'api', /moreForms:/, 50],
  ['a button back', 'flow', /back: Back/, 20],
  ['a pause', 'flow', /delay:/, 20],
  ['a redirect', 'flow', /redirect:/, 15],
  ['a block with a condition', 'flow', /^ {8}when: .*\n {8}title: For you/m, 15],
  ['what is always true', 'flow', /^always:/m, 40],
  ['what is never true', 'flow', /^never:\n(?: .*\n)*? {4}when: /m, 60],
  ['a number of questions that a text promises', 'flow', /You answer \d+ questions/, 8],
  ['a time that a text promises', 'flow', /It takes \d+ minutes/, 20],
];

const check = (files: readonly DefinitionFile[]): LoadedSites['problems'] =>
  loadForAxes(files, { ...loadOptions(new Set()), notes: { code: [] } }).problems;

test(`nothing is said of ${count} sites without a mistake`, { timeout: 60_000 + count * 3_000 }, () => {
  const found = new Map<string, number>();
  for (let seed = first; seed < first + count; seed += 1) {
    const files = randomFlowSite(seeded(seed));
    const said = check(files).map(
      ({ severity, code, file, line, message }) => `${file}:${line} ${severity} ${code}: ${message}`,
    );
    expect(said, `the site of seed ${seed}`).toEqual([]);
    for (const [name, kind, word] of words)
      if (files.some(({ path, text }) => path.endsWith(`.${kind}.yaml`) && word.test(text)))
        found.set(name, (found.get(name) ?? 0) + 1);
  }
  const seldom = words.flatMap(([name, , , least]) => {
    const times = ((found.get(name) ?? 0) * 100) / count;
    return times >= least ? [] : [`${name}: ${times.toFixed(1)} of 100 sites, not ${least}`];
  });
  expect(seldom).toEqual([]);
});
