/** Extensions of a site: what their files may contain, and how their mistakes are reported. */
import { describe, expect, test } from 'vitest';
import { type Extensions, noExtensions } from '../../../engine/extensions/extensions.ts';
import { loadSite } from '../../../engine/load/load-site.ts';
import { fingerprint } from '../../../server/disk/fingerprint.ts';
import { loadExtensions } from '../../../server/extensions/load.ts';
import { extensionsFolderOf } from '../../../server/extensions/read.ts';

const rule = `import { defineRule } from 'funnel-engine/extensions';

export default defineRule({
  description: 'Five digits.',
  valid: ['12345'],
  invalid: ['1234'],
  test: (value: string): boolean => /^[0-9]{5}$/.test(value),
});
`;

const load = (files: Readonly<Record<string, string>>): Promise<Extensions> =>
  loadExtensions(Object.entries(files).map(([path, text]) => ({ path: `../extensions/${path}`, text })));

const placesOf = ({ problems }: Extensions): string[] =>
  problems.map(({ code, file, line, column }) => `${code} ${file}:${line}:${column}`);

describe('a rule', () => {
  test('runs, and browsers can fetch it without its types', async () => {
    const extensions = await load({ 'rules/plate.ts': rule });
    expect(extensions.problems).toEqual([]);
    expect(extensions.rules['plate']?.test('54321', {})).toBe(true);
    expect(extensions.rules['plate']?.test('5432', {})).toBe(false);
    const address = extensions.rules['plate']?.address as string;
    expect(address).toMatch(/^\/_f\/extensions\/[0-9a-f]+\/rules\/plate\.js$/);
    expect(extensions.modules[address]).toContain("from '../extensions.js'");
    expect(extensions.modules[address]).not.toContain('boolean');
    expect(Object.keys(extensions.modules)).toHaveLength(2);
  });

  test('shares code in lib/, whose change changes every address', async () => {
    const sharing = rule
      .replace("'funnel-engine/extensions';", "'funnel-engine/extensions';\nimport { plate } from '../lib/shapes.ts';")
      .replace('/^[0-9]{5}$/', 'plate');
    const files = { 'rules/plate.ts': sharing, 'lib/shapes.ts': 'export const plate = /^[0-9]{5}$/;\n' };
    const before = await load(files);
    expect(before.problems).toEqual([]);
    expect(Object.keys(before.modules).map((address) => address.replace(/^.*?[0-9a-f]{10,}/, ''))).toEqual([
      '/extensions.js',
      '/rules/plate.js',
      '/lib/shapes.js',
    ]);
    const after = await load({ ...files, 'lib/shapes.ts': 'export const plate = /^(?:[0-9]{5}|ABC)$/;\n' });
    expect(after.hash).not.toBe(before.hash);
    expect(after.rules['plate']?.test('ABC', {})).toBe(true);
    expect(before.rules['plate']?.test('ABC', {})).toBe(false);
  });

  test.each([
    ['a type error of the syntax', rule.replace('description:', 'description ='), 'extension-broken', 4, 3],
    ['an error while it runs', rule.replace('export default', '\n  null.x;\nexport default'), 'extension-broken', 4, 8],
    ['no export', 'export const plate = 5;\n', 'extension-shape', 1, 1],
    ['a stray member', rule.replace('  valid:', "  validd: '',\n  valid:"), 'extension-shape', 5, 3],
    ['an unknown module', rule.replace("'funnel-engine/extensions'", "'left-pad'"), 'extension-import', 1, 29],
    ['a missing file', `import '../lib/gone.ts';\n${rule}`, 'extension-import', 1, 9],
    ['a later import', rule.replace('/^[0-9]{5}$/.test(value)', "import('x') === 1"), 'extension-import', 7, 37],
    ['a wrong example', rule.replace("['12345']", "['12345', '12']"), 'extension-example', 5, 20],
  ])('with %s is reported at its place', async (_name, text, code, line, column) => {
    const extensions = await load({ 'rules/plate.ts': text });
    expect(placesOf(extensions)).toEqual([`${code} ../extensions/rules/plate.ts:${line}:${column}`]);
    // Its uses in definitions are no mistakes of their own.
    expect(extensions.rules).toEqual({});
    expect(extensions.unread.rules).toEqual(['plate']);
  });

  test('with a mistake takes no other rule with it', async () => {
    const extensions = await load({ 'rules/plate.ts': rule, 'rules/worse.ts': 'export default {' });
    expect(Object.keys(extensions.rules)).toEqual(['plate']);
    expect(extensions.problems).toHaveLength(1);
  });

  test('that imports a mistaken file is not reported again', async () => {
    const extensions = await load({
      'rules/plate.ts': `import '../lib/broken.ts';\n${rule}`,
      'lib/broken.ts': 'export const = 1;\n',
    });
    expect(placesOf(extensions)).toEqual(['extension-broken ../extensions/lib/broken.ts:1:14']);
    expect(extensions.unread.rules).toEqual(['plate']);
  });
});

