/** One run of the check finds all independent mistakes, and nothing that only follows from them. */
import { describe, expect, test } from 'vitest';
import { createSiteLoader } from '../../../engine/load/load-site.ts';
import { mistakeCases } from '../../../tools/mistake-cases.ts';
import { baseWith, load, loadAnew, loadOptions } from './fixtures.ts';
import { plant, randomOf, signsAlone, signsOf } from './planted.ts';

/** ONE_RUN=500 plants mistakes in so many definitions. */
const definitions = Number(process.env['ONE_RUN'] ?? 60);

describe('definitions with many mistakes', () => {
  // `reported-mistakes.test.ts` compares them.
  const cases = mistakeCases('one-run.txt').filter(({ title }) => title.endsWith('twelve mistakes'));

  test('there are seven', () => expect(cases.length).toBe(7));

  test.each(cases.map((each) => [each.title, each.mistakes] as const))('%s', (_, mistakes) => {
    expect(mistakes.length).toBe(12);
    const codes = mistakes.map((line) => line.replace(/^warning /, '').split(' ')[0]);
    expect(new Set(codes).size).toBeGreaterThanOrEqual(6);
  });
});

test('what each of some mistakes raises alone, all of them raise together', { timeout: 600_000 }, () => {
  const random = randomOf(41);
  const differences: string[] = [];
  for (let index = 0; index < definitions; index += 1) {
    const { codes, files } = plant(2 + Math.floor(random() * 5), random, load);
    const wanted = signsAlone(codes, load);
    const found = signsOf(load(files), files);
    const missed = [...wanted].filter((sign) => !found.has(sign));
    const others = [...found].filter((sign) => !wanted.has(sign));
    if (missed.length + others.length > 0)
      differences.push(`${codes.join(', ')}: missed ${missed.join('; ')}; consequences ${others.join('; ')}`);
  }
  expect(differences.length, differences.join('\n')).toBeLessThanOrEqual(definitions * 0.02);
});

describe('what is known of a mistaken file', () => {
  const codesIn = (files: Readonly<Record<string, string>>) =>
    load(baseWith(files)).problems.map(({ code, file, line }) => `${code} ${file}:${line}`);

  test('the names of a file that cannot be read are those that others may use', () => {
    const page =
      'page: other\npaths: [/other]\ntitle: Other\nsearch: hidden\nblocks:\n  - { type: text, title: A: b }\n';
    const linking = page.replaceAll('other', 'linking').replace('A: b', "'See [it](/other) and [that](/nowhere).'");
    expect(codesIn({ 'other.page.yaml': page, 'linking.page.yaml': linking })).toEqual([
      'link-unknown-route linking.page.yaml:6',
      'yaml-syntax other.page.yaml:6',
    ]);
  });

  test('a copy that is ignored declares nothing', () => {
    const page = 'page: other\npaths: [/other]\ntitle: Other\nsearch: hidden\nblocks:\n  - { type: text, title: A }\n';
    const linking = page.replaceAll('other', 'linking').replace('title: A }', "title: '[it](/other)' }");
    expect(codesIn({ 'other.page.yaml.bak': page, 'linking.page.yaml': linking })).toContain(
      'link-unknown-route linking.page.yaml:6',
    );
  });

  test('items after one that is left out keep their places', () => {
    const page =
      "page: other\npaths: [/other]\ntitle: Other\nsearch: hidden\nblocks:\n  - { type: nothing }\n  - { type: text, title: '{{ nme }}' }\n";
    expect(codesIn({ 'other.page.yaml': page })).toEqual([
      'shape-unknown-block other.page.yaml:6',
      'expression-unknown-name other.page.yaml:7',
    ]);
  });
});

test('the order is the same in every run, and does not depend on earlier loads', () => {
  const random = randomOf(7);
  const loader = createSiteLoader();
  for (let round = 0; round < 10; round += 1) {
    const { files } = plant(5, random, load);
    const { problems } = loadAnew(files);
    expect(loadAnew([...files].reverse()).problems).toEqual(problems);
    expect(loader.load(files, loadOptions()).problems).toEqual(problems);
  }
});
