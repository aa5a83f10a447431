/** The shortest walk that shows what a problem says of a flow. */
import { expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import type { Claim } from '../../../engine/errors/problem.ts';
import { witnessOf } from '../../../engine/walks/witness.ts';
import { walkWords } from '../../../engine/walks/words.ts';
import type { Code } from '../../../schemas/compiled.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { baseWith, load } from '../load/fixtures.ts';

const form = (name: string, fields: string) => `form: ${name}\nfields:\n${fields}`;
const area = `  area: { type: choice, label: Area, required: Choose, options: [{ value: civil, label: Civil }, { value: work, label: Work }] }\n`;
const age = `  age: { type: number, label: Age, min: 18, max: 50, required: Tell }\n`;
const end = (name: string) => `  ${name}: { show: [{ type: text, title: ${name} }], final: true }\n`;
const step = (name: string, fields: string, more: string, path = '') =>
  `  ${name}:${path}\n    title: The ${name}\n    form: ${fields}\n    show: [{ type: form, submit: Next }]\n${more}`;

const branches = '    branch: [{ when: age > 30, to: a }, { when: double > 40, to: again }, { to: b }]\n';
const { site, problems } = load(
  baseWith({
    'one.form.yaml': form('one', area),
    'two.form.yaml': form('two', age),
    'again.form.yaml': form('again', area),
    'survey.flow.yaml': `flow: survey
page: frame
start: one
computed:
  double: { value: 'default(age, 0) * 2' }
steps:
${step('one', 'one', `    branch: [{ when: "area == 'work'", to: two }, { to: again }]\n`, '\n    path: [/survey]')}${step('two', 'two', branches)}${step('again', 'again', '    next: c\n', '\n    path: [/again]')}${['a', 'b', 'c'].map(end).join('')}`,
  }),
);
const compiled = compiledFlow(site as SiteDefinition, 'survey');

/** The walk that shows a claim, and what it submits. */
function shownBy(claim: Omit<Claim, 'flow'>): { walk: string; answers: unknown } | null {
  const walk = witnessOf(compiled, { flow: 'survey', ...claim }, null);
  if (walk === null) return null;
  const answers = walk.map(({ move }) =>
    move.kind === 'send' && move.event.type === 'SUBMIT' ? move.event.values : {},
  );
  return { walk: walkWords(compiled.flow, walk), answers: Object.assign({}, ...answers) };
}

const over = (name: string, limit: number): Code => ['>', ['$', name], limit];

test('the shortest walk enters the steps in order', () => {
  expect(shownBy({ through: ['one', 'again'] })).toEqual({ walk: 'one → submit → again', answers: { area: 'civil' } });
  expect(shownBy({ through: ['two', 'again'] })?.walk).toBe('one → submit → two → submit → again');
  expect(shownBy({ through: ['again', 'two'] })).toBeNull();
});

test('a step is not entered on the way', () => {
  expect(shownBy({ through: ['one', 'c'] })?.walk).toBe('one → submit → again → submit → c');
  expect(shownBy({ through: ['one', 'c'], without: ['again'] })).toBeNull();
  expect(shownBy({ through: ['one', 'b'], without: ['again'] })?.walk).toBe('one → submit → two → submit → b');
});

test('the condition is true at the last step, as it is entered or left', () => {
  const both: Code = ['&&', over('age', 30), over('double', 40)];
  for (const last of ['two', 'two-branch', 'a'])
    expect(shownBy({ through: [last], when: both })).toEqual({
      walk: 'one → submit → two → submit → a',
      answers: { area: 'work', age: '31' },
    });
  expect(shownBy({ through: ['b'], when: both })).toBeNull();
  expect(shownBy({ through: ['one'], when: both })).toBeNull();
});

test('values that are known are answered, and others where they do not lead', () => {
  const when = over('age', 30);
  const ageOf = (values: Claim['values'] & {}) => shownBy({ through: ['two-branch'], when, values })?.answers;
  expect([ageOf({ age: 44 }), ageOf({ age: 12 })]).toMatchObject([{ age: '44' }, { age: '31' }]);
});

test('a walk begins at an address of its own only where none from the start shows the claim', () => {
  expect(shownBy({ through: ['again', 'c'] })?.walk).toBe('one → submit → again → submit → c');
  expect(shownBy({ through: ['again'], when: ['==', ['$', 'area'], ''] })?.walk).toBe('open /again → again');
});

test('a field that is asked twice is claimed of its steps', () => {
  const claims = problems.flatMap(({ code, claim }) => (code === 'field-asked-twice' ? [claim] : []));
  expect(claims).toEqual([{ flow: 'survey', through: ['one', 'again'] }]);
  expect(claims.map((claim) => shownBy(claim as Claim)?.walk)).toEqual(['one → submit → again']);
});
