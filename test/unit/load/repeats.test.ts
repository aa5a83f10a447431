/** Groups that repeat: how they are loaded, and what is wrong with them. */
import { expect, test } from 'vitest';
import { hiddenFields } from '../../../engine/forms/conditions.ts';
import { compileForm, validateForm } from '../../../engine/forms/index.ts';
import { withNames } from '../../../engine/load/short/names.ts';
import { baseEdited, load } from './fixtures.ts';

const name = 'name: { type: text, label: Name, required: Who is it? }';

/** The base site with a group that repeats before its e-mail. */
const withGroup = (group: string, fields = name) =>
  load(
    baseEdited(
      'contact.form.yaml',
      '  email:\n',
      `  partners: { type: repeat, label: Partners, ${group}, fields: { ${fields} } }\n  email:\n`,
    ),
  );
const fieldsOf = (group: string, fields?: string) => {
  const { site, problems } = withGroup(group, fields);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return site?.forms['contact']?.fields ?? [];
};
const messages = {
  tooLong: 'long',
  wrongType: 'type',
  unknownOption: 'option',
  beyondMask: 'mask',
  foreignCode: 'Outro país.',
};

test('a group is the number of its entries, and the fields of each', () => {
  const all = fieldsOf('max: 3, item: Partner, add: Add a partner');
  const own = all.filter(({ name }) => name.startsWith('partners'));
  expect(own.map(({ name }) => name)).toEqual([
    'partners_count',
    'partners_1_name',
    'partners_2_name',
    'partners_3_name',
  ]);
  expect(own[0]).toMatchObject({
    ...{ type: 'choice', look: 'rows', submitAs: 'number', default: '1', label: 'Partners' },
    options: [{ value: '1' }, { value: '2' }, { value: '3' }],
    rows: { of: 'partners', item: 'Partner {{ place }}', add: 'Add a partner', remove: 'Remove' },
  });
  expect(own[1]).toMatchObject({ row: { of: 'partners', index: 0, name: 'name' }, look: 'repeated', label: 'Name' });
  expect(own[1]?.when).toBeUndefined();
  expect(own[2]?.rules).toEqual([{ rule: 'required', message: 'Who is it?' }]);
  expect(hiddenFields(own, { partners_count: '2' })).toEqual(new Set(['partners_3_name']));
});

test('an entry is validated as far as it is shown, with the message of its field', () => {
  const own = fieldsOf('max: 3').filter(({ name }) => name.startsWith('partners'));
  const form = compileForm({ id: 'contact', showErrors: 'all', fields: own }, messages);
  expect(validateForm(form, { partners_count: '2', partners_1_name: 'Ana', partners_3_name: 'Eva' })).toEqual({
    ok: false,
    errors: [{ field: 'partners_2_name', message: 'Who is it?' }],
  });
  expect(validateForm(form, { partners_count: '1', partners_1_name: 'Ana', partners_2_name: 'Bia' })).toMatchObject({
    ok: true,
    values: { partners_2_name: '' },
  });
  expect(validateForm(form, { partners_count: '4', partners_1_name: 'Ana' })).toMatchObject({ ok: false });
});

test('a condition and a computed value read the fields of their own entry', () => {
  const own = fieldsOf(
    'min: 0, max: 2, hint: All',
    `kind: { type: choice, label: Kind, options: [{ value: a, label: A }, { value: kind, label: B }] },
     share: { type: number, label: Share, when: kind == 'kind' },
     double: { type: computed, label: Double, value: share * 2 },
     from: { type: date, label: From }, to: { type: date, label: To, rules: [{ rule: notBefore, field: from, message: Order }] }`,
  ).filter(({ name }) => name.startsWith('partners_2'));
  expect(own[1]?.when).toEqual([
    '&&',
    ['>=', ['default', ['$', 'partners_count'], 0], 2],
    ['==', ['$', 'partners_2_kind'], 'kind'],
  ]);
  expect(JSON.stringify(own[2]?.rules)).toContain('["$","partners_2_share"]');
  expect(own[4]?.rules).toContainEqual(expect.objectContaining({ rule: 'notBefore', field: 'partners_2_from' }));
});

test('a field of an entry can be one that is written out', () => {
  const own = fieldsOf('max: 2', 'phone: { type: tel, label: Phone, countries: any, pii: phone }');
  expect(own.map(({ name }) => name)).toContain('partners_2_phone_country');
  expect(JSON.stringify(own.find(({ name }) => name === 'partners_2_phone')?.rules)).toContain(
    '"field":"partners_2_phone_country"',
  );
});

test('a mistake in a field of a group is reported once, at its own line', () => {
  const { problems } = load(
    baseEdited(
      'contact.form.yaml',
      '  email:\n',
      "  partners:\n    type: repeat\n    label: Partners\n    max: 3\n    fields:\n      name: { type: text, label: Name }\n      kind: { type: text, label: Kind, when: nobody == 'x' }\n  email:\n",
    ),
  );
  const found = problems.map(({ code, line }) => `${code} ${line}`);
  const first = Number(found.find((each) => each.startsWith('field-without-rules'))?.split(' ')[1]);
  expect(found.filter((each) => each === `field-without-rules ${first}`)).toHaveLength(1);
  expect(found.filter((each) => each.endsWith(` ${first + 1}`)).toSorted()).toEqual([
    `expression-unknown-name ${first + 1}`,
    `field-without-rules ${first + 1}`,
  ]);
});

test.each([
  ["name == 'name' && other.name == name", "p_1_name == 'name' && other.name == p_1_name"],
  ['x | name', 'x | name'],
  ['a || name', 'a || p_1_name'],
  ['name(name)', 'name(p_1_name)'],
  ['list[name].name', 'list[p_1_name].name'],
  ['name == ', 'name == '],
])('the names of an expression become those of an entry: %s', (code, now) => {
  expect(withNames(code, new Map([['name', 'p_1_name']]))).toBe(now);
});