test.each([
  ['rule/plate.ts', 'Did you mean extensions/rules/?'],
  ['plate.ts', 'Move it to extensions/rules/'],
  ['rules/plate.js', 'Let its name end with .ts.'],
  ['rules/brazil/plate.ts', 'Move it to extensions/rules/'],
])('a file at extensions/%s is refused with a hint', async (path, hint) => {
  const [problem, ...more] = (await load({ [path]: rule })).problems;
  expect(problem?.code).toBe('extension-file');
  expect(problem?.hint).toContain(hint);
  expect(more).toEqual([]);
});

test('only a funnels folder of that name has extensions: a folder beside another one may belong to somebody else', () => {
  expect(extensionsFolderOf('/srv/horta/funnels')).toBe('/srv/horta/extensions');
  expect(extensionsFolderOf('/tmp/site')).toBeNull();
});

describe('a connector', () => {
  const connector = `import { createHash } from 'node:crypto';
import { defineConnector } from 'funnel-engine/extensions';

export default defineConnector({
  description: 'A CRM.',
  settings: { token: { description: 'The token.', secret: true }, list: { description: 'A list.', optional: true } },
  request: ({ id, body }, { token }) => ({ url: 'https://crm.example', headers: { token, id: createHash('sha256').update(id).digest('hex') }, body }),
});
`;
  const at = (destination: string, delivery = '{ send: crm }') =>
    loadSite(
      [
        {
          path: 'site.yaml',
          text: `site: crm\nname: CRM\nurl: https://crm.example\nlocale: pt-BR\ntimeZone: America/Sao_Paulo\ncurrency: BRL\nhome: /\nnotFound: redirect\ndestinations:\n  crm: ${destination}\n`,
        },
        {
          path: 'lead.api.yaml',
          text: `api: lead\nintakes:\n  lead:\n    post: /api/lead\n    input: { email: { type: text, maxLength: 100, pii: email } }\n    records: leads\n    retention: { days: 10 }\n    errors: { invalid: Wrong. }\n    deliver: { crm: ${delivery} }\n`,
        },
      ],
      { hash: fingerprint, extensions },
    ).problems.flatMap(({ code, line, column, message }) =>
      code.endsWith('-shape') || code.startsWith('shape-') ? [`${code} ${line}:${column} ${message}`] : [],
    );
  let extensions = noExtensions;

  test('is a type of destination, and may use modules of Node', async () => {
    extensions = await load({ 'connectors/agenda.ts': connector });
    expect(extensions.problems).toEqual([]);
    expect(Object.keys(extensions.modules)).toHaveLength(1);
    expect(at('{ type: agenda, with: { token: $CRM_TOKEN } }')).toEqual([]);
  });

  test.each([
    ['{ type: agendas, with: { token: $T } }', undefined, 'shape-not-one-of 10:16 agendas is not allowed here.'],
    ['{ type: agenda }', undefined, 'destination-shape 10:3 The connector agenda needs the setting token: The token.'],
    [
      '{ type: agenda, with: { token: abc } }',
      undefined,
      'destination-shape 10:32 token of agenda is a secret, and secrets are never written in a definition.',
    ],
    [
      '{ type: agenda, with: { token: $T, lists: a } }',
      undefined,
      'destination-shape 10:43 The connector agenda has no setting lists.',
    ],
    [
      '{ type: agenda, url: https://a.example }',
      undefined,
      'destination-shape 10:24 An agenda destination has no url.',
    ],
    ['{ type: agenda, with: { token: $T } }', '{ webhook: crm }', 'delivery-shape 9:23 crm is an agenda destination.'],
  ])('%s with the delivery %s is reported', (destination, delivery, message) => {
    expect(at(destination, delivery)).toEqual([message]);
  });
});
