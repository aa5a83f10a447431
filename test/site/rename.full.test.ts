/** `funnel rename` on the site: each rename is compared, to the byte, with one that is written as replacements of text. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDefinitionFiles } from '../../server/definitions/read.ts';
import { runFunnel } from '../harness/funnel-command.ts';
import { copyFunnels } from '../harness/funnels-copy.ts';
import { projectRoot } from '../harness/site-server.ts';

const original = (await readDefinitionFiles(join(projectRoot, 'funnels'))).files;

type Replaced = readonly [inFiles: RegExp, pattern: RegExp, now: string];

/** The texts of the site after replacements, by path. */
function replaced(replacements: readonly Replaced[], moved: Readonly<Record<string, string>> = {}) {
  return Object.fromEntries(
    original.map(({ path, text }) => [
      moved[path] ?? path,
      replacements.reduce((now, [inFiles, pattern, to]) => (inFiles.test(path) ? now.replace(pattern, to) : now), text),
    ]),
  );
}

const textsIn = async (folder: string): Promise<Record<string, string>> =>
  Object.fromEntries((await readDefinitionFiles(folder)).files.map(({ path, text }) => [path, text]));

interface Renaming {
  readonly old: string;
  readonly now: string;
  readonly replaced: readonly Replaced[];
  readonly moved?: Readonly<Record<string, string>>;
}

