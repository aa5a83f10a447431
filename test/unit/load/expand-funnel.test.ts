/** The long files of a funnel in one file, and the error where there are none. */
import { expect, test } from 'vitest';
import { expandFunnel } from '../../../engine/load/expand-funnel.ts';
import type { DefinitionFile } from '../../../engine/load/load-site.ts';
import { base } from './fixtures.ts';

const few = `funnel: few
title: Few
description: A funnel with a description that is a little longer than one line of a file that is written out can be in full.
fields: { mail: email }
`;
const asked = `funnel: asked
title: Asked
questions:
  - { name: works, question: Which?, type: choices, options: [{ value: a, label: A }, { value: b, label: B }] }
  - forEach: works
    questions: [{ name: how, question: 'How is {{ item.label }}?', type: yes-no }]
  - { name: mail, question: Your e-mail?, type: email, required: true }
`;
const files: readonly DefinitionFile[] = [
  ...base,
  { path: 'below/few.funnel.yaml', text: few },
  { path: 'asked.funnel.yml', text: asked },
];
const expand = (id: string, changed: Readonly<Record<string, string | null>> = {}) => {
  const kept = files.filter(({ path }) => !Object.hasOwn(changed, path));
  const added = Object.entries(changed).flatMap(([path, text]) => (text === null ? [] : [{ path, text }]));
  const { path, files: made, known, report } = expandFunnel([...kept, ...added], id);
  const problems = report.problems.map(({ code, file, line, column }) => `${code} ${file}:${line}:${column}`);
  return { path, made, known, problems };
};

test('a funnel becomes a file of each kind beside it', () => {
  const { path, made, known, problems } = expand('few');
  expect([path, known, problems]).toEqual(['below/few.funnel.yaml', ['few', 'asked'], []]);
  expect(made.map((file) => file.path)).toEqual(
    ['page', 'flow', 'form', 'api'].map((kind) => `below/few.${kind}.yaml`),
  );
  expect(made[0]?.text).toBe(`# yaml-language-server: $schema=../../schemas/generated/editor/page.schema.json
page: few
blocks:
  - type: header
  - type: stage
  - type: footer
    company: Sample
`);
  expect(made[1]?.text.split('\n').slice(0, 11)).toEqual([
    '# yaml-language-server: $schema=../../schemas/generated/editor/flow.schema.json',
    ...['flow: few', 'page: few', 'start: start', 'steps:', '  start:', '    path:', '      - /few', '    title: Few'],
    '    description: A funnel with a description that is a little longer than one line of a file that is written out can be in full.',
    '    form: few',
  ]);
  expect(made.some(({ text }) => /[&*][a-z]\d/.test(text))).toBe(false);
});

test('questions are written as they are, with their rounds', () => {
  const { path, made, problems } = expand('asked');
  expect([path, problems]).toEqual(['asked.funnel.yml', []]);
  expect(made.map((file) => file.path)).toEqual(['asked.page.yaml', 'asked.flow.yaml', 'asked.api.yaml']);
  expect(made[1]?.text).toContain('forEach: works');
  expect(made[2]?.text).toContain('$schema=../schemas/');
});

test.each<
  [
    what: string,
    id: string,
    changed: Readonly<Record<string, string | null>>,
    path: string | undefined,
    problems: string[],
  ]
>([
  ['no funnel of this name', 'none', {}, undefined, []],
  ['no funnel of this name, and no site', 'none', { 'site.yaml': null }, undefined, []],
  ['no site', 'few', { 'site.yaml': null }, 'below/few.funnel.yaml', ['site-missing site.yaml:1:1']],
  [
    'a site with a mistake',
    'few',
    { 'site.yaml': 'site: a\nurl: x\n' },
    'below/few.funnel.yaml',
    expect.arrayContaining(['shape-form site.yaml:2:6']),
  ],
  [
    'a file that cannot be read',
    'few',
    { 'below/few.funnel.yaml': 'funnel: [' },
    'below/few.funnel.yaml',
    ['yaml-syntax below/few.funnel.yaml:1:9'],
  ],
  [
    'a file of another shape',
    'few',
    { 'below/few.funnel.yaml': 'funnel: few\n' },
    'below/few.funnel.yaml',
    ['shape-missing-key below/few.funnel.yaml:1:1'],
  ],
  [
    'a funnel without questions and fields',
    'few',
    { 'below/few.funnel.yaml': 'funnel: few\ntitle: Few\n' },
    'below/few.funnel.yaml',
    ['funnel-shape below/few.funnel.yaml:1:1'],
  ],
  [
    'rounds of an unknown list',
    'asked',
    { 'asked.funnel.yml': asked.replace('forEach: works', 'forEach: work') },
    'asked.funnel.yml',
    ['question-shape asked.funnel.yml:5:14'],
  ],
])('%s: no files', (_, id, changed, path, problems) => {
  expect(expand(id, changed)).toMatchObject({ path, made: [], problems });
});
