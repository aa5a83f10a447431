/** What an editor gets from `funnel lsp` for the definitions of the site, through the protocol's own client. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cursor, EditorClient } from '../harness/editor-client.ts';
import { copyFunnels } from '../harness/funnels-copy.ts';

const folder = copyFunnels();
let editor: EditorClient;
beforeAll(async () => {
  editor = await EditorClient.start(folder);
});
afterAll(async () => {
  expect(await editor.stop()).toBe(0);
});

const flow = 'guia/guia.flow.yaml';
const api = 'guia/guia.api.yaml';
const email = 'guia/guia.email.yaml';
const form = 'guia/guia.form.yaml';
const scenario = 'guia/guia.scenario.yaml';
const page = 'consultoria/consultoria.page.yaml';
const quiz = 'diagnostico/diagnostico.flow.yaml';

/** A text of a file with the cursor in it. @throws RangeError when the file lacks the text */
function textWith(path: string, before: string, after: string): string {
  const text = editor.read(path);
  if (!text.includes(before)) throw new RangeError(`${path} has no ${before}`);
  return text.replace(before, () => after);
}

/** Places where a name is completed: what is typed, what is offered, what is not, and the text after a choice. */
const places: readonly {
  readonly of: string;
  readonly path: string;
  readonly before: string;
  readonly typed: string;
  readonly offers: readonly string[];
  readonly not?: readonly string[];
}[] = [
  { of: 'a page', path: flow, before: 'page: guia', typed: 'page: §', offers: ['guia', 'workshop'], not: ['nome'] },
  {
    of: 'a step',
    path: flow,
    before: 'next: enviado',
    typed: 'next: e§',
    offers: ['enviado', 'parabens'],
    not: ['inicio'],
  },
  { of: 'a form', path: flow, before: 'form: guia', typed: 'form: §', offers: ['guia', 'inscricao'], not: ['topo'] },
  {
    of: 'a field of a form',
    path: form,
    before: 'fields:\n',
    typed: 'fields:\n  x: { type: text, label: X, when: § }\n',
    offers: ['name', 'email'],
    not: ['uid'],
  },
  {
    of: 'a value of a flow',
    path: flow,
    before: 'params: { nome: firstName(nome)',
    typed: 'params: { nome: firstName(n§)',
    offers: ['nome', 'name', 'aviso'],
    not: ['answers'],
  },
  {
    of: 'a value below another',
    path: quiz,
    before: "'{{ texts.levels[result.level].title }}'",
    typed: "'{{ result.§ }}'",
    offers: ['score', 'focusPillar'],
    not: ['uid'],
  },
  { of: 'a set of questions', path: quiz, before: 'ask: perguntas', typed: 'ask: §', offers: ['perguntas'] },
  {
    of: 'texts of a flow',
    path: quiz,
    before: "'{{ texts.levels[result.level].title }}'",
    typed: "'{{ texts.levels.§ }}'",
    offers: ['VISIVEL', 'CRITICO'],
    not: ['levels'],
  },
  { of: 'an event of a button', path: flow, before: 'send: again', typed: 'send: §', offers: ['again'] },
  {
    of: 'the path of an intake',
    path: flow,
    before: '- post: /api/ebook-lead',
    typed: '- post: /api/§',
    offers: ['/api/ebook-lead', '/api/leads'],
  },
  {
    of: 'a value that an intake accepts',
    path: api,
    before: 'lookupBy: email',
    typed: 'lookupBy: §',
    offers: ['email', 'utm_term'],
    not: ['uid'],
  },
  {
    of: 'a key that an intake accepts',
    path: flow,
    before: 'src: visit.src\n',
    typed: 's§: visit.src\n',
    offers: ['src', 'utm_term'],
  },
  {
    of: 'stored records',
    path: api,
    before: 'records: guia_leads',
    typed: 'records: §',
    offers: ['workshop_leads', 'waiting_list'],
  },
  { of: 'a destination', path: api, before: '{ email: correio', typed: '{ email: §', offers: ['correio'] },
  {
    of: 'an e-mail',
    path: api,
    before: 'template: entrega-do-guia',
    typed: 'template: §',
    offers: ['entrega-do-guia'],
  },
  {
    of: 'a value of an e-mail',
    path: email,
    before: 'subject: ',
    typed: "subject: '{{ § }}'\nx: ",
    offers: ['name'],
  },
  { of: 'a document', path: email, before: 'document: guia', typed: 'document: §', offers: ['guia', 'ebook'] },
  {
    of: 'a part',
    path: page,
    before: 'blocks:\n',
    typed: 'blocks:\n  - { type: part, part: §}\n',
    offers: ['topo', 'rodape'],
  },
  {
    of: 'a collection',
    path: 'historias/historia.page.yaml',
    before: 'forEach: historias',
    typed: 'forEach: §',
    offers: ['historias'],
  },
  {
    of: 'a value of items',
    path: 'historias/historia.page.yaml',
    before: "'{{ item.description }}'",
    typed: "'{{ item.§'",
    offers: ['quote', 'area'],
    not: ['nome'],
  },
  {
    of: 'an overlay',
    path: page,
    before: 'blocks:\n',
    typed: 'blocks:\n  - { type: hero, title: A, actions: [{ label: A, open: §}] }\n',
    offers: ['agendar'],
  },
  { of: 'a block', path: page, before: "to: '#sessao'", typed: "to: '#§'", offers: ['sessao', 'resultados'] },
  {
    of: 'an address',
    path: page,
    before: "to: '#sessao'",
    typed: 'to: /§',
    offers: ['/workshop', '/quiz'],
    not: ['/api/leads'],
  },
  {
    of: 'an address, at an empty value',
    path: page,
    before: "to: '#sessao'",
    typed: 'to: §',
    offers: ['/workshop', '/quiz'],
  },
  { of: 'a parameter', path: flow, before: 'src: visit.src\n', typed: 'src: visit.§\n', offers: ['utm_term', 'src'] },
  { of: 'a tracking event', path: flow, before: 'name: Lead\n', typed: 'name: §\n', offers: ['Lead', 'ViewContent'] },
  {
    of: 'a fact',
    path: flow,
    before: "when: facts.guide.promise == 'always'",
    typed: "when: facts.guide.§ == 'always'",
    offers: ['promise'],
    not: ['nome'],
  },
  { of: 'a mask', path: form, before: 'mask: phone-br', typed: 'mask: §', offers: ['phone-br'] },
  {
    of: 'a calendar entry',
    path: flow,
    before: "when: facts.guide.promise == 'always'",
    typed: "when: calendar.§ == 'always'",
    offers: ['workshop'],
    not: ['nome'],
  },
  {
    of: 'a file',
    path: flow,
    before: 'image: guia/assets/capa.svg',
    typed: 'image: guia/§',
    offers: ['guia/assets/capa.svg', 'geral/assets/social.png'],
    not: ['/quiz'],
  },
  { of: 'a flow', path: scenario, before: 'flow: guia', typed: 'flow: §', offers: ['guia', 'inscricao'] },
  {
    of: 'a value in a scenario',
    path: scenario,
    before: '{ fill: { name: Ana Souza,',
    typed: '{ fill: { §: Ana Souza,',
    offers: ['name', 'phone'],
  },
  {
    of: 'a screen in a scenario',
    path: scenario,
    before: 'screen: enviado',
    typed: 'screen: §',
    offers: ['pedido', 'enviado'],
  },
  {
    of: 'a value of a response',
    path: flow,
    before: 'reply.message',
    typed: 'reply.§',
    offers: ['success', 'message'],
  },
];

