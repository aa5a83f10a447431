/** Fields of every type in a form, and what is wrong with them. */
import { describe, expect, test } from 'vitest';
import { longestDrawing } from '../../../engine/fields/signature/drawing.ts';
import { icons } from '../../../engine/icons.ts';
import { baseEdited, baseWith, load } from './fixtures.ts';

/** The base site with a field before its e-mail. */
const withField = (field: string) =>
  load(baseEdited('contact.form.yaml', '  email:\n', `  extra: { label: Extra, ${field} }\n  email:\n`));

test.each<[field: string, loaded: object]>([
  ['type: url', { type: 'text', rules: [{ rule: 'url', message: 'Check this address: write it like example.com.' }] }],
  ['type: number, min: 1', { type: 'text', submitAs: 'number', number: { min: 1, decimals: 0 } }],
  ['type: date', { type: 'text', attributes: { type: 'date' } }],
  ['type: scale, ends: [Bad, Good]', { type: 'choice', look: 'scale', ends: ['Bad', 'Good'] }],
  [
    'type: choices, min: 2, max: 2, options: [{ value: a, label: A }, { value: b, label: B }, { value: c, label: C }]',
    {
      rules: [
        { rule: 'atLeast', count: 2, message: 'Choose at least 2 options.' },
        { rule: 'atMost', count: 2, message: 'Choose at most 2 options.' },
      ],
    },
  ],
  [
    'type: choices, min: 2, required: Two!, options: [{ value: a, label: A }, { value: b, label: B }]',
    { rules: [{ rule: 'atLeast', count: 2, message: 'Two!' }] },
  ],
  [
    'type: choices, options: [{ value: a, label: A, badge: Best }, { value: b, label: None, exclusive: true }]',
    {
      look: 'marked',
      options: [
        { value: 'a', label: 'A', badge: 'Best' },
        { value: 'b', label: 'None', exclusive: true },
      ],
      rules: [{ rule: 'exclusive', message: 'This cannot be combined with other options: “None”.' }],
    },
  ],
  [
    'type: choice, options: [{ value: a, label: A, icon: book, badge: Best }, { value: b, label: B, icon: gift }]',
    { look: 'marked', options: [{ value: 'a', label: 'A', icon: icons.book, badge: 'Best' }, { icon: icons.gift }] },
  ],
  [
    'type: dropdown, search: true, options: [{ value: a, label: A }, { value: b, label: B }]',
    { look: 'search', empty: 'Choose', finding: { label: 'Extra: search the list' } },
  ],
  ['type: country, search: true, countries: [BR, PT]', { look: 'search', options: [{ value: 'BR' }, { value: 'PT' }] }],
  [
    'type: ranking, required: true, options: [{ value: a, label: A }, { value: b, label: B }]',
    {
      ...{ type: 'choices', look: 'ranking', places: { label: 'Place {{ place }}', empty: 'Choose' } },
      rules: [{ rule: 'required' }, { rule: 'oneOf' }, { rule: 'ranked' }].map((rule) => ({
        ...rule,
        message: 'Give each option a place of its own.',
      })),
    },
  ],
  [
    'type: signature, pii: text, required: true',
    {
      ...{ type: 'text', look: 'signature', pii: 'text', maxLength: longestDrawing },
      rules: [{ rule: 'required' }, { rule: 'signature' }].map((rule) => ({
        ...rule,
        message: 'Sign, or write your full name.',
      })),
    },
  ],
  ['type: number, decimals: 1, default: 1.5', { default: '1.5' }],
  ['type: slider, max: 10, default: 5, ends: [Bad, Good]', { look: 'slider', default: '5', ends: ['Bad', 'Good'] }],
  ['type: currency, default: 1250', { look: 'money', default: '1250', submitAs: 'number' }],
  ['type: scale, submitAs: text', { type: 'choice', submitAs: 'text' }],
  ['type: url, rules: [{ rule: url, message: Where is it? }]', { rules: [{ rule: 'url', message: 'Where is it?' }] }],
])('{ %s } is loaded with what its type implies', (field, loaded) => {
  const { site, problems } = withField(field);
  // The flow does not post the new field, which is a warning.
  expect(problems.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual([]);
  expect(site?.forms['contact']?.fields.find(({ name }) => name === 'extra')).toMatchObject(loaded);
});

test('a period is two dates, of which the last is not before the first', () => {
  const { site, problems } = withField(
    'type: date-range, from: 2026-01-01, required: true, hint: Both, prefill: day, ends: [Arrival, Departure]',
  );
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const [first, last] = site?.forms['contact']?.fields.filter(({ name }) => name.startsWith('extra')) ?? [];
  const date = { rule: 'date', format: 'YYYY-MM-DD', from: '2026-01-01', message: 'Check this date.' };
  const required = { rule: 'required', message: 'Fill in this field.' };
  expect(first).toMatchObject({ label: 'Extra: Arrival', hint: 'Both', prefill: 'day', rules: [required, date] });
  const order = { rule: 'notBefore', field: 'extra', message: 'The last day cannot be before the first one.' };
  expect(last).toMatchObject({
    ...{ name: 'extra_end', label: 'Extra: Departure', prefill: 'day_end', rules: [required, order, date] },
    attributes: { type: 'date', min: '2026-01-01' },
  });
  expect(last?.hint).toBeUndefined();
});

test('a telephone number of any country is a list of countries and a number', () => {
  const { site, problems } = withField('type: tel, pii: phone, countries: any, required: true, hint: Mobile');
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const [country, number] = site?.forms['contact']?.fields.filter(({ name }) => name.startsWith('extra')) ?? [];
  expect(country).toMatchObject({
    ...{ name: 'extra_country', type: 'choice', look: 'dropdown', label: 'Extra: country', rules: [] },
    // The country of the site's locale.
    default: 'GB',
  });
  const options = country !== undefined && 'options' in country ? country.options : [];
  expect(options.length).toBeGreaterThan(200);
  expect(options.find(({ value }) => value === 'DE')).toEqual({ value: 'DE', label: 'Germany (+49)' });
  const phone = { rule: 'phone', field: 'extra_country', country: 'GB', message: 'Check this number and its country.' };
  expect(number).toMatchObject({
    ...{ type: 'tel', look: 'phone', hint: 'Mobile' },
    rules: [{ rule: 'required' }, { ...phone, example: expect.stringMatching(/^\+44\d+$/) }],
  });
  const listed = withField('type: tel, pii: phone, countries: [PT, BR]').site?.forms['contact'];
  expect(listed?.fields.filter(({ name }) => name.startsWith('extra'))).toMatchObject([
    { default: 'PT', options: [{ value: 'PT' }, { value: 'BR' }] },
    { rules: [{ country: 'PT', countries: ['PT', 'BR'] }] },
  ]);
  expect(listed?.more).toEqual({ looks: true, phone: true });
});

test('a computed field reads numbers and choices above it, and is sent as what it is', () => {
  const both = (value: string, more = '') =>
    withField(
      `type: number, decimals: 1 }\n  team: { label: Team, type: yes-no }\n  total: { label: Total, type: computed, value: "${value}"${more}`,
    );
  const loaded = (value: string, more = '') =>
    both(value, more).site?.forms['contact']?.fields.find(({ name }) => name === 'total');
  expect(loaded('extra * 1200 + 100', ', unit: currency')).toMatchObject({
    ...{
      type: 'text',
      look: 'computed',
      submitAs: 'number',
      number: { decimals: 2, minor: 100 },
      shown: { before: '€' },
    },
    rules: [
      { rule: 'computed', code: ['+', ['*', ['$', 'extra'], 1200], 100], reads: { extra: { group: ',', point: '.' } } },
    ],
  });
  const word = loaded("team == 'yes' ? 'big' : 'small'", ', visible: false');
  expect(word).toMatchObject({ rules: [{ rule: 'computed', reads: {} }] });
  expect(word).not.toHaveProperty('submitAs');
  expect(word).not.toHaveProperty('shown');
  const errors = (value: string, more = '') =>
    both(value, more).problems.flatMap(({ severity, code, line }) => (severity === 'error' ? [`${code} ${line}`] : []));
  expect(errors('extra + 1')).toEqual([]);
  // An amount is in its smallest unit, and says that it is one.
  expect(errors('extra * 12', ', unit: currency')).toEqual(['field-options 11']);
  expect(errors('facts.price * extra', ', unit: currency')).toEqual([]);
  const amount = (value: string, more = '') =>
    withField(`type: currency }\n  total: { label: Total, type: computed, value: "${value}"${more}`).problems.flatMap(
      ({ severity, code, line }) => (severity === 'error' ? [`${code} ${line}`] : []),
    );
  expect(amount('extra * 12', ', unit: currency')).toEqual([]);
  expect(amount('extra * 12')).toEqual(['field-options 10']);
  expect(amount('extra / 12')).toEqual([]);
  expect(errors('name + 1')).toEqual(['expression-unknown-name 11']);
  expect(errors("team == 'yes'")).toEqual(['field-options 11']);
  expect(errors('extra + 1', ', default: 4')).toContain('field-options 11');
  expect(errors('extra + 1', ', required: true')).toEqual(['field-options 11']);
});

test('a matrix is a choice for each row', () => {
  const matrix = (more: string) =>
    withField(
      `type: matrix, required: true, hint: All, rows: { speed: Speed, price: Price }, options: [{ value: a, label: A }, { value: b, label: B }]${more}`,
    );
  const { site, problems } = matrix('');
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const rules = [{ rule: 'required', message: 'Choose an option.' }];
  const [first, second] = site?.forms['contact']?.fields.filter(({ name }) => name.startsWith('extra')) ?? [];
  expect(first).toMatchObject({
    ...{ name: 'extra_speed', type: 'choice', label: 'Speed', look: 'matrix', hint: 'All', rules },
    matrix: { question: 'Extra', begins: true },
  });
  expect(second).toMatchObject({
    name: 'extra_price',
    label: 'Price',
    matrix: { question: 'Extra', begins: false },
    rules,
  });
  expect(second?.hint).toBeUndefined();
  expect(site?.forms['contact']?.more).toEqual({ matrix: true });
  const several = matrix(', several: true, max: 2').site?.forms['contact']?.fields;
  expect(several?.find(({ name }) => name === 'extra_price')).toMatchObject({
    ...{ type: 'choices', look: 'matrix' },
    rules: [
      { rule: 'atLeast', count: 1 },
      { rule: 'atMost', count: 2 },
    ],
  });
  expect(
    withField('type: choice, question: Why?, options: [{ value: a, label: A, badge: Best }, { value: b, label: B }]')
      .problems,
  ).toContainEqual(expect.objectContaining({ message: 'An option of a matrix has only a value and a label.' }));
});

test('an option can have a text of its own', () => {
  const options = (write: string) =>
    `options: [{ value: a, label: A }, { value: it's, label: Other, write: ${write} }]`;
  const made = (field: string) => {
    const { site, problems } = withField(field);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    return (site?.forms['contact']?.fields ?? []).filter(({ name }) => name.startsWith('extra'));
  };
  const text = {
    ...{ name: 'extra_other', type: 'text', label: 'Which?', maxLength: 200 },
    rules: [{ rule: 'required', message: 'Fill in this field.' }],
  };
  const [choice, other] = made(`type: choice, ${options('Which?')}`);
  expect(choice).toMatchObject({ options: [{ value: 'a' }, { value: "it's", label: 'Other' }] });
  expect(JSON.stringify(choice)).not.toContain('write');
  expect(other).toMatchObject({ ...text, when: ['==', ['$', 'extra'], "it's"] });
  expect(made(`type: choices, ${options('Which?')}`)[1]).toMatchObject({
    ...text,
    when: ['in', "it's", ['$', 'extra']],
  });
  expect(withField(`type: ranking, ${options('Which?')}`).problems).toContainEqual(
    expect.objectContaining({ message: 'An option of a ranking has no text of its own. Remove `write`.' }),
  );
  expect(
    withField(`type: choice, options: [{ value: a, label: A, write: B }, { value: b, label: B, write: C }]`).problems,
  ).toContainEqual(expect.objectContaining({ message: 'Only one option of a field can have a text of its own.' }));
});

test('an address and a contact are a field for each part', () => {
  const made = (field: string) => {
    const { site, problems } = withField(field);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    return (site?.forms['contact']?.fields ?? []).filter(({ name }) => name.startsWith('extra'));
  };
  expect(made('type: address, required: Where?').map(({ name }) => name)).toEqual(
    ['street', 'complement', 'city', 'state', 'postalCode', 'country'].map((part) => `extra_${part}`),
  );
  const required = { rule: 'required', message: 'Fill in this field.' };
  const [code, more, city] = made(
    'type: address, required: true, hint: Home, parts: { postalCode: { label: ZIP, maxLength: 5, rules: [{ rule: digits, min: 5, message: Five }] }, complement: {}, city: { hint: Or village } }',
  );
  expect(code).toMatchObject({
    ...{ label: 'ZIP', hint: 'Home', autocomplete: 'postal-code', pii: 'text', maxLength: 5 },
    rules: [required, { rule: 'digits', min: 5, message: 'Five' }],
  });
  expect(more).toMatchObject({ label: 'Extra: apartment, suite or floor', rules: [{ rule: 'maxLength', length: 80 }] });
  expect(city).toMatchObject({ hint: 'Or village', rules: [required, { rule: 'maxLength' }] });
  const [name, email, phone] = made('type: contact, parts: { name: { required: Who? }, email: {}, phone: {} }');
  expect(name).toMatchObject({ pii: 'name', autocomplete: 'name', rules: [{ rule: 'required', message: 'Who?' }, {}] });
  expect(email).toMatchObject({ type: 'email', pii: 'email', rules: [{ rule: 'email' }] });
  expect(phone).toMatchObject({ type: 'tel', pii: 'phone', autocomplete: 'tel', rules: [{ rule: 'digits' }] });
  // A mistake in a part is reported at its own characters.
  const { problems } = withField('type: address, parts: { city: { rules: [{ rule: digits, message: No }] } }');
  expect(problems).toContainEqual(expect.objectContaining({ code: 'rule-incomplete', line: 9, column: 74 }));
  expect(withField('type: contact, parts: { phone: { countries: any } }').problems).toContainEqual(
    expect.objectContaining({ code: 'field-options', line: 9, column: 59 }),
  );
});

test('a form says what browsers have to fetch for it', () => {
  const moreOf = (field: string) => withField(field).site?.forms['contact']?.more;
  expect(moreOf('type: hidden')).toBeUndefined();
  expect(moreOf('type: time')).toBeUndefined();
  expect(moreOf('type: url')).toEqual({ rules: true });
  expect(moreOf('type: nps')).toEqual({ looks: true });
  expect(moreOf('type: slider')).toEqual({ rules: true, amounts: true });
  expect(
    moreOf('type: choice, options: [{ value: a, label: A, icon: book }, { value: b, label: B, icon: gift }]'),
  ).toEqual({ looks: true });
  expect(moreOf('type: country, search: true')).toEqual({ search: true });
  expect(moreOf('type: signature, pii: text')).toEqual({ signature: true });
});

test.each<[field: string, reason: string, column: number]>([
  ['type: url, options: [{ value: a, label: A }, { value: b, label: B }]', 'A field of type url has no options.', 37],
  ['type: dropdown', 'A field of type dropdown needs options.', 26],
  ['type: date, min: 1', 'A field of type date has no min.', 38],
  ['type: text, ends: [A, B]', 'A field of type text has no ends.', 38],
  ['type: text, submitAs: number', 'A field of type text has no number to submit.', 38],
  ['type: date, from: 2026-02-31', '2026-02-31 is not a day of the calendar.', 38],
  ['type: date, from: 2026-02-02, to: 2026-02-01', 'The last day is before the first.', 56],
  ['type: scale, max: 12', 'A scale has at most 11 whole numbers.', 39],
  ['type: rating, icon: smiley, max: 4', 'There are three faces or five.', 54],
  ['type: scale, icon: star', 'A field of type scale has no icon.', 39],
  [
    'type: choices, min: 3, options: [{ value: a, label: A }, { value: b, label: B }]',
    'Write how many of the 2 options must be chosen: a whole number from 1 to 2.',
    41,
  ],
  [
    'type: choices, max: 1, options: [{ value: a, label: A }, { value: b, label: B }]',
    'Only one option can be chosen. Write `type: choice`, without max.',
    41,
  ],
  [
    'type: choices, min: 3, max: 2, options: [{ value: a, label: A }, { value: b, label: B }, { value: c, label: C }]',
    'At least 3 options must be chosen. Write 3 or more.',
    49,
  ],
  [
    'type: choice, options: [{ value: a, label: A }, { value: b, label: B, exclusive: true }]',
    'One option of a choice is chosen anyway. Remove `exclusive`.',
    40,
  ],
  [
    'type: choices, options: [{ value: a, label: A, exclusive: true }, { value: b, label: B, exclusive: true }]',
    'All options are exclusive. Write `type: choice`, without `exclusive`.',
    41,
  ],
  [
    'type: choices, min: 2, options: [{ value: a, label: A }, { value: b, label: B }, { value: c, label: C, exclusive: true }]',
    'At least 2 options must be chosen, so an exclusive one never suffices. Write `min: 1`, or remove `exclusive`.',
    49,
  ],
  [
    'type: dropdown, options: [{ value: a, label: A, badge: Best }, { value: b, label: B }]',
    'A dropdown has no badges.',
    42,
  ],
  [
    'type: ranking, options: [{ value: a, label: A, badge: Best }, { value: b, label: B }]',
    'A ranking has no badges.',
    41,
  ],
  [
    'type: choice, options: [{ value: a, label: A, icon: book }, { value: b, label: B }]',
    'Give every option an icon, or none.',
    40,
  ],
  [
    'type: dropdown, options: [{ value: a, label: A, icon: book }, { value: b, label: B, icon: gift }]',
    'A dropdown has no icons.',
    42,
  ],
  [
    'type: choice, options: [{ value: a, label: A, icon: book, image: sample/seal.svg }, { value: b, label: B, icon: gift, image: sample/seal.svg }]',
    'An option has an image or an icon. Remove one of them.',
    40,
  ],
  [
    `type: choice, options: [${Array.from({ length: 41 }, (_, index) => `{ value: o${index}, label: O }`).join(', ')}]`,
    'A choice has at most 40 options. Write `type: dropdown` for 41.',
    40,
  ],
  [
    'type: choice, search: true, options: [{ value: a, label: A }, { value: b, label: B }]',
    'A field of type choice has no search.',
    40,
  ],
  ['type: text, maxLength: 9, prefill: at', 'The engine reads the parameter at. Take another one.', 52],
  [
    'type: checkbox, prefill: ok, rules: [{ rule: accepted, message: Accept. }]',
    'A link cannot accept or consent for a visitor. Remove `prefill`.',
    42,
  ],
  [
    'type: slider, max: 10, step: 4',
    'From 0 in steps of 4 the slider stops at 8. Write `max: 8`, or another step.',
    49,
  ],
  ['type: signature, pii: text, prefill: nome', 'Only the visitor can sign. Remove `prefill`.', 54],
  ['type: signature, pii: text, maxLength: 9', 'A field of type signature has no maxLength. Remove it.', 54],
  ['type: slider, step: 200', 'The step is longer than the way from 0 to 100.', 40],
  ['type: slider, max: 1, step: 0.125', 'A slider has at most 2 decimals.', 48],
  ['type: slider, min: 100', 'Write a max above 100.', 40],
  ['type: currency, unit: R$', 'A field of type currency has no unit.', 42],
  ['type: date-range, from: 2026-02-02, to: 2026-02-01', 'The last day is before the first.', 62],
  [
    'type: date-range, options: [{ value: a, label: A }, { value: b, label: B }]',
    'A field of type date has no options.',
    44,
  ],
  [
    'type: tel, pii: phone, rules: [{ rule: notBefore, field: name, message: No. }]',
    'Only a field of type date can have the rule notBefore, not one of type tel.',
    76,
  ],
  [
    'type: date, rules: [{ rule: notBefore, field: name, message: No. }]',
    'notBefore compares with another field of type date, which name is not.',
    65,
  ],
  ['type: rating, max: 2.5', 'A rating has at most 11 whole numbers.', 40],
  [
    'type: country, countries: [BR, UK]',
    'UK is not the code of a country with telephone numbers. Write its code of two capital letters (ISO 3166).',
    41,
  ],
  ['type: country, countries: [BR, BR]', 'BR is listed twice.', 41],
  [
    'type: tel, pii: phone, countries: [BR, ZZ]',
    'ZZ is not the code of a country with telephone numbers. Write its code of two capital letters (ISO 3166).',
    49,
  ],
  [
    'type: tel, pii: phone, country: BR',
    '`country` is the first one of a list. Add `countries: any`, or a list of them.',
    49,
  ],
  [
    'type: tel, pii: phone, countries: [PT], country: BR',
    'BR is not one of the countries whose numbers are accepted.',
    66,
  ],
  [
    'type: tel, pii: phone, countries: any, mask: phone-br',
    'A mask has the form of one country’s numbers. Remove the mask, or the other countries.',
    65,
  ],
  [
    'type: tel, pii: phone, rules: [{ rule: phone, field: name, message: No. }]',
    'phone reads the country from a field of type country, which name is not.',
    72,
  ],
])('{ %s }: %s', (field, message, column) => {
  expect(withField(field).problems).toContainEqual(
    expect.objectContaining({ code: 'field-options', message, file: 'contact.form.yaml', line: 9, column }),
  );
});

test('a range of one number says so', () => {
  for (const type of ['number', 'slider', 'currency'])
    expect(
      withField(`type: ${type}, min: 5, max: 5`).problems.filter(({ code }) => code === 'rule-range'),
      type,
    ).toMatchObject([
      {
        message: 'The only value is 5, because it is both the least and the greatest.',
        hint: expect.stringMatching(/^Change one/),
      },
    ]);
});

test('a range that is none is an error', () => {
  for (const field of ['type: number, min: 5, max: 5', 'type: scale, max: 1', 'type: rating, max: 0'])
    expect(
      withField(field).problems.map(({ code }) => code),
      field,
    ).toContain('rule-range');
});

const typed = (field: string) => withField(`type: text, pii: text, maxLength: 9, ${field}`).problems;
const codes = (field: string) => typed(field).flatMap(({ code, severity }) => (severity === 'error' ? [code] : []));

test('a condition reads the fields above it, chosen or typed', () => {
  const after = (when: string) =>
    load(
      baseEdited(
        'contact.form.yaml',
        'consent: {',
        `  extra: { type: text, label: Extra, pii: text, maxLength: 9, when: "${when}", rules: [{ rule: required, message: What? }] }\nconsent: {`,
      ),
    );
  const { site, problems } = after("plan == 'full' || plan == ''");
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(site?.forms['contact']?.fields.find(({ name }) => name === 'extra')?.when).toEqual([
    '||',
    ['==', ['$', 'plan'], 'full'],
    ['==', ['$', 'plan'], ''],
  ]);
  const typedName = after("lower(name) == 'ana'");
  expect(typedName.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  // A text is compared without white space around it, also while it is typed.
  expect(typedName.site?.forms['contact']?.fields.find(({ name }) => name === 'extra')?.when).toEqual([
    '==',
    ['lower', ['trim', ['$', 'name']]],
    'ana',
  ]);
  for (const when of ["extra == ''", "plan == 'fu'", 'plan', 'now > 0', 'name > 3'])
    expect(
      after(when).problems.filter(({ severity }) => severity === 'error'),
      when,
    ).toMatchObject([{ file: 'contact.form.yaml' }]);
});

describe('options with conditions', () => {
  const full = 'when: "plan == \'full\'"';
  const placed = (field: string) =>
    load(baseEdited('contact.form.yaml', 'consent: {', `  extra: { label: Extra, ${field} }\nconsent: {`));
  const offered = { rule: 'offered', message: 'This option does not go with your other answers. Choose another one.' };

  test.each<[field: string, loaded: object]>([
    [
      `type: choices, min: 1, options: [{ value: a, label: A }, { value: b, label: B, ${full} }]`,
      {
        ...{ look: 'varied', inner: 'marked', reads: [{ name: 'plan', type: 'choice' }] },
        options: [{ value: 'a' }, { value: 'b', when: ['==', ['$', 'plan'], 'full'] }],
        rules: [offered, { rule: 'atLeast' }],
      },
    ],
    [
      `type: dropdown, options: [{ value: a, label: A }, { value: b, label: B, ${full} }]`,
      { look: 'varied', inner: 'dropdown', empty: 'Choose', rules: [offered] },
    ],
    [
      `type: choice, rules: [{ rule: offered, message: No. }], options: [{ value: a, label: A }, { value: b, label: B, ${full} }]`,
      { look: 'varied', inner: 'marked', rules: [{ rule: 'offered', message: 'No.' }] },
    ],
  ])('%s', (field, loaded) => {
    const { site, problems } = placed(field);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const form = site?.forms['contact'];
    expect(form?.fields.find(({ name }) => name === 'extra')).toMatchObject(loaded);
    expect(form?.more).toMatchObject({ looks: true, varied: true });
  });

  test.each([
    [
      `type: ranking, options: [{ value: a, label: A }, { value: b, label: B, ${full} }]`,
      'An option of a ranking has no condition. Remove `when`.',
    ],
    [
      `type: choice, required: true, options: [{ value: a, label: A, ${full} }, { value: b, label: B, ${full} }]`,
      'Every option has a condition, so there may be none to choose. Remove the `when` of one, or `required`.',
    ],
  ])('%s: %s', (field, message) => {
    expect(placed(field).problems).toContainEqual(
      expect.objectContaining({ code: 'field-options', message, file: 'contact.form.yaml' }),
    );
  });

  test('a condition reads fields above that are chosen', () => {
    const { problems } = placed(
      'type: choice, options: [{ value: a, label: A }, { value: b, label: B, when: "name == \'Ana\'" }]',
    );
    expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([{ file: 'contact.form.yaml' }]);
  });
});

test('of a text that is sent in another form than it is typed, a condition reads whether it is empty', () => {
  const after = (phone: string, when: string) => {
    const form = `form: f\nfields:\n  phone: { type: tel, label: P, pii: phone, ${phone} }\n  extra: { type: yes-no, label: E, when: "${when}" }\n`;
    const { problems } = load(baseWith({ 'f.form.yaml': form }));
    return problems.flatMap(({ code, severity, line }) => (severity === 'error' ? [[code, line]] : []));
  };
  const rule = 'rules: [{ rule: digits, min: 8, max: 11, message: No. }]';
  for (const phone of [`submitAs: digits, ${rule}`, 'countries: any']) {
    expect(after(phone, "phone != '' && '' != phone"), phone).toEqual([]);
    expect(after(phone, "startsWith(phone, '81')"), phone).toEqual([['field-options', 4]]);
  }
  expect(after(rule, "startsWith(phone, '81')")).toEqual([]);
});

test('a condition cannot read a field below it', () => {
  expect(codes("when: plan == 'full', rules: [{ rule: required, message: What? }]")).toEqual([
    'expression-unknown-name',
  ]);
  expect(codes("rules: [{ rule: required, message: What?, when: plan == 'full' }]")).toEqual([
    'expression-unknown-name',
  ]);
});

test('every option of a field has a picture, or none has', () => {
  const pictured = (type: string, second: string) =>
    withField(
      `type: ${type}, options: [{ value: a, label: A, image: sample/seal.svg }, { value: b, label: B${second} }]`,
    );
  const both = ', image: sample/seal.svg';
  for (const type of ['choice', 'choices'])
    expect(pictured(type, both).site?.forms['contact']?.fields.find(({ name }) => name === 'extra')).toMatchObject({
      look: 'pictures',
    });
  expect(pictured('choice', '').problems).toMatchObject([
    { code: 'field-options', message: 'Give every option an image, or none.' },
  ]);
  expect(pictured('dropdown', both).problems).toMatchObject([
    { code: 'field-options', message: 'A dropdown has no pictures.' },
  ]);
  expect(pictured('choice', ', image: sample/none.svg').problems).toMatchObject([{ code: 'asset-missing' }]);
});

test('the last day of a period has a name of its own', () => {
  const { problems } = withField('type: date-range }\n  extra_end: { type: date, label: End');
  expect(problems).toContainEqual(
    expect.objectContaining({
      ...{ code: 'field-options', line: 10 },
      message: 'The last day of extra is stored as extra_end. Give this field another name.',
    }),
  );
  expect(
    withField('type: date, rules: [{ rule: notBefore, field: nothing, message: No. }]').problems.map(
      ({ code }) => code,
    ),
  ).toContain('field-unknown');
});
