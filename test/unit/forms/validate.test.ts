import { describe, expect, test } from 'vitest';
import {
  compileForm,
  type FieldDefinition,
  type FormDefinition,
  formValidator,
  initialValues,
  payloadOf,
  type RuleDefinition,
  validateField,
  validateForm,
} from '../../../engine/forms/index.ts';
import { builtInRules } from '../../../engine/rules/generated/all.ts';
import { type AnyRuleCases, ruleMessage as message } from '../../../engine/rules/rule-cases.ts';
import type { Code } from '../../../schemas/compiled.ts';
import { phoneMask } from '../../harness/masks.ts';
import { application, formOf, identification, messages, optional } from './example-forms.ts';
import { ruleCases } from './generated/rule-cases.ts';

/** The messages of a form's errors, by field. */
function errorsOf(form: FormDefinition, values: Record<string, unknown>): Record<string, string> {
  const verdict = validateForm(compileForm(form, messages), values);
  return verdict.ok ? {} : Object.fromEntries(verdict.errors.map((error) => [error.field, error.message]));
}

/** The message for a value of a single field; undefined when it is valid. */
function judge(field: Partial<FieldDefinition>, value: unknown): string | undefined {
  return errorsOf(formOf(field), { campo: value }).campo;
}

/** One row per value: Vitest would spread a list. */
function rows(values: readonly unknown[]): [unknown][] {
  return values.map((value) => [value]);
}

const options = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
];

