/** The lines that an edit's effects are attributed to, and the names that aliases keep. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parsedSources } from '../../../server/definitions/parsed-sources.ts';
import { readDefinitionFiles } from '../../../server/definitions/read.ts';
import { withAliases } from '../../../server/impact/aliases.ts';
import { causesOfLeads, causesOfVisits, editsBetween } from '../../../server/impact/causes.ts';
import { placeOfEdit } from '../../../server/impact/gate-text.ts';
import { loadFunnels } from '../../harness/load-site.ts';

const today = join(import.meta.dirname, '../../fixtures/sites/http');
let edited: string;
beforeEach(() => {
  edited = mkdtempSync(join(tmpdir(), 'edited-'));
  cpSync(today, edited, { recursive: true });
});
afterEach(() => rmSync(edited, { recursive: true }));

function edit(file: string, before: string, after: string): void {
  const path = join(edited, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(before);
  writeFileSync(path, text.replace(before, after));
}

const [flow, form, api] = ['quiz/quiz.flow.yaml', 'quiz/pessoa.form.yaml', 'quiz/quiz.api.yaml'];

async function versions() {
  const [before, after] = await Promise.all(
    [today, edited].map(async (folder) => parsedSources((await readDefinitionFiles(folder)).files).sources),
  );
  const sites = { today: await loadFunnels(today), edited: await loadFunnels(edited) };
  return { edits: editsBetween(before ?? [], after ?? []), sites };
}

async function linesOf(verdict: 'changed' | 'refused', screen: string, change: string): Promise<string[]> {
  const { edits, sites } = await versions();
  const group = { verdict, flow: 'quiz', screen, change, count: 1, traces: [] };
  return causesOfVisits(edits, sites, group).map(placeOfEdit);
}

describe('of several edits', () => {
  beforeEach(() => {
    edit(form, 'digits, min: 10', 'digits, min: 11');
    edit(form, 'rule: email, message', 'rule: minLength, length: 30, message');
    edit(flow, "ALTO: '>= 50'", "ALTO: '>= 60'");
    edit(flow, 'title: Comece\n    description', 'title: Vamos\n    description');
    edit(api, 'redirect: /sobre', 'redirect: /quiz');
  });

  test('the one of the field is named', async () => {
    expect(await linesOf('refused', 'pessoa', 'phone: O telefone não é válido.')).toEqual([`${form}:24:25`]);
    expect(await linesOf('refused', 'pessoa', 'email: O e-mail não é válido.')).toEqual([`${form}:16:11`]);
  });

  test('the one of the value that is computed is named', async () => {
    const change = 'call /api/quiz/finish: payload.level: "ALTO" → "BAIXO"';
    expect(await linesOf('changed', 'pessoa', change)).toEqual([`${flow}:16:15`]);
  });

  test('the one of the intake of the leads is named', async () => {
    const { edits, sites } = await versions();
    const found = causesOfLeads(edits, sites, { collection: 'leads', reason: 'It is sent to /quiz, not to /sobre.' });
    expect(found.map(placeOfEdit)).toEqual([`${api}:15:5`]);
  });
});

test('what is removed is named with its line before', async () => {
  edit(
    form,
    '      - { rule: accepted, message: É preciso aceitar. }\n',
    '      - { rule: accepted, message: Aceite. }\n',
  );
  edit(form, '    submitAs: digits\n', '');
  expect(await linesOf('changed', 'pessoa', 'context.values.phone: "1" → "(1)"')).toEqual([
    `${form}:21:5 of the version before`,
  ]);
});

test('aliases of steps, questions and fields are renames; a name that is still used is none', async () => {
  edit(form, '  phone:\n', '  telefone:\n    aliases: [phone, nome]\n');
  edit(api, 'by: [email, phone]', 'by: [email, telefone]');
  edit(flow, '      - id: um\n', '      - id: primeira\n        aliases: [um]\n');
  edit(flow, '\n  resultado:\n    path', '\n  fim:\n    aliases: [resultado]\n    path');
  edit(flow, 'next: resultado', 'next: fim');
  const { sites } = await versions();
  const none = { renamed: { flows: {}, steps: {}, fields: {} }, removed: { flows: [], steps: [], fields: [] } };
  expect(withAliases(none, sites.today, sites.edited).renamed).toEqual({
    flows: {},
    steps: { 'quiz.um': 'primeira', 'quiz.resultado': 'fim' },
    fields: { 'quiz.phone': 'telefone' },
  });
});
