/** Fields that are sent as a number are read as one: by branches, computed values, texts and conditions of fields. */
import { expect, test } from 'vitest';
import { findFlowPaths } from '../../../engine/walks/paths.ts';
import { driveEngine, startAt } from '../../harness/engine-driver.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { baseWith, codesOf, load } from './fixtures.ts';

const form = `form: opinion
fields:
  grade: { type: nps, label: Grade, required: true }
  reason: { type: text, label: Why so low?, maxLength: 80, required: true, when: 'default(grade, 10) <= 6' }
  budget: { type: currency, label: Budget }
`;
const flow = (when = 'default(grade, 0) >= 9 && default(budget, 0) >= 50000') => `flow: opinion
page: frame
start: ask
computed: { twice: { value: 'default(grade, 0) * 2' } }
steps:
  ask:
    path: [/opinion]
    title: Your opinion
    form: opinion
    show: [{ type: form, submit: Send }]
    branch: [{ when: '${when}', to: fan }, { to: other }]
  fan: { show: [{ type: text, title: 'Twice {{ twice }}' }], final: true }
  other: { show: [{ type: text, title: Other }], final: true }
`;
const loaded = (when?: string) => load(baseWith({ 'opinion.form.yaml': form, 'opinion.flow.yaml': flow(when) }));

const stepAfter = async (values: Record<string, string>) => {
  const { site, problems } = loaded();
  expect(codesOf(problems)).toEqual(['field-unposted']);
  const driver = await driveEngine(compiledFlow(site as never, 'opinion'), startAt(), async () => ({ output: {} }));
  await driver.send({ type: 'SUBMIT', values });
  return driver;
};

test('a branch compares a grade and an amount in its smallest unit', async () => {
  await (await stepAfter({ grade: '9', budget: '€500.00' })).expectScreen('fan');
  await (await stepAfter({ grade: '9', budget: '499.99' })).expectScreen('other');
  await (await stepAfter({ grade: '8', budget: '500' })).expectScreen('other');
});

test('a condition of a field compares a grade', async () => {
  const low = await stepAfter({ grade: '6' });
  await low.expectScreen('ask');
  expect(low.session.snapshot.context.errors).toHaveProperty('reason');
  await (await stepAfter({ grade: '7' })).expectScreen('other');
});

test('a condition over a number does not hold until it is answered, and a text is no number', () => {
  expect(codesOf(loaded('grade >= 9').problems)).toEqual(['field-unposted']);
  expect(codesOf(loaded('budget != 9').problems)).toEqual(['field-unposted', 'condition-unknown']);
  expect(codesOf(loaded('default(grade, 0) == "9"').problems)).toEqual(['field-unposted', 'expression-never-equal']);
});

test('a number without which the form is not sent is there after it, in conditions and texts', () => {
  expect(codesOf(loaded('grade != 9').problems)).toEqual(['field-unposted']);
  const shown = (name: string, path = '') =>
    codesOf(
      load(
        baseWith({
          'opinion.form.yaml': form,
          'opinion.flow.yaml': flow().replace(
            'fan: { show: [{ type: text, title:',
            `fan: { ${path}show: [{ type: text, title: '{{ ${name} }}' }, { type: text, title:`,
          ),
        }),
      ).problems,
    );
  expect(shown('grade')).toEqual(['field-unposted']);
  expect(shown('budget')).toContain('expression-maybe-null');
  expect(shown('grade', 'path: [/fan], title: Fan, description: For fans of it, ')).toContain('expression-maybe-null');
});

test('walks reach both branches and every rule', () => {
  const { goals, missed, errors, unfilled, unbroken } = findFlowPaths(compiledFlow(loaded().site as never, 'opinion'));
  expect(goals.filter(({ status }) => status !== 'reached').map(({ goal }) => goal.id)).toEqual([]);
  expect([missed, errors, unfilled, unbroken]).toEqual([[], [], [], []]);
});