describe('rules', () => {
  for (const [word, { field, rule, passes, fails }] of Object.entries<AnyRuleCases>(ruleCases)) {
    const judged = { ...field, rules: [rule] };
    test.each(rows(passes))(`${word} accepts %j`, (value) => expect(judge(judged, value)).toBeUndefined());
    test.each(rows(fails))(`${word} rejects %j`, (value) => expect(judge(judged, value)).toBe(message));
  }

  test.each(['choice', 'choices'] as const)('an option of a %s is chosen only while it is offered', (type) => {
    const when: Code = ['==', ['$', 'equipe'], 'yes'];
    const some = (value: string, more: object = {}) => ({ value, label: value, ...more });
    const form: FormDefinition = {
      ...{ id: 'um', showErrors: 'all' },
      fields: [
        { name: 'tem', type: 'checkbox', label: 'Tem', rules: [] },
        {
          ...{ name: 'equipe', type: 'choice', label: 'Equipe', rules: [], when: ['$', 'tem'] },
          options: [some('yes'), some('no')],
        },
        {
          ...{ name: 'uso', type, label: 'Uso', rules: [{ rule: 'offered', message }] },
          ...{ options: [some('só'), some('junto', { when })], reads: [{ name: 'equipe', type: 'choice' }] },
        } as FieldDefinition,
      ],
    };
    const judged = (tem: boolean, equipe: string, uso: string) =>
      errorsOf(form, { tem, equipe, uso: type === 'choices' ? [uso] : uso })['uso'];
    expect(judged(true, 'yes', 'junto')).toBeUndefined();
    expect(judged(true, 'no', 'junto')).toBe(message);
    expect(judged(true, 'no', 'só')).toBeUndefined();
    // A hidden field has no answer.
    expect(judged(false, 'yes', 'junto')).toBe(message);
  });

  test('a date is not before that of another field', () => {
    const first = formOf({ name: 'de' }).fields;
    const last = formOf({ name: 'ate', rules: [{ rule: 'notBefore', field: 'de', message }] }).fields;
    const form = { id: 'um', showErrors: 'all', fields: [...first, ...last] } as const;
    const judged = (de: unknown, ate: unknown) => errorsOf(form, { de, ate })['ate'];
    expect(judged('2026-02-28', '2026-02-27')).toBe(message);
    expect(judged('2026-02-28', ' 2025-12-31 ')).toBe(message);
    for (const [de, ate] of [
      ...[
        ['2026-02-28', '2026-02-28'],
        ['2026-02-28', '2026-03-01'],
        ['2026-02-28', ''],
        ['', '2026-01-01'],
      ],
      // The rule `date` reports these.
      ...[
        ['2026-02-30', '2026-01-01'],
        ['2026-02-28', '2026-1-1'],
        [undefined, '2026-01-01'],
        [7, '2026-01-01'],
      ],
    ])
      expect([de, ate, judged(de, ate)]).toEqual([de, ate, undefined]);
  });

  test('a computed value is that of its expression, not the one that is sent', () => {
    const signs = { group: '.', point: ',' };
    const total = (code: Code, number?: object) => {
      const fields = [
        ...formOf({ name: 'horas', submitAs: 'number', number: { ...signs, decimals: 1 } }).fields,
        ...formOf({
          name: 'total',
          submitAs: 'number',
          ...(number ? { number: { ...signs, decimals: 2, ...number } } : {}),
          rules: [{ rule: 'computed', code, reads: { horas: signs }, message: '' }],
        } as never).fields,
      ];
      const compiled = compileForm({ id: 'um', showErrors: 'all', fields }, messages);
      return (horas: string, sent: unknown) => {
        const verdict = validateForm(compiled, { horas, total: sent });
        return verdict.ok ? payloadOf(compiled, verdict.values)['total'] : verdict.errors;
      };
    };
    const product = total(['*', ['$', 'horas'], 3], {});
    expect([product('1,5', '999'), product('', 1), product('x', {}), product('1.000', null)]).toEqual([
      4.5, 0, 0, 3000,
    ]);
    expect(total(['/', 1, ['$', 'horas']], {})('0', '5')).toBe(null);
    expect(total(['/', 2, ['$', 'horas']], {})('3', '5')).toBe(0.67);
    // An amount in its smallest unit.
    expect(total(['*', ['$', 'horas'], 150], { minor: 100 })('1,5', '5')).toBe(225);
    expect(total(['*', ['$', 'horas'], 1.5], { minor: 100 })('1,5', '5')).toBe(2);
  });

  test('a telephone number is that of its country, and kept as E.164', () => {
    const rule = { rule: 'phone', field: 'pais', country: 'BR', countries: ['BR', 'PT', 'US'], message } as const;
    const form = {
      id: 'um',
      showErrors: 'all',
      fields: [...formOf({ name: 'pais' }).fields, ...formOf({ type: 'tel', name: 'fone', rules: [rule] }).fields],
    } as const;
    const kept = (pais: string, fone: unknown) => {
      const verdict = validateForm(compileForm(form, messages), { pais, fone });
      return verdict.ok ? verdict.values['fone'] : verdict.errors[0]?.message;
    };
    expect(kept('PT', '912 345 678')).toBe('+351912345678');
    expect(kept('BR', '8765')).toBe(message);
    expect(kept('', ' (81) 98765-4321 ')).toBe('+5581987654321');
    expect(kept('US', '+55 81 98765-4321')).toBe('+5581987654321');
    expect(kept('US', '(212) 555-0123')).toBe('+12125550123');
    // A number that is not of one of the countries, and values that no browser sends.
    for (const fone of ['+44 20 7946 0958', 'XX', '+']) expect(kept('BR', fone)).toBe(message);
    expect(kept('BR', 81_987_654_321)).toBe(messages.wrongType);
    expect(kept('XX', '81 98765 4321')).toBe(message);
  });

  test('a slider accepts the values that its control reaches', () => {
    const number = { group: ',', point: '.', decimals: 2, min: -1, max: 2, step: 0.1 };
    const slider = { number, rules: [{ rule: 'range', message } as const] };
    for (const value of ['-1', '-0.9', '0', '0.3', '1.7', '2'])
      expect([value, judge(slider, value)]).toEqual([value, undefined]);
    for (const value of ['-1.1', '0.35', '2.1', '0.01'])
      expect([value, judge(slider, value)]).toEqual([value, message]);
  });

  test('required demands an item in a list, and a tick in a checkbox', () => {
    const rules: RuleDefinition[] = [{ rule: 'required', message }];
    expect(judge({ type: 'choices', options, rules }, [])).toBe(message);
    expect(judge({ type: 'choices', options, rules }, ['a'])).toBeUndefined();
    expect(judge({ type: 'checkbox', rules }, false)).toBe(message);
    expect(judge({ type: 'checkbox', rules }, true)).toBeUndefined();
  });

  test('every rule in the table has cases', () => {
    expect(Object.keys(ruleCases).sort()).toEqual(Object.keys(builtInRules).sort());
  });

  test('only the first error of a field is reported, in the order of its rules', () => {
    expect(errorsOf(application, { email: 'x', nome: 'a', wa: '' })).toMatchObject({
      email: 'E-mail inválido',
      nome: 'Nome deve ter pelo menos 2 caracteres',
      wa: 'WhatsApp é obrigatório',
    });
  });

  test.each([[['wa', 'nome', 'whatsapp']], [['whatsapp', 'nome', 'wa']], [['nome', 'sobrenome', 'n', 'me']]])(
    'errors are in form order, even if names contain one another: %j',
    (names) => {
      const rules: RuleDefinition[] = [{ rule: 'required', message }];
      const fields = names.flatMap((name) => formOf({ name, rules }).fields);
      const verdict = validateForm(compileForm({ id: 'ordem', showErrors: 'all', fields }, messages), {});
      expect(verdict).toEqual({ ok: false, errors: names.map((field) => ({ field, message })) });
    },
  );

  test('a form with errors: first reports one error, by field order', () => {
    expect(errorsOf(identification, { email: 'x', wa: '1' })).toEqual({ nome: 'Nome é obrigatório' });
    expect(errorsOf(identification, { nome: 'Ana', email: 'a@b.c', wa: '11987654321' })).toEqual({
      consentimento: 'É necessário autorizar',
    });
  });

  test('a message is shown as written, even if it looks like a template', () => {
    const template = ['Valor: $', '{value} {{ x }} $1'].join('');
    expect(judge({ rules: [{ rule: 'required', message: template }] }, '')).toBe(template);
  });
});

