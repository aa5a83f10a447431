/** The reference that `funnel docs` writes: complete, accessible, without scripts, in the theme of the site. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorErrors } from '../../engine/errors/catalogue.ts';
import { functionCatalogue } from '../../engine/expressions/catalogue.ts';
import { expressionErrors } from '../../engine/expressions/problems.ts';
import {
  authoredBlockTypes,
  deliveryProperties,
  fieldProperties,
  stepProperties,
} from '../../schemas/generated/types.ts';
import { allSchemas } from '../../tools/schemas.ts';
import { horizontalOverflow, violations } from '../harness/axe.ts';
import { openVisitor } from '../harness/chromium.ts';
import { fixtureFolder } from '../harness/fixture-sites.ts';
import { runFunnel } from '../harness/funnel-command.ts';
import { returnChromium, shareChromium } from '../harness/shared-chromium.ts';
import { projectRoot } from '../harness/site-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'reference-'));
const out = join(folder, 'out');
const page = (name: string): string => readFileSync(join(out, `${name}.html`), 'utf8');
const pages = ['blocks', 'deliveries', 'expressions', 'extensions', 'fields', 'files', 'index', 'mistakes', 'steps'];
/** A site with extensions. */
const site = join(projectRoot, 'test/fixtures/extensions/funnels');

beforeAll(async () => {
  expect(await runFunnel(['docs', site, '--out', out])).toMatchObject({ code: 0, err: '' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('has an anchor for every word, and no link to a missing one', () => {
  expect(readdirSync(out).filter((name) => name.endsWith('.html'))).toEqual(pages.map((name) => `${name}.html`));
  const enumOf = (definition: string, key: string): string[] =>
    (
      allSchemas().get('form.schema.json') as {
        definitions: Record<string, { properties: Record<string, { enum: string[] }> }>;
      }
    ).definitions[definition]?.properties[key]?.enum ?? [];
  for (const type of authoredBlockTypes) expect(page('blocks')).toContain(`id="${type}"`);
  for (const type of enumOf('field', 'type')) expect(page('fields')).toContain(`id="field-${type}"`);
  for (const name of enumOf('rule', 'rule')) expect(page('fields')).toContain(`id="rule-${name}"`);
  for (const kind of Object.keys(stepProperties)) expect(page('steps')).toContain(`id="step-${kind}"`);
  for (const name of Object.keys(functionCatalogue)) expect(page('expressions')).toContain(`id="${name}"`);
  for (const code of [...Object.keys(authorErrors), ...Object.keys(expressionErrors)])
    expect(page('mistakes')).toContain(`id="${code}"`);
  // A table is named by what it has the words of.
  for (const name of pages) expect(page(name)).not.toMatch(/[Ww]ords of (?:an? |site)/);
  for (const kind of Object.keys(deliveryProperties)) expect(page('deliveries')).toContain(`id="delivery-${kind}"`);
  expect(Object.keys(fieldProperties).length).toBeGreaterThan(3);
  for (const name of pages) {
    const ids = [
      ...page(name)
        .replaceAll(/<template[\s\S]*?<\/template>/g, '')
        .matchAll(/ id="([^"]+)"/g),
    ].map(([, id]) => id);
    expect(new Set(ids).size, name).toBe(ids.length);
    for (const [, file = '', id = ''] of page(name).matchAll(/<a[^>]* href="([a-z]*)(?:\.html)?#([^"]+)"/g))
      if (!page(name).includes(`<template shadowrootmode="open">`) || file !== '')
        expect(page(file === '' ? name : file), `${name}: ${file}#${id}`).toContain(`id="${id}"`);
  }
});

test('draws an example of every block and field that draws something, and the results of functions', () => {
  const drawn = (name: string): string[] =>
    [...page(name).matchAll(/<div[^>]* data-example="\w+ ([\w-]+)"/g)].map(([, word]) => word as string);
  expect(drawn('blocks')).toEqual(authoredBlockTypes.filter((type) => type !== 'stage' && type !== 'part').toSorted());
  expect(drawn('fields')).toHaveLength(27);
  expect(page('expressions')).toContain('<code>percent(sum(answers), 30)</code></th><td><code>50</code>');
});

test('shows the extensions of the site, with examples', () => {
  const extensions = page('extensions');
  for (const id of ['blocks-price-table', 'fields-cpf', 'rules-cpf', 'functions-initials', 'connectors-agenda'])
    expect(extensions).toContain(`id="${id}"`);
  expect(extensions).toMatch(/data-example="block price-table"[\s\S]*?<template[\s\S]*?extension-price-table__name/);
  expect(extensions).toMatch(/data-example="field cpf"[\s\S]*?<template[\s\S]*?<input/);
  expect(extensions).toContain("<code>initials('Ana Maria Souza')</code></th><td><code>&quot;AMS&quot;</code>");
  expect(extensions).toContain('<code>529.982.247-25</code></th><td>accepted</td>');
  expect(extensions).toContain('an environment variable');
});

describe('in a browser', () => {
  test('runs no script, has the look of the site, and axe finds nothing', async () => {
    for (const name of pages) expect(page(name)).not.toMatch(/<script|\son[a-z]+="/);
    const browser = await shareChromium('shell');
    const visitor = await openVisitor(browser);
    try {
      for (const name of ['blocks', 'fields', 'index', 'mistakes', 'extensions']) {
        await visitor.page.goto(`file://${join(out, name)}.html`);
        expect(await horizontalOverflow(visitor.page), name).toBeLessThanOrEqual(0);
        if (name === 'blocks') {
          const looks = await visitor.page.locator('[data-example="block hero"]').evaluate((host) => {
            const button = host.shadowRoot?.querySelector('.button');
            return button ? getComputedStyle(button).backgroundColor : null;
          });
          // The neutral palette of a site without colours.
          expect(looks).toBe('rgb(27, 28, 30)');
        }
        expect(await violations(visitor.page), name).toEqual([]);
      }
    } finally {
      await visitor.leave();
      await returnChromium(browser);
    }
  });
});

test('says what is missing', async () => {
  expect(await runFunnel(['docs', join(folder, 'none')])).toMatchObject({ code: 2 });
  writeFileSync(join(folder, 'file'), '');
  const { code, err } = await runFunnel(['docs', fixtureFolder('short'), '--out', join(folder, 'file')]);
  expect([code, err]).toEqual([2, expect.stringContaining('could not be written')]);
});
