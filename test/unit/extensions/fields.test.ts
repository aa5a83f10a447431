/** Types of fields of a site's own: usual values for one of the engine's types. */
import { describe, expect, test } from 'vitest';
import type { Extensions } from '../../../engine/extensions/extensions.ts';
import { expandFunnel } from '../../../engine/load/expand-funnel.ts';
import { type DefinitionFile, loadSite } from '../../../engine/load/load-site.ts';
import { fingerprint } from '../../../server/disk/fingerprint.ts';
import { loadExtensions } from '../../../server/extensions/load.ts';

const fieldWith = (field: string): string => `import { defineField } from 'funnel-engine/extensions';

export default defineField({
  description: 'A plate.',
  field: ${field},
});
`;
const load = (text: string): Promise<Extensions> => loadExtensions([{ path: '../extensions/fields/plate.ts', text }]);
const extensions = await load(
  fieldWith(
    "{ type: 'text', label: 'Placa', maxLength: 7, pii: 'text', rules: [{ rule: 'minLength', length: 7, message: 'Sete.' }, { rule: 'pattern', pattern: '[A-Z0-9]+', message: 'Letras.' }] }",
  ),
);

const site: DefinitionFile = {
  path: 'site.yaml',
  text: 'site: q\nname: Q\nurl: https://q.example\nlocale: pt-BR\ntimeZone: America/Sao_Paulo\ncurrency: BRL\nhome: /\nnotFound: redirect\n',
};
const home: DefinitionFile = {
  path: 'home.page.yaml',
  text: 'page: home\npaths: [/]\ntitle: Home\nsearch: hidden\nblocks:\n  - { type: hero, title: Home }\n',
};
const formOf = (field: string): DefinitionFile => ({
  path: 'f.form.yaml',
  text: `form: f\nfields:\n  plate: ${field}\n`,
});
const loaded = (field: string, own: Extensions = extensions) =>
  loadSite([site, home, formOf(field)], { hash: fingerprint, extensions: own });
const mistakes = (field: string, own?: Extensions): string[] =>
  loaded(field, own).problems.flatMap(({ code, severity, line, column, message }) =>
    severity === 'error' ? [`${code} ${line}:${column} ${message}`] : [],
  );

test('a field has the usual values of its type', () => {
  expect(loaded('{ type: plate }').site?.forms['f']?.fields).toEqual([
    {
      name: 'plate',
      type: 'text',
      label: 'Placa',
      maxLength: 7,
      pii: 'text',
      rules: [
        { rule: 'minLength', length: 7, message: 'Sete.' },
        { rule: 'pattern', pattern: '[A-Z0-9]+', message: 'Letras.' },
      ],
    },
  ]);
});

test('a definition replaces each of them, also a rule of the same name', () => {
  const field =
    '{ type: plate, label: Outra, required: true, rules: [{ rule: minLength, length: 5, message: Cinco. }] }';
  const [made] = loaded(field).site?.forms['f']?.fields ?? [];
  expect(made?.label).toBe('Outra');
  expect(made?.rules.map(({ rule, message }) => [rule, message])).toEqual([
    ['required', 'Preencha este campo.'],
    ['minLength', 'Cinco.'],
    ['pattern', 'Letras.'],
  ]);
});

test('a funnel in one file has them, and is expanded with them', () => {
  const funnel = {
    path: 'k/k.funnel.yaml',
    text: 'funnel: k\npath: [/k]\ntitle: K\nheading: K\nfields:\n  plate: { type: plate }\n',
  };
  const { report, files } = expandFunnel([site, funnel], 'k', extensions);
  expect(report.problems).toEqual([]);
  expect(files.find(({ path }) => path.endsWith('.form.yaml'))?.text).toContain('label: Placa');
});

describe('a mistake in a definition is reported at its place', () => {
  test.each([
    ['{ type: plates }', 'shape-missing-key 3:3 A field needs the key label.'],
    ['{ type: plates, label: A }', 'shape-not-one-of 3:18 plates is not allowed here.'],
    ['{ type: plate, mask: gone }', 'mask-unknown 3:31 There is no mask called gone.'],
    [
      '{ type: plate, options: [{ value: a, label: A }, { value: b, label: B }] }',
      'field-options 3:25 A field of type text has no options.',
    ],
  ])('%s', (field, mistake) => {
    expect(mistakes(field)[0]).toBe(mistake);
  });

  test('one of the usual values at the type', async () => {
    const own = await load(fieldWith("{ type: 'text', label: 'Placa', mask: 'gone', pii: 'text', rules: [] }"));
    expect(mistakes('{ type: plate }', own)).toEqual(['mask-unknown 3:12 There is no mask called gone.']);
  });

  test('not at all where the file of the type is mistaken', async () => {
    const own = await load('export default {');
    expect(mistakes('{ type: plate }', own).map((each) => each.split(' ')[0])).toEqual(['extension-broken']);
  });
});

test.each([
  ["{ type: 'txt' }", "The field has no type of the engine's."],
  ["{ type: 'text', maxLength: 'many' }", 'maxLength of the field must be integer.'],
  ["{ type: 'text', colour: 'red' }", 'colour of the field must NOT have additional properties.'],
  ["{ type: 'text', rules: [{ rule: 'cpf', message: 'x' }] }", 'There is no rule cpf.'],
])('the type %s is refused', async (field, message) => {
  const { problems, unread } = await load(fieldWith(field));
  expect(problems.map((problem) => problem.message)).toEqual([message]);
  expect(unread.fields.length + (message.includes('cpf') ? 1 : 0)).toBe(1);
});