describe('completes the name of', () => {
  test.for(places)('$of', async ({ path, before, typed, offers, not = [] }) => {
    const text = textWith(path, before, typed);
    const labels = (await editor.complete(path, text)).map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining([...offers]));
    for (const label of not) expect(labels).not.toContain(label);
    // The chosen name replaces what is typed.
    const [first = ''] = offers;
    const chosen = await editor.choose(path, text, first);
    expect(chosen.replaceAll(/\s/g, '')).toContain(
      typed
        .slice(0, typed.indexOf(cursor))
        .replace(/[\w/]*$/, '')
        .replaceAll(/\s/g, '') + first,
    );
    await editor.type(path, editor.read(path));
  });
});

describe('completes the keys of', () => {
  const keys = async (path: string, before: string, typed: string) => {
    const found = (await editor.complete(path, textWith(path, before, typed))).map(({ label }) => label);
    await editor.type(path, editor.read(path));
    return found;
  };

  test('a block in one line', async () => {
    const found = await keys(page, 'blocks:\n', 'blocks:\n  - { type: hero, § }\n');
    expect(found).toEqual(expect.arrayContaining(['title', 'lead', 'image']));
    expect(found).not.toContain('items');
  });

  test('a field, only those of its type', async () => {
    const found = await keys(form, 'fields:\n', 'fields:\n  x: { type: choices, § }\n');
    expect(found).toEqual(expect.arrayContaining(['options', 'min', 'max', 'label', 'required']));
    expect(found).not.toEqual(expect.arrayContaining(['countries']));
    expect(found.length).toBeLessThan(25);
  });

  test('a question with a type, and not those of one without', async () => {
    const question = '    items:\n      - { question: Qual?, type: slider, name: x, § }\n';
    const found = await keys(quiz, '    items:\n', question);
    expect(found).toEqual(expect.arrayContaining(['min', 'max', 'unit', 'ends', 'label']));
    expect(found).not.toContain('options');
  });

  test('a record, before a colon is typed', async () => {
    const text = textWith(flow, '    delay: 4s\n', '    delay: 4s\n    red§\n');
    expect(await editor.choose(flow, text, 'redirect')).toContain('    delay: 4s\n    redirect: \n');
    await editor.type(flow, editor.read(flow));
  });

  test('explains a key and a name', async () => {
    expect(await editor.hover(flow, textWith(flow, 'delay: 4s', 'de§lay: 4s'))).toMatch(/time|after|passes|goes on/i);
    const named = await editor.hover(flow, textWith(flow, 'next: enviado', 'next: en§viado'));
    expect(named).toContain('a step of a flow');
  });
});