describe('every field', () => {
  const caps = { text: 120, email: 254, tel: 32, textarea: 4000 } as const;
  test.each(Object.entries(caps))('of type %s accepts %i units and no more', (type, cap) => {
    const field = { type: type as keyof typeof caps };
    expect(judge(field, 'x'.repeat(cap))).toBeUndefined();
    expect(judge(field, ` ${'x'.repeat(cap)} `)).toBeUndefined();
    expect(judge(field, 'x'.repeat(cap + 1))).toBe(messages.tooLong);
    expect(judge(field, `${'👍'.repeat(cap / 2)}`)).toBeUndefined();
    expect(judge(field, `${'👍'.repeat(cap / 2)}x`)).toBe(messages.tooLong);
  });

  test('may replace the length limit of its type', () => {
    expect(judge({ maxLength: 3 }, 'abcd')).toBe(messages.tooLong);
    expect(judge({ maxLength: 300 }, 'x'.repeat(300))).toBeUndefined();
  });

  const anything = [
    null,
    0,
    1,
    Number.MAX_VALUE,
    {},
    { length: 2 },
    { __isYupRef: true },
    { __isYupSchema__: true },
    [1],
    [null],
  ];
  test.each(rows([...anything, true, ['a']]))('of type text rejects %j', (value) => {
    expect(judge({}, value)).toBe(messages.wrongType);
  });
  test.each(rows([...anything, 'true', 'on', ['a']]))('of type checkbox rejects %j', (value) => {
    expect(judge({ type: 'checkbox' }, value)).toBe(messages.wrongType);
  });
  test.each(rows([...anything, 'a', true, [['a']], new Array(1)]))('of type choices rejects %j', (value) => {
    expect(judge({ type: 'choices', options }, value)).toBe(messages.wrongType);
  });

  test('rejects an unknown option without any rule', () => {
    expect(judge({ type: 'choice', options }, 'c')).toBe(messages.unknownOption);
    expect(judge({ type: 'choices', options }, ['c'])).toBe(messages.unknownOption);
    expect(judge({ type: 'choices', options }, ['a', 'a'])).toBe(messages.unknownOption);
    expect(judge({ type: 'choices', options }, ['a', 'b', 'a'])).toBe(messages.tooLong);
    expect(judge({ type: 'choice', options: [] }, 'a')).toBe(messages.unknownOption);
  });

  test("rejects an unknown option of a list with the author's message if a rule has one", () => {
    const rules: RuleDefinition[] = [{ rule: 'oneOf', message }];
    expect(judge({ type: 'choices', options, rules }, ['c'])).toBe(message);
    expect(judge({ type: 'choices', options, rules }, ['b', 'a'])).toBeUndefined();
  });

  test('rejects more digits than its mask can format, which no rule forbids', () => {
    const field = { type: 'tel', mask: phoneMask } as const;
    expect(judge(field, '119876543210')).toBe(messages.beyondMask);
    expect(judge(field, '+55 (11) 98765-4321')).toBeUndefined();
    expect(judge({ type: 'tel' }, '119876543210')).toBeUndefined();
  });

  test('rejects a number with the code of another country than its mask has', () => {
    const field = { type: 'tel', mask: phoneMask } as const;
    for (const number of ['+1 (212) 555-0123', '+351 912 345 678', '+5', '\u200b+12125550123'])
      expect(judge(field, number)).toBe(messages.foreignCode);
    for (const number of ['+55 11 98765-4321', '0055 11 98765-4321', '11 98765-4321', ''])
      expect(judge(field, number)).toBeUndefined();
    expect(judge({ type: 'text', mask: { formats: ['###'] } }, '+123')).toBeUndefined();
  });

  test.each(['a\0b', 'a\u0007b', 'a\u001bb', 'a\u007fb', 'a\u0085b', 'a\ud800b', 'a\udc00b'])(
    'rejects control characters and lone surrogates: %j',
    (value) => {
      for (const type of ['text', 'email', 'tel', 'hidden', 'textarea'] as const) {
        expect(judge({ type }, value)).toBe(messages.wrongType);
      }
    },
  );

  test('rejects tabs and line breaks, except for a text area', () => {
    expect(judge({ type: 'textarea' }, 'a\r\n\tb')).toBeUndefined();
    for (const value of ['a\nb', 'a\rb', 'a\tb']) expect(judge({ type: 'text' }, value)).toBe(messages.wrongType);
  });

  test('without rules accepts empty values, absent or blank', () => {
    expect(errorsOf(optional, {})).toEqual({});
    expect(errorsOf(optional, { email: ' ', wa: '', nome: '\t' })).toEqual({});
  });
});

