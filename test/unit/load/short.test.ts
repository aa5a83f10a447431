/** Definitions in few lines: a funnel in one file, and the word `required`. */
import { describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { expandFunnel } from '../../../engine/load/expand-funnel.ts';
import { createSiteLoader, type DefinitionFile, loadSite } from '../../../engine/load/load-site.ts';
import { readDefinitionFiles } from '../../../server/definitions/read.ts';
import { fingerprint } from '../../../server/disk/fingerprint.ts';
import { fixtureFolder } from '../../harness/fixture-sites.ts';
import { baseEdited, baseWith, load } from './fixtures.ts';

const { files } = await readDefinitionFiles(fixtureFolder('short'));
const loadShort = (given: readonly DefinitionFile[]) => loadSite(given, { hash: fingerprint });

/** The definitions of a site, without the hash of its files. */
function definitionsOf(given: readonly DefinitionFile[]): Omit<SiteDefinition, 'hash'> {
  const { site, problems } = loadShort(given);
  expect(problems).toEqual([]);
  const { hash: _, ...rest } = site as SiteDefinition;
  return rest;
}

const edited = (path: string, from: string, to: string): DefinitionFile[] =>
  files.map((file) => {
    if (file.path !== path) return file;
    if (!file.text.includes(from)) throw new RangeError(`${path} has no ${from}`);
    return { path, text: file.text.replace(from, () => to) };
  });

const placesOf = (given: readonly DefinitionFile[]): string[] =>
  loadShort(given).problems.map(({ code, file, line, column }) => `${code} ${file}:${line}:${column}`);

const aviso = 'aviso/aviso.funnel.yaml';
const nivel = 'nivel/nivel.funnel.yaml';

describe('a funnel in one file', () => {
  test('is short: 25 lines with a form, 60 with a quiz', () => {
    const lines = (path: string) =>
      files
        .find((file) => file.path === path)
        ?.text.trimEnd()
        .split('\n').length;
    expect(lines(aviso)).toBeLessThanOrEqual(25);
    expect(lines(nivel)).toBeLessThanOrEqual(60);
  });

  test.each([
    ['aviso', ['page', 'flow', 'form', 'api']],
    ['nivel', ['page', 'flow', 'form', 'api']],
    ['conversa', ['page', 'flow', 'api']],
    ['horas', ['page', 'flow', 'form', 'api']],
  ])('%s gives the same site as the files that it expands to', (id, kinds) => {
    const { path, files: long, report } = expandFunnel(files, id);
    expect(report.problems).toEqual([]);
    expect(long.map((file) => file.path)).toEqual(kinds.map((kind) => `${id}/${id}.${kind}.yaml`));
    const definitions = definitionsOf(files);
    expect(Object.keys(definitions.flows)).toContain(id);
    expect(definitionsOf([...files.filter((file) => file.path !== path), ...long])).toEqual(definitions);
  });

  test('has the defaults of the site', () => {
    const { forms, intakes, flows } = definitionsOf(files);
    expect(forms['nivel']?.fields.map(({ name, label, pii }) => [name, label, pii])).toEqual([
      ['nome', 'Nome', 'name'],
      ['email', 'E-mail', 'email'],
      ['whatsapp', 'Telefone com DDD', 'phone'],
    ]);
    expect(forms['nivel']?.fields[2]?.mask).toBeDefined();
    expect(forms['nivel']?.fields[2]?.rules).toMatchObject([
      { rule: 'required' },
      { rule: 'digits', min: 10, max: 11 },
    ]);
    expect(forms['aviso']?.consent?.text).toBe('Ao enviar, você concorda com a Política de privacidade.');
    expect(intakes['aviso']).toMatchObject({ records: 'aviso_leads', retention: { days: 730 }, lookupBy: 'email' });
    expect(Object.keys(flows['aviso']?.steps ?? {})).toEqual(['start', 'thanks']);
    expect(JSON.stringify(flows['nivel']?.steps['result'])).toContain('"goodFrom":70,"fairFrom":40');
  });

  test('says where it leads, what it delivers and what it tracks', () => {
    const text = [
      'funnel: contato',
      'title: Fale com a gente',
      'path: [/fale]',
      'fields:',
      '  email: email',
      '  area: { type: choice, label: Área, required: true, options: [{ value: a, label: A }, { value: b, label: B }] }',
      '  aceito: { type: checkbox, label: Aceito, required: Aceite para continuar }',
      'consent: { purpose: contato, mechanism: checkbox, field: aceito, text: Aceito }',
      'deliver: { crm: { webhook: crm } }',
      'track: { name: Contact }',
      'retention: 90',
      'next: /aviso',
    ].join('\n');
    const site = edited('site.yaml', 'masks:', 'destinations: { crm: { type: webhook, url: $CRM_URL } }\nmasks:');
    const { forms, intakes, flows, routes } = definitionsOf([...site, { path: 'contato.funnel.yaml', text }]);
    expect(forms['contato']?.fields.map(({ rules }) => rules)).toMatchObject([
      [{ rule: 'required' }, { rule: 'email' }],
      [{ rule: 'required', message: 'Escolha uma opção.' }],
      [{ rule: 'accepted', message: 'Aceite para continuar' }],
    ]);
    expect(intakes['contato']).toMatchObject({ omit: ['aceito'], retention: { days: 90 } });
    expect(JSON.stringify(intakes['contato'])).toContain('"crm"');
    expect(JSON.stringify(flows['contato'])).toContain('"Contact"');
    expect(flows['contato']?.steps['thanks']).toMatchObject({ kind: 'redirect' });
    expect(Object.keys(routes).filter((path) => path.startsWith('/fale'))).toEqual(['/fale']);
  });

  test('may be shown in the frame of another file', () => {
    const { pages, routes } = definitionsOf(edited(aviso, 'heading:', 'page: nivel\nheading:'));
    expect(Object.keys(pages)).not.toContain('aviso');
    expect(routes['/aviso']).toMatchObject({ page: 'nivel', flow: 'aviso' });
  });

  test('may ask questions of any type, with points and conditions', () => {
    const { forms, intakes, flows } = definitionsOf(files);
    expect(forms['conversa-questions']?.fields.map(({ name }) => name)).toEqual([
      ...['equipe', 'pessoas', 'canais', 'nota', 'nome', 'email'],
    ]);
    expect(forms['conversa-questions-nome']?.fields.map(({ name }) => name)).toEqual(['nome', 'email']);
    expect(intakes['conversa']).toMatchObject({
      forms: ['conversa-questions'],
      lookupBy: 'email',
      verify: { flow: 'conversa' },
    });
    expect(flows['conversa']?.steps['questions-nome']).toMatchObject({ next: 'result', submit: { calls: [{}] } });
    expect(flows['conversa']?.computed?.['score']?.value).toMatchObject(['percent', expect.anything(), 20]);
  });

  test('may be questions without a score, and then a page of thanks', () => {
    const text = files.find((file) => file.path === 'conversa/conversa.funnel.yaml')?.text ?? '';
    const plain = text
      .replace(/^results:[\s\S]*/m, '')
      .replace(/ {2}- question: Com[\s\S]*?(?= {2}- \{ name: equipe)/, '');
    const given = files.map((file) => (file.text === text ? { ...file, text: plain } : file));
    const { flows, intakes } = definitionsOf(given);
    const steps = flows['conversa']?.steps ?? {};
    expect(Object.keys(steps).slice(0, 2)).toEqual(['start', 'questions']);
    expect(steps['questions']).toMatchObject({ kind: 'form', form: 'conversa-questions-equipe' });
    expect(steps['questions-nome']).toMatchObject({ next: 'thanks' });
    expect(intakes['conversa']?.verify).toBeNull();
  });

  test('may be a quiz without a form', () => {
    const text = files.find((file) => file.path === nivel)?.text ?? '';
    const short = text.replace(/^fields:[\s\S]*(?=^results:)/m, '');
    const quiz = files.map((file) => (file.path === nivel ? { path: nivel, text: short } : file));
    const { intakes, flows } = definitionsOf(quiz);
    expect(intakes['nivel']).toBeUndefined();
    expect(Object.keys(flows['nivel']?.steps ?? {})).toEqual(['start', 'questions', 'result']);
  });
});

describe('a mistake in a funnel is reported at its own line', () => {
  test.each<[string, string, string, string, string[]]>([
    ['an unknown key', aviso, 'heading:', 'headin:', [`shape-unknown-key ${aviso}:5:1`]],
    ['an unknown word for a field', aviso, 'nome: name', 'nome: nam', [`shape-not-one-of ${aviso}:8:9`]],
    ['an unknown key of a field', aviso, 'label: Seu', 'lable: Seu', [`shape-unknown-key ${aviso}:9:25`]],
    ['a text with an unknown name', aviso, 'As vagas', 'As {{ vagas }}', [`expression-unknown-name ${aviso}:6:13`]],
    ['a text of a message', aviso, 'Diga o seu e-mail', "'Diga {{ o }}'", [`expression-unknown-name ${aviso}:9:70`]],
    ['a link to nowhere', aviso, '/privacidade', '/privacidad', [`link-unknown-route ${aviso}:12:69`]],
    ['a reserved name', aviso, 'nome: name', 'now: name', [`name-reserved ${aviso}:8:3`]],
    ['results in the wrong order', nivel, 'from: 40', 'from: 80', [`band-unreachable ${nivel}:42:5`]],
    ['an option twice', nivel, 'value: 5, label: Em', 'value: 0, label: Em', [`option-twice ${nivel}:16:18`]],
    ['a result without its limit', nivel, '    from: 40\n', '', [`funnel-shape ${nivel}:41:3`]],
    [
      'a button that leads nowhere',
      nivel,
      'to: /aviso }]\n  medio',
      'to: /avis }]\n  medio',
      [`link-unknown-route ${nivel}:40:56`],
    ],
    ['a path in use', nivel, 'lead: Quatro', 'path: [/nivel, /aviso]\nlead: Quatro', [`route-taken ${nivel}:5:16`]],
  ])('%s', (_, path, from, to, places) => {
    expect(placesOf(edited(path, from, to))).toEqual(places);
  });

  test('keys that do not go together', () => {
    const text = 'funnel: a\ntitle: A\n';
    const shapes = (more: string) =>
      placesOf([...files, { path: 'a.funnel.yaml', text: text + more }]).filter((each) => each.includes('a.funnel'));
    expect(shapes('')).toEqual(['funnel-shape a.funnel.yaml:1:1']);
    expect(shapes('fields: { email: email }\nthanks: { title: B }\nnext: /aviso\n')).toEqual([
      'funnel-shape a.funnel.yaml:4:1',
    ]);
    expect(shapes('fields: { email: email }\nbegin: Go\n')).toEqual(['funnel-shape a.funnel.yaml:4:1']);
  });

  test('an id of another file', () => {
    const page = { path: 'aviso/antes.page.yaml', text: 'page: aviso\npaths: [/antes]\ntitle: Antes\nblocks: []\n' };
    expect(placesOf([page, ...files])).toContain(`id-taken ${aviso}:2:9`);
    const copy = { path: 'copia.funnel.yaml', text: 'funnel: aviso\ntitle: Outro\nfields: { email: email }\n' };
    expect(placesOf([...files, copy])).toEqual(['id-taken copia.funnel.yaml:1:9']);
  });

  test('does not make links to the funnel mistakes too', () => {
    expect(placesOf(edited(aviso, 'fields:', 'begin: Go\nfields:'))).toEqual([`funnel-shape ${aviso}:7:1`]);
  });
});

test('an edit of a funnel gives what a new loader gives, with less than half of its work', () => {
  const loader = createSiteLoader();
  loader.load(files, { hash: fingerprint });
  const before = loader.runs;
  const after = edited(aviso, 'Seja avisado', 'Fique sabendo');
  expect(loader.load(after, { hash: fingerprint }).site).toEqual(loadShort(after).site);
  expect(loader.runs - before).toBeLessThan(before / 2);
  const again = loader.runs;
  loader.load(after, { hash: fingerprint });
  expect(loader.runs).toBe(again);
});

describe('required as a word', () => {
  const rule = 'rules:\n      - { rule: required, message: Tell your e-mail. }\n      - ';

  test('equals the rule', () => {
    const word = baseEdited('contact.form.yaml', rule, 'required: Tell your e-mail.\n    rules:\n      - ');
    const [one, other] = [load(word).site, load(baseWith({})).site];
    expect(one?.forms).toEqual(other?.forms);
    expect(one?.flows).toEqual(other?.flows);
  });

  test('has the text of the site', () => {
    const { site, problems } = load(baseEdited('contact.form.yaml', rule, 'required: true\n    rules:\n      - '));
    expect(problems).toEqual([]);
    const email = site?.forms['contact']?.fields.find(({ name }) => name === 'email');
    expect(email?.rules[0]).toEqual({ rule: 'required', message: 'Fill in this field.' });
  });

  test('is the rule that fits the type of the field', () => {
    const box = 'rules:\n      - { rule: accepted, message: Please agree. }';
    const { site } = load(baseEdited('contact.form.yaml', box, 'required: Please agree.'));
    expect(site?.forms).toEqual(load(baseWith({})).site?.forms);
  });

  test('cannot be empty, and false is the same as no word', () => {
    const words = (word: string) =>
      load(baseEdited('contact.form.yaml', 'label: Plan', `label: Plan\n    required: ${word}`));
    expect(words('false').site?.forms).toEqual(load(baseWith({})).site?.forms);
    expect(words("''").problems).toMatchObject([
      { code: 'text-empty', file: 'contact.form.yaml', line: 19, column: 15 },
    ]);
  });
});