describe('finds', () => {
  test('the definition of a name, in this file and in another', async () => {
    const [step] = await editor.definition(flow, textWith(flow, 'next: enviado', 'next: envi§ado'));
    expect(step?.uri.endsWith('/guia/guia.flow.yaml')).toBe(true);
    const [intake] = await editor.definition(flow, textWith(flow, 'post: /api/ebook-lead', 'post: /api/ebook§-lead'));
    expect(intake?.uri.endsWith('/guia/guia.api.yaml')).toBe(true);
    const [file] = await editor.definition(
      flow,
      textWith(flow, 'image: guia/assets/capa.svg', 'image: guia/as§sets/capa.svg'),
    );
    expect(fileURLToPath(file?.uri ?? '')).toBe(join(folder, 'guia/assets/capa.svg'));
  });

  test('every use of a fact', async () => {
    const found = await editor.references(
      flow,
      textWith(flow, 'when: facts.guide.promise', 'when: facts.guide.prom§ise'),
    );
    const files = new Set(found.map(({ uri }) => uri.slice(uri.lastIndexOf('/') + 1)));
    expect([...files]).toEqual(expect.arrayContaining(['site.yaml', 'guia.flow.yaml', 'guia.api.yaml']));
  });
});

describe('renames', () => {
  test('a step and what leads to it', async () => {
    const at = textWith(flow, 'next: enviado', 'next: envi§ado');
    expect(await editor.prepareRename(flow, at)).toMatchObject({ placeholder: 'enviado' });
    const edit = await editor.rename(flow, at, 'pronto');
    const files = (edit?.documentChanges ?? []).map((change) =>
      'textDocument' in change ? change.textDocument.uri : '',
    );
    expect(files.map((uri) => uri.slice(uri.lastIndexOf('/') + 1))).toEqual(
      expect.arrayContaining(['guia.flow.yaml', 'guia.scenario.yaml']),
    );
  });

  test('nothing where the name is taken', async () => {
    const at = textWith(flow, 'next: enviado', 'next: envi§ado');
    await expect(editor.rename(flow, at, 'pedido')).rejects.toThrow(/is taken/);
  });
});

describe('shows', () => {
  test('the messages of the check as one types, also in other files, and takes them back', async () => {
    await editor.type(flow, textWith(flow, 'next: enviado', 'next: enviada'));
    const [problem] = await editor.until(flow, (found) => found.some(({ code }) => code === 'step-unknown'));
    const line = editor
      .read(flow)
      .split('\n')
      .findIndex((each) => each.includes('next: enviado'));
    expect(problem).toMatchObject({ source: 'funnel', severity: 1, range: { start: { line } } });
    expect(problem?.message).toContain('enviado');
    await editor.type(flow, editor.read(flow));
    expect(await editor.until(flow, (found) => found.length === 0)).toEqual([]);
    await editor.type(form, textWith(form, 'form: guia\n', 'form: guias\n'));
    expect(await editor.until(flow, (found) => found.length > 0)).not.toEqual([]);
    await editor.type(form, editor.read(form));
    await editor.until(flow, (found) => found.length === 0);
  });

  test('a note, as information', async () => {
    await editor.type('site.yaml', textWith('site.yaml', 'facts:\n', 'facts:\n  vagas: 30\n'));
    const [note] = await editor.until('site.yaml', (found) => found.length > 0);
    expect(note).toMatchObject({ code: 'fact-unused', severity: 3 });
    await editor.type('site.yaml', editor.read('site.yaml'));
    expect(await editor.until('site.yaml', (found) => found.length === 0)).toEqual([]);
  });

  test('a mistake in YAML, and what an intake refuses', async () => {
    await editor.type(flow, textWith(flow, 'next: enviado', 'next: [enviado'));
    await editor.until(flow, (found) => found.some(({ code }) => code === 'yaml-syntax'));
    await editor.type(flow, editor.read(flow));
    await editor.until(flow, (found) => found.length === 0);
    const intake = 'diagnostico/diagnostico.api.yaml';
    await editor.type(intake, textWith(intake, 'length: 4', 'length: 3'));
    await editor.until(quiz, (found) => found.some(({ code }) => code === 'call-refused'));
    await editor.type(intake, editor.read(intake));
    await editor.until(quiz, (found) => found.length === 0);
  });
});