describe('normalised values', () => {
  const compiled = compileForm(identification, messages);
  const filled = { nome: '  Ana  ', email: ' a@b.c', wa: '(11) 98765-4321 ', consentimento: true };

  test('texts are trimmed, unknown names dropped, absent fields empty', () => {
    const verdict = validateForm(compileForm(optional, messages), { email: ' a@b.c ', other: 1 });
    expect(verdict).toEqual({ ok: true, values: { email: 'a@b.c', wa: '', nome: '' } });
  });

  test('an alias replaces a field name, but the name has precedence', () => {
    const { nome: _, ...rest } = filled;
    expect(validateForm(compiled, { ...rest, nomeCompleto: 'Bia' })).toMatchObject({
      ok: true,
      values: { nome: 'Bia' },
    });
    expect(validateForm(compiled, { ...filled, name: 'Bia' })).toMatchObject({ ok: true, values: { nome: 'Ana' } });
    expect(validateForm(compiled, { ...rest, name: 7 })).toEqual({
      ok: false,
      errors: [{ field: 'nome', message: messages.wrongType }],
    });
  });

  test('only own properties count, and no prototype is kept', () => {
    const hostile = JSON.parse(`{"__proto__": ${JSON.stringify(filled)}, "constructor": "x"}`);
    expect(validateForm(compiled, hostile)).toMatchObject({ ok: false });
    expect(validateForm(compiled, Object.create(filled))).toMatchObject({ ok: false });
    const verdict = validateForm(compiled, Object.assign(hostile, filled));
    if (!verdict.ok) throw new Error('the filled form should pass');
    expect(Object.getPrototypeOf(verdict.values)).toBeNull();
    expect(Object.keys(verdict.values)).toEqual(['nome', 'email', 'wa', 'consentimento']);
  });

  test.each(rows([null, undefined, 'texto', 7, [], true]))(
    'a body that is not an object (%j) is an empty form',
    (body) => {
      expect(validateForm(compiled, body as never)).toEqual({
        ok: false,
        errors: [{ field: 'nome', message: 'Nome é obrigatório' }],
      });
    },
  );

  test('a default is shown but not applied to submissions', () => {
    expect(initialValues(identification.fields)).toEqual({ nome: '', email: '', wa: '', consentimento: true });
    const { consentimento: _, ...rest } = filled;
    expect(validateForm(compiled, rest)).toMatchObject({ ok: false });
  });

  test('the given values are not changed', () => {
    const list = Object.freeze(['autoridade']);
    const values = Object.freeze({ prioridade: list });
    validateForm(compileForm(application, messages), values);
    expect(values).toEqual({ prioridade: ['autoridade'] });
  });
});

