import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { compileForm, type FormDefinition, payloadOf, validateForm } from '../../../engine/forms/index.ts';
import { browserRealm } from '../../harness/browser-realm.ts';
import { application, conditional, identification, messages, optional, survey } from './example-forms.ts';

const FORMS: readonly FormDefinition[] = [identification, application, optional, survey, conditional];
const RUNS = 3_000;

/** Validates a form's values and returns JSON; values are passed as JSON too, as in a request. */
type Judge = (form: number, values: string) => string;

async function browserJudge(): Promise<Judge> {
  const evaluate = await browserRealm('test/harness/browser-forms.ts', 'forms');
  return evaluate(
    `(() => {
      const compiled = ${JSON.stringify(FORMS)}.map((form) => forms.buildForm(form, ${JSON.stringify(messages)}, forms.builtInRules));
      return (form, values) => {
        const parsed = JSON.parse(values);
        return JSON.stringify([forms.validateForm(compiled[form], parsed), forms.payloadOf(compiled[form], parsed)]);
      };
    })()`,
  ) as Judge;
}

function serverJudge(): Judge {
  const compiled = FORMS.map((form) => compileForm(form, messages));
  return (at, values) => {
    const form = compiled[at];
    if (!form) throw new RangeError(`no form ${at}`);
    const parsed = JSON.parse(values);
    return JSON.stringify([validateForm(form, parsed), payloadOf(form, parsed)]);
  };
}

const plausible = fc.constantFrom<unknown>(
  ...[
    'Ana',
    ' João da Silva ',
    'a@b.c',
    'a@b',
    '(11) 98765-4321',
    '1198765432',
    'sim',
    '31/02/1984',
    '29/02/2000',
    '29/02/1900',
    'email',
    'AB12',
    ...['sim', 'nao', 'rede', 'busca'],
    ...[
      'exemplo.com.br',
      'https://a.b/c',
      '1.234,5',
      '12,345',
      '-10,01',
      '2000-02-29',
      '2026-12-31',
      '2027-01-01',
      '5',
    ],
    'ção',
    '',
  ],
  ...[true, false, 5, 12.5, -11, 1e21, ['a', 'b', 'c'], ['a'], ['autoridade'], ['autoridade', 'clientes'], ['x'], []],
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('\ud800', '\udc00', '\0', '\n', '\u0085', '\u2028', '\ufeff', '\u202e', '@', '.', '1'),
    maxLength: 20,
  }),
  fc.constantFrom(
    'x'.repeat(121),
    '👍'.repeat(2_001),
    '.'.repeat(100_000),
    `a@${'.'.repeat(253)}c`,
    'İıſK',
    '__proto__',
  ),
);
const wrong = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    Number.MAX_VALUE,
    { __isYupRef: true },
    { __isYupSchema__: true },
    [[]],
    [null],
    ['autoridade', 1],
  ),
);
const names = [
  ...new Set(FORMS.flatMap((form) => form.fields.flatMap((field) => [field.name, ...(field.aliases ?? [])]))),
];
/** Texts in the form of a date, of which about half are one. */
const date = fc
  .tuple(fc.nat(40), fc.nat(14), fc.oneof(fc.nat(9999), fc.constantFrom(1900, 2000, 2023, 2024)))
  .map(([day, month, year]) =>
    [`${day}`.padStart(2, '0'), `${month}`.padStart(2, '0'), `${year}`.padStart(4, '0')].join('/'),
  );
const name = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...names) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'a.b', 'nome[0]'),
  },
);
const value = fc.oneof(
  { weight: 5, arbitrary: plausible },
  { weight: 2, arbitrary: text },
  { weight: 1, arbitrary: wrong },
);
/** A JSON body; built as text, because `__proto__` as a key of an object literal sets the prototype. */
const body = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .array(fc.tuple(name, value), { maxLength: 16 })
      .map((pairs) => `{${pairs.map(([key, item]) => `${JSON.stringify(key)}:${JSON.stringify(item)}`).join()}}`),
  },
  { weight: 1, arbitrary: wrong.map((item) => JSON.stringify(item)) },
);

describe('browser and server', () => {
  let browser: Judge;
  const server = serverJudge();
  beforeAll(async () => {
    browser = await browserJudge();
  });

  test.each(FORMS.map((form, at) => [form.id, at] as const))('agree on every verdict of %s', (_, at) => {
    fc.assert(
      fc.property(body, (json) => {
        expect(browser(at, json)).toBe(server(at, json));
      }),
      { numRuns: RUNS },
    );
  });

  test('agree on every date, as the calendar does', () => {
    const at = FORMS.indexOf(application);
    fc.assert(
      fc.property(date, (nascimento) => {
        const json = JSON.stringify({ nascimento });
        const verdict = server(at, json);
        expect(browser(at, json)).toBe(verdict);
        const [day = 0, month = 0, year = 0] = nascimento.split('/').map(Number);
        const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
        const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
        expect(verdict.includes('Não é uma data')).toBe(!(year > 0 && day > 0 && day <= days));
      }),
      { numRuns: RUNS },
    );
  });

  test('agree on complete forms, valid and invalid', () => {
    const filled = {
      nome: 'João da Silva',
      email: 'joao@exemplo.com.br',
      wa: '(11) 98765-4321',
      consentimento: true,
      prioridade: ['clientes'],
      acredita: 'sim',
    };
    const verdicts = new Set<boolean>();
    const changes = fc.oneof(
      fc.constant({}),
      fc.dictionary(fc.constantFrom(...Object.keys(filled)), value, { maxKeys: 2 }),
    );
    fc.assert(
      fc.property(changes, fc.nat({ max: FORMS.length - 1 }), (changed, at) => {
        const json = JSON.stringify({ ...filled, ...changed });
        expect(browser(at, json)).toBe(server(at, json));
        verdicts.add(JSON.parse(browser(at, json))[0].ok);
      }),
      { numRuns: RUNS },
    );
    expect(verdicts).toEqual(new Set([true, false]));
  });
});
