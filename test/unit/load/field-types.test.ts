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

test.each(['choice', 'choices'])('the options of a field of type %s can have pictures', (type) => {
  const options = ['a', 'b'].map((value) => `{ value: ${value}, label: ${value}, image: sample/seal.svg }`);
  const { site } = withField(`type: ${type}, options: [${options.join(', ')}]`);
  expect(site?.forms['contact']?.fields.find(({ name }) => name === 'extra')).toMatchObject({ look: 'pictures' });
});