/** A value that a form fills, a call sends by name, an intake stores and another one looks up. */
const renamings: readonly Renaming[] = [
  {
    old: 'field:identificacao.nome',
    now: 'nome_completo',
    replaced: [
      [
        /identificacao\.form/,
        /^ {2}nome:\n {4}type: text\n/m,
        '  nome_completo:\n    type: text\n    aliases: [nome]\n',
      ],
      [/diagnostico\.api/, /firstName\(nome\)/, 'firstName(nome_completo)'],
      [/diagnostico\.flow/, /user: \{ name: nome,/, 'user: { name: nome_completo,'],
      [/diagnostico\.scenario/, /(fill|errors): \{ nome:/g, '$1: { nome_completo:'],
    ],
  },
  {
    old: 'cadastro-consultoria.phone',
    now: 'telefone',
    replaced: [
      [/consultoria\.form/, /^ {2}phone:\n {4}type: tel\n/m, '  telefone:\n    type: tel\n    aliases: [phone]\n'],
      [/consultoria\.api/, /by: \[email, phone\]/, 'by: [email, telefone]'],
      [/consultoria\.flow/, /phone: phone \}/, 'phone: telefone }'],
      [/consultoria\.scenario/, /phone: '/g, "telefone: '"],
      // Another flow posts to the same intake, with a value of its own.
      [/agendar\.flow/, /phone: "phone == null/, 'telefone: "phone == null'],
      [/agendar\.scenario/, /(sent: \{ \/api\/consultoria: \{.*?)\bphone: /g, '$1telefone: '],
    ],
  },
  {
    old: 'value:diagnostico.focusPillar',
    now: 'pilar',
    replaced: [
      [/diagnostico\.flow/, /^ {2}focusPillar:\n/m, '  pilar:\n'],
      [
        /diagnostico\.api/,
        /^ {6}focusPillar: \{ type: choice,( of: \[[A-Z, ]+\]) \}/m,
        '      pilar: { type: choice, aliases: [focusPillar],$1 }',
      ],
      [/diagnostico\.api/, /\[score, level, focusPillar\]/, '[score, level, pilar]'],
      [/diagnostico\.api/, /focusPillar: focusPillar/, 'focusPillar: pilar'],
    ],
  },
  {
    old: 'fact:offer.workshop.seats',
    now: 'vagas',
    replaced: [
      [/./, /facts\.offer\.workshop\.seats/g, 'facts.offer.workshop.vagas'],
      [/site/, /^ {6}seats: 15/m, '      vagas: 15'],
    ],
  },
  {
    old: 'fact:diagnostic',
    now: 'quiz',
    replaced: [
      [/./, /facts\.diagnostic\b/g, 'facts.quiz'],
      [/site/, /^ {2}diagnostic:/m, '  quiz:'],
    ],
  },
  {
    old: 'step:inscricao.fechado',
    now: 'encerrado',
    replaced: [
      [/inscricao\.flow/, /(next|to): fechado\b/g, '$1: encerrado'],
      [/inscricao\.flow/, /^ {2}fechado:/m, '  encerrado:'],
    ],
  },
  {
    old: 'form:identificacao',
    now: 'quem-e',
    replaced: [[/^diagnostico\//, /form: identificacao\b/g, 'form: quem-e']],
    moved: { 'diagnostico/identificacao.form.yaml': 'diagnostico/quem-e.form.yaml' },
  },
  {
    old: 'event:Lead',
    now: 'Contato',
    replaced: [
      [/./, /name: Lead\b/g, 'name: Contato'],
      // Invariants and scenarios.
      [/./, /(event: |events: \[[^\]]*?)\bLead\b/g, '$1Contato'],
    ],
  },
  {
    old: 'path:/consultoria',
    now: '/mentoria',
    replaced: [[/./, /(to: |leaves: |\(|paths: \[)\/consultoria(?=[\s\])},])/g, '$1/mentoria']],
  },
  {
    old: 'part:rodape',
    now: 'pe-da-pagina',
    replaced: [[/./, /part: rodape\b/g, 'part: pe-da-pagina']],
    moved: { 'geral/rodape.part.yaml': 'geral/pe-da-pagina.part.yaml' },
  },
  {
    old: 'text:diagnostico.gifts',
    now: 'presentes',
    replaced: [
      [/diagnostico\.flow/, /texts\.gifts\b/g, 'texts.presentes'],
      [/diagnostico\.flow/, /^ {2}gifts:/m, '  presentes:'],
    ],
  },
  {
    // Each row of a table, because an answer chooses the row.
    old: 'text:diagnostico.levels.VISIVEL.name',
    now: 'nome',
    replaced: [
      [/diagnostico\.flow/, /texts\.levels\[result\.level\]\.name/g, 'texts.levels[result.level].nome'],
      [/diagnostico\.flow/, /^ {6}name: (?=Vis|Inter|Cr)/gm, '      nome: '],
    ],
  },
  {
    old: 'overlay:workshop.inscricao-vip',
    now: 'vip',
    replaced: [
      [/^workshop\//, /open: inscricao-vip\b/g, 'open: vip'],
      [/workshop\.page/, /^ {2}inscricao-vip:/m, '  vip:'],
    ],
  },
];

test.each(renamings)('$old to $now', async ({ old, now, replaced: replacements, moved }) => {
  const folder = copyFunnels();
  const { code, err } = await runFunnel(['rename', old, now, folder]);
  expect([code, err]).toEqual([0, '']);
  expect(await textsIn(folder)).toEqual(replaced(replacements, moved));
});

test('moves a picture with its references, and shows changed lines without changing them on request', async () => {
  const folder = copyFunnels();
  const [old, now] = ['workshop/assets/mentor.svg', 'workshop/assets/clara.svg'];
  const drawing = readFileSync(join(folder, old), 'utf8');
  const dry = await runFunnel(['rename', old, now, folder, '--dry-run']);
  expect(dry).toMatchObject({ code: 0, out: expect.stringContaining('+ image: workshop/assets/clara.svg') });
  expect(await textsIn(folder)).toEqual(replaced([]));
  expect((await runFunnel(['rename', old, now, folder])).code).toBe(0);
  expect([existsSync(join(folder, old)), readFileSync(join(folder, now), 'utf8')]).toEqual([false, drawing]);
  // The site's comment on the sample drawing is the author's.
  expect(await textsIn(folder)).toEqual(
    replaced([[/./, /^( *(?:- )?)image: workshop\/assets\/mentor\.svg/gm, `$1image: ${now}`]]),
  );
});

test('and back leaves no difference', async () => {
  const folder = copyFunnels();
  for (const [old, now] of [
    ['value:diagnostico.uid', 'visita'],
    ['value:diagnostico.visita', 'uid'],
    ['intake:leads', 'inscricoes'],
    ['intake:inscricoes', 'leads'],
  ] as const)
    expect(await runFunnel(['rename', old, now, folder, '--no-aliases'])).toMatchObject({ code: 0, err: '' });
  expect(await textsIn(folder)).toEqual(replaced([]));
});

describe('a rename that is refused changes nothing', () => {
  const refusals: readonly (readonly [old: string, now: string, reason: RegExp])[] = [
    [
      'identificacao.nome',
      'email',
      /^field:identificacao\.email is taken: a field of a form at diagnostico\/identificacao\.form\.yaml:\d+:3/,
    ],
    ['identificacao.nome', 'level', /^value:diagnostico\.level is taken/],
    ['identificacao.nome', 'facts', /new problems[\s\S]*facts/],
    ['identificacao.nome', 'nome completo', /is not a name/],
    ['step:diagnostico.quiz', 'Início', /new problems/],
    ['path:/workshop', '/consultoria', /is taken/],
    ['path:/workshop', 'oficina', /new problems/],
    ['parameter:utm_source', 'origem', /cannot be renamed/],
    ['nome', 'x', /^Several things/],
    ['identificacao.nomi', 'x', /Did you mean identificacao\.nome\?/],
  ];
  test.each(refusals)('%s to %s', async (old, now, reason) => {
    const folder = copyFunnels();
    const { code, out, err } = await runFunnel(['rename', old, now, folder]);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(reason);
    expect(await textsIn(folder)).toEqual(replaced([]));
  });
});