describe('a single field', () => {
  const compiled = compileForm(identification, messages);
  test('is validated alone, by its name or an alias', () => {
    expect(validateField(compiled, 'email', 'x')).toEqual({
      ok: false,
      error: { field: 'email', message: 'E-mail inválido' },
    });
    expect(validateField(compiled, 'nome', ' Ana ')).toEqual({ ok: true, value: 'Ana' });
    expect(validateField(compiled, 'name', '')).toMatchObject({ error: { field: 'nome' } });
    expect(validateField(compiled, 'nome', null)).toMatchObject({ error: { message: messages.wrongType } });
  });
  test('that the form does not have throws', () => {
    expect(() => validateField(compiled, 'toString', '')).toThrow(
      new RangeError('Form "identificacao" has no field "toString"'),
    );
  });
});

describe('several forms', () => {
  const validate = formValidator([optional, identification], messages);
  test('are validated by their ids', () => {
    expect(validate('opcional', { nome: ' ' })).toMatchObject({ ok: true });
    expect(validate('identificacao', {})).toMatchObject({ ok: false, errors: [{ field: 'nome' }] });
  });
  test('do not include an unknown one', () => {
    expect(() => validate('toString', {})).toThrow(new RangeError('Unknown form "toString".'));
  });
});

describe('an invalid definition', () => {
  test.each([
    ['a reserved name', formOf({ name: '__proto__' }), '"__proto__" is not a valid field name'],
    ['an empty name', formOf({ name: '' }), '"" is not a valid field name'],
    ['a name with a space', formOf({ name: 'nome completo' }), '"nome completo" is not a valid field name'],
    [
      'an alias of another field',
      { ...optional, fields: [...optional.fields, ...formOf({ name: 'name' }).fields] },
      'two fields use the name "name"',
    ],
    [
      'a rule that cannot judge the field',
      formOf({ rules: [{ rule: 'accepted', message }] }),
      'rule "accepted" does not support field "campo" (text)',
    ],
  ])('%s', (_, form, fault) =>
    expect(() => compileForm(form, messages)).toThrow(new TypeError(`Form "${form.id}": ${fault}`)),
  );
  test('is not one whose name only begins with a reserved one', () => {
    expect(errorsOf(formOf({ name: '__proto__x' }), { __proto__x: 'a' })).toEqual({});
  });
  test('has a broken pattern', () => {
    expect(() => compileForm(formOf({ rules: [{ rule: 'pattern', pattern: '(', message }] }), messages)).toThrow(
      SyntaxError,
    );
  });
  test('does not include names of built-in properties', () => {
    const form = formOf({ name: 'constructor', rules: [{ rule: 'required', message }] });
    expect(errorsOf(form, {})).toEqual({ constructor: message });
    expect(errorsOf(form, { constructor: 'x' })).toEqual({});
  });
});
