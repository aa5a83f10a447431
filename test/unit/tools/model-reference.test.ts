/** The reference for language models is small enough, complete, and its examples are valid. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { functionCatalogue } from '../../../engine/expressions/catalogue.ts';
import { authoredBlockTypes } from '../../../schemas/generated/types.ts';
import { compactKeys } from '../../../tools/reference/compact-schema.ts';
import {
  charactersPerToken,
  modelIndex,
  modelReference,
  modelReferencePath,
  mostTokens,
} from '../../../tools/reference/model-reference.ts';
import { allSchemas } from '../../../tools/schemas.ts';
import { runFunnel } from '../../harness/funnel-command.ts';
import { projectRoot } from '../../harness/site-server.ts';

const all = allSchemas();
const reference = modelReference(all);
const folder = mkdtempSync(join(tmpdir(), 'model-reference-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('is generated, and has at most 8,000 tokens', () => {
  const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
  expect(read(modelReferencePath)).toBe(reference);
  expect(read('llms.txt')).toBe(modelIndex());
  expect(reference.length / charactersPerToken).toBeLessThanOrEqual(mostTokens);
});

test('names every block, function, key of a step and kind of field', () => {
  for (const type of authoredBlockTypes) expect(reference).toContain(`\n- ${type} (`);
  for (const { form } of Object.values(functionCatalogue)) expect(reference).toContain(`\n- ${form}: `);
  const step = /\n- step: (.*)/.exec(reference)?.[1] ?? '';
  const { definitions } = all.get('flow.schema.json') as { definitions: { step: { properties: object } } };
  for (const key of Object.keys(definitions.step.properties))
    if (key !== 'aliases') expect(step).toMatch(new RegExp(`[{ ]${key}[:! }]`));
  expect(reference).toContain('choices|ranking|matrix|yes-no|scale');
});

test('its examples are valid together', async () => {
  const blocks = [...reference.matchAll(/```yaml\n# (\S+)\n([\s\S]*?)```/g)];
  expect(blocks.map(([, path]) => path)).toEqual([
    'site.yaml',
    'level/level.funnel.yaml',
    'call/call.api.yaml',
    'call/call.flow.yaml',
    'call/call.page.yaml',
    'call/contact.form.yaml',
    'call/topic.form.yaml',
  ]);
  for (const [, path = '', text = ''] of blocks) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { code, out } = await runFunnel(['check', folder]);
  expect([code, out]).toEqual([0, '7 files, 0 errors, 0 warnings']);
  // A branch, and what no visitor reaches, would be found.
  const { code: walked } = await runFunnel(['paths', '--funnels', folder]);
  expect(walked).toBe(0);
});

test('writes keys in few characters', () => {
  const options = { all, named: new Map([['common.schema.json#link', 'link']]) };
  const keys = (schema: Record<string, unknown>): string => compactKeys(schema, 'page.schema.json', options);
  const common = 'common.schema.json#/definitions';
  expect(
    keys({
      required: ['title'],
      properties: {
        title: { $ref: `${common}/text` },
        text: { allOf: [{ $ref: `${common}/text` }] },
        links: { type: 'array', items: { $ref: `${common}/link` } },
        by: { type: 'object', additionalProperties: { type: 'integer' } },
        either: { oneOf: [{ type: 'boolean' }, { enum: ['a', 'b'] }] },
        aliases: { type: 'array' },
      },
    }),
  ).toBe('title!:text text links:[link] by:{*:int} either:bool|a|b');
});
