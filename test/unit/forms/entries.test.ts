/** Groups that repeat: their entries as an intake accepts and stores them, and as buttons change them. */
import { expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { changedEntries } from '../../../engine/forms/entries.ts';
import type { FormDefinition } from '../../../engine/forms/types.ts';
import { prepareAcceptance } from '../../../engine/intakes/accept.ts';
import { formMessages, messagesFor } from '../../../engine/messages/catalogue.ts';
import { baseEdited, load } from '../load/fixtures.ts';

const group = `  partners:
    type: repeat
    label: Partners
    min: 0
    max: 3
    fields:
      name: { type: text, label: Name, pii: name, required: Who is it? }
      share: { type: number, label: Share, default: 1 }
      lead: { type: checkbox, label: Leads }
      why: { type: text, label: Why, required: true, when: lead == true }
  email:
`;

const { site, problems } = load(baseEdited('contact.form.yaml', '  email:\n', group));
const errors = problems.filter(({ severity }) => severity === 'error');
const form = site?.forms['contact'] as FormDefinition;
const intake = Object.values((site as SiteDefinition).intakes).find((each) => each.forms.includes('contact'));
const accept = (given: object) => {
  if (site === null || intake === undefined) throw new Error('no intake');
  return prepareAcceptance(site, intake, formMessages(site.site), messagesFor(site.site)).accept(given);
};
const whole = {
  ...{ name: 'Eva', email: 'eva@example.com', plan: 'basic', uid: '0b3f1b1e-4f5c-4e6a-9d2f-3a4b5c6d7e8f' },
  ...{ answers: [0, 0], score: 0, at: 1 },
};

test('a group is one value of an intake', () => {
  expect(errors).toEqual([]);
  expect(Object.keys(intake?.input ?? {})).toContain('partners');
  expect(Object.keys(intake?.input ?? {}).filter((name) => name.startsWith('partners_'))).toEqual([]);
  expect(intake?.input['partners']).toEqual({ type: 'list', optional: true, pii: 'text' });
});

test.each<[string, object]>([
  ['fields', { partners_count: '2', partners_1_name: 'Ana', partners_1_share: '30', partners_2_name: ' Bia ' }],
  ['a list', { partners: [{ name: 'Ana', share: 30 }, { name: ' Bia ' }] }],
])('entries are stored as a list when they are sent as %s', (_, given) => {
  const accepted = accept({ ...whole, ...given });
  expect(accepted).toMatchObject({
    ok: true,
    values: {
      partners: [
        { name: 'Ana', share: 30, lead: false },
        { name: 'Bia', lead: false },
      ],
    },
    sent: { partners_count: 2, partners_2_name: 'Bia' },
  });
  // Neither the fields of an entry that does not exist, nor those that a condition hides.
  expect(accepted.ok && JSON.stringify(accepted.values)).not.toMatch(/partners_|why/);
});

test('a list is validated entry by entry', () => {
  expect(accept({ ...whole, partners: [{ name: 'Ana' }, { lead: true }] })).toMatchObject({
    ok: false,
    errors: { partners_2_name: 'Who is it?', partners_2_why: 'Fill in this field.' },
  });
  expect(accept({ ...whole, partners: [{}, {}, {}, {}] })).toMatchObject({
    ok: false,
    errors: { partners_count: expect.any(String) },
  });
  expect(accept({ ...whole, partners: [null, 5] })).toMatchObject({
    ok: false,
    errors: { partners_1_name: 'Who is it?' },
  });
  expect(accept({ ...whole, partners: [] })).toMatchObject({ ok: true, values: { partners: [] } });
  expect(accept(whole)).toMatchObject({ ok: true });
});

test('later entries move up when one is removed', () => {
  const count = form.fields.find(({ name }) => name === 'partners_count');
  if (count === undefined) throw new Error('no group');
  const change = (to: 'add' | number, values: Readonly<Record<string, string>>) =>
    changedEntries(form.fields, count, to, values);
  const values = { partners_count: '2', partners_1_name: 'Ana', partners_2_name: 'Bia', partners_2_share: '5' };
  expect(change(0, values)).toEqual({
    ...{
      partners_count: '1',
      partners_1_name: 'Bia',
      partners_1_share: '5',
      partners_1_lead: false,
      partners_1_why: '',
    },
    ...{ partners_2_name: '', partners_2_share: '1', partners_2_lead: false, partners_2_why: '' },
  });
  expect(change('add', values)).toEqual({ partners_count: '3' });
  expect(change('add', { partners_count: '3' })).toBeNull();
  expect(change(0, { partners_count: '0' })).toBeNull();
  expect(change(2, values)).toBeNull();
  for (const place of [Number.NaN, 0.5, -1]) expect(change(place, values)).toBeNull();
});

test('expressions of an intake read the list', () => {
  const withResponse = (code: string) =>
    load(
      baseEdited('contact.form.yaml', '  email:\n', group).map((file) =>
        file.path.endsWith('.api.yaml')
          ? { ...file, text: file.text.replace(/(form: contact\n)/, `$1    when: ${code}\n`) }
          : file,
      ),
    ).problems.filter(({ severity }) => severity === 'error');
  expect(withResponse('size(default(partners, [])) < 9')).toEqual([]);
  expect(withResponse('partners_1_name == 1')).toEqual([expect.objectContaining({ code: 'expression-unknown-name' })]);
});
