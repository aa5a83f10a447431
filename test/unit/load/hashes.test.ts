import { describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { base, baseEdited, loadAnew } from './fixtures.ts';

function siteOf(files: Parameters<typeof loadAnew>[0]): SiteDefinition {
  const { site, problems } = loadAnew(files);
  if (site === null) throw new Error(problems.map((problem) => problem.message).join('\n'));
  return site;
}
const before = siteOf(base);

/** The parts of the site whose fingerprints change with an edit. */
function changed(path: string, from: string, to: string): string[] {
  const after = siteOf(baseEdited(path, from, to));
  const pairs: [string, string | undefined, string | undefined][] = [
    ['site', before.hash, after.hash],
    ['terms', before.pages['terms']?.hash, after.pages['terms']?.hash],
    ['frame', before.pages['frame']?.hash, after.pages['frame']?.hash],
    ['flow', before.flows['quiz']?.hash, after.flows['quiz']?.hash],
    ['behaviour', before.flows['quiz']?.behaviour, after.flows['quiz']?.behaviour],
  ];
  return pairs.flatMap(([name, a, b]) => (a === b ? [] : [name]));
}

describe('a fingerprint changes only with its content', () => {
  test.each<[string, string, string, string, string[]]>([
    ['a comment', 'terms.page.yaml', 'page: terms', 'page: terms # ours', ['site']],
    ['the copy of a page', 'terms.page.yaml', '- two', '- three', ['site', 'terms']],
    ['the copy of a step', 'quiz.flow.yaml', 'title: Welcome', 'title: Hello', ['site', 'frame', 'flow']],
    ['a message', 'quiz.flow.yaml', 'Choose one.', 'Choose.', ['site', 'frame', 'flow']],
    ['a text of a table', 'quiz.flow.yaml', 'name: High', 'name: Top', ['site', 'frame', 'flow']],
    ['a rule', 'quiz.flow.yaml', 'score >= 50', 'score >= 60', ['site', 'frame', 'flow', 'behaviour']],
    ['an option', 'quiz.flow.yaml', '{ value: 0,', '{ value: 5,', ['site', 'frame', 'flow', 'behaviour']],
    ['the label of a field', 'contact.form.yaml', 'label: Name', 'label: Your name', ['site', 'frame', 'flow']],
    [
      'a rule of a field',
      'contact.form.yaml',
      '{ rule: accepted',
      '{ rule: required',
      ['site', 'frame', 'flow', 'behaviour'],
    ],
    ['a fact of a page', 'site.yaml', 'price: 1000', 'price: 2000', ['site', 'terms']],
    ['a fact nobody reads', 'site.yaml', "day: '2026-03-01'", "day: '2026-03-02'", ['site']],
    [
      'the theme',
      'site.yaml',
      'currency: EUR',
      "currency: EUR\ntheme: { browserColor: '#000000' }",
      ['site', 'terms', 'frame'],
    ],
  ])('%s', (_, path, from, to, wanted) => {
    expect(changed(path, from, to)).toEqual(wanted);
  });
  test('the words and the look of a scale do not affect behaviour, its range does', () => {
    const flowWith = (field: string) =>
      siteOf(baseEdited('contact.form.yaml', '  email:\n', `  extra: { label: Extra, type: ${field} }\n  email:\n`))
        .flows['quiz'];
    const scale = flowWith('scale, max: 4, ends: [Bad, Good]');
    const reworded = flowWith('scale, max: 4, ends: [Poor, Fine]');
    expect(reworded?.hash).not.toBe(scale?.hash);
    expect(reworded?.behaviour).toBe(scale?.behaviour);
    expect(flowWith('rating, max: 4')?.behaviour).toBe(scale?.behaviour);
    expect(flowWith('scale, max: 3, ends: [Bad, Good]')?.behaviour).not.toBe(scale?.behaviour);
  });
  test('the order of the files does not matter', () => {
    expect(siteOf([...base].reverse()).hash).toBe(before.hash);
  });
});
