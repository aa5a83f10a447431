/** Functions of a site's own in expressions. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileExpression, evaluate } from '../../../engine/expressions/index.ts';
import type { Extensions } from '../../../engine/extensions/extensions.ts';
import { functionAddresses, functionsOf } from '../../../engine/extensions/functions.ts';
import { loadSite } from '../../../engine/load/load-site.ts';
import { fingerprint } from '../../../server/disk/fingerprint.ts';
import { loadExtensions } from '../../../server/extensions/load.ts';
import { loadFunnels } from '../../harness/load-site.ts';
import { projectRoot } from '../../harness/site-server.ts';

const text = (changes: Readonly<Record<string, string>> = {}): string => {
  const members: Record<string, string> = {
    description: "'The rate of something.'",
    parameters:
      "{ amount: { description: 'A.', type: 'number' }, plan: { description: 'P.', type: 'text', oneOf: ['one', 'two'] } }",
    result: "'number'",
    fallback: '-1',
    examples: '{ "rate(10, \'two\')": 20 }',
    run: "({ amount, plan }) => { if (amount > 1000) throw new Error('much'); return plan === 'two' ? amount * 2 : amount / 0; }",
    ...changes,
  };
  const body = Object.entries(members).flatMap(([name, value]) => (value === '' ? [] : [`  ${name}: ${value},\n`]));
  return `import { defineFunction } from 'funnel-engine/extensions';\n\nexport default defineFunction({\n${body.join('')}});\n`;
};

const load = (files: Readonly<Record<string, string>>): Promise<Extensions> =>
  loadExtensions(Object.entries(files).map(([path, content]) => ({ path: `../extensions/${path}`, text: content })));

const number = { kind: 'number' } as const;

describe('a function', () => {
  const compile = async (expression: string, changes = {}) => {
    const extensions = await load({ 'functions/rate.ts': text(changes) });
    return compileExpression(expression, { amount: { ...number, optional: true }, sure: number }, undefined, {
      functions: functionsOf(extensions),
      constants: { facts: { price: 7 } },
      total: true,
    });
  };

  test.each([
    ["rate(facts.price, 'two')", {}, 14],
    ["rate(sure, 'two') + 1", { sure: 5 }, 11],
    ["sure | rate('two')", { sure: 5 }, 10],
    // Not a number, and an error: the fallback.
    ["rate(sure, 'one')", { sure: 5 }, -1],
    ["rate(sure, 'two')", { sure: 2000 }, -1],
    // A missing value stays missing.
    ["default(rate(amount, 'two'), 3)", { amount: null }, 3],
  ])('%s with %j gives %j', async (expression, scope, wanted) => {
    const compiled = await compile(expression);
    if (!('code' in compiled)) throw new Error(JSON.stringify(compiled.problems));
    expect(evaluate(compiled.code, scope)).toBe(wanted);
  });

  test('is computed at load where it reads only constants', async () => {
    expect(await compile("rate(facts.price, 'two')")).toMatchObject({ code: 14, reads: [] });
  });

  test.each([
    ["rate('7', 'two')", 'expression-wrong-type', 'This should be a number'],
    ["rate(sure, 'tow')", 'expression-wrong-type', 'This should be'],
    ['rate(sure)', 'expression-wrong-count', 'rate is called with 1 value.'],
    ["rat(sure, 'two')", 'expression-unknown-function', 'There is no function called rat.'],
    ["rate(amount, 'two') + 1", 'expression-maybe-null', 'This may be null.'],
  ])('%s is refused at load', async (expression, code, message) => {
    const { problems } = await compile(expression);
    expect(problems.map((each) => [each.code, each.message.slice(0, message.length)])).toEqual([[code, message]]);
    if (code === 'expression-unknown-function') expect(problems[0]?.hint).toBe('Did you mean rate?');
  });

  test('cannot change the values that it is called with', async () => {
    const extensions = await load({
      'functions/largest.ts': text({
        parameters: "{ all: { description: 'All.', type: 'numbers' } }",
        examples: "{ 'largest([1, 3, 2])': 3 }",
        run: '({ all }) => all.sort((a, b) => b - a)[0]',
      }),
    });
    expect(extensions.problems).toEqual([]);
    const answers = [5, 10, 0];
    expect(extensions.functions['largest']?.implementation([answers])).toBe(10);
    expect(answers).toEqual([5, 10, 0]);
  });

  test.each([
    [
      'a wrong example',
      { examples: '{ "rate(10, \'two\')": 21 }' },
      "rate(10, 'two') gives 20, but the example says 21.",
    ],
    [
      'a mistaken example',
      { examples: "{ 'rate(10)': 20 }" },
      'The example rate(10) is mistaken: rate is called with 1 value.',
    ],
    ['an example of another', { examples: "{ 'size([1])': 1 }" }, 'The example size([1]) does not call rate.'],
    ['no parameters', { parameters: '{}' }, 'A function needs a parameter.'],
    [
      'an unknown type',
      { parameters: "{ amount: { description: 'A.', type: 'date' } }" },
      'amount is not declared completely.',
    ],
    ['no result', { result: '' }, 'The type of the result is missing.'],
    ['a fallback of another type', { fallback: "'x'" }, 'The fallback is no number.'],
    ['no examples', { examples: '' }, 'The function has no example.'],
    ['no code', { run: '' }, 'The function run is missing.'],
  ])('with %s is refused', async (_name, changes, message) => {
    const extensions = await load({ 'functions/rate.ts': text(changes) });
    expect(extensions.problems.map((each) => each.message)).toEqual([message]);
    expect(extensions.unread.functions).toEqual(['rate']);
  });

  test.each(['upper', 'has', 'in', 'my-rate'])('cannot be called %s', async (name) => {
    expect((await load({ [`functions/${name}.ts`]: text() })).problems).toHaveLength(1);
  });

  test('with a mistake is not reported again where it is used', async () => {
    const extensions = await load({ 'functions/rate.ts': text({ result: '' }) });
    const site = `site: one\nname: One\nurl: https://one.example\nlocale: pt-BR\ntimeZone: America/Sao_Paulo\ncurrency: BRL\nhome: /\nnotFound: redirect\nfacts: { price: 7 }\n`;
    const page = (title: string) => `page: one\npaths: [/]\ntitle: "${title}"\nblocks: [{ type: text, title: One }]\n`;
    const codes = (title: string) =>
      loadSite(
        [
          { path: 'site.yaml', text: site },
          { path: 'one.page.yaml', text: page(title) },
        ],
        { hash: fingerprint, extensions },
      )
        .problems.filter(({ severity }) => severity === 'error')
        .map(({ code }) => code);
    expect(codes("{{ rate(facts.price, 'two') }}")).toEqual(['extension-shape']);
    expect(codes("{{ rat(facts.price, 'two') }}")).toEqual(['extension-shape', 'expression-unknown-function']);
  });
});

test('two versions of a function do not disturb each other', async () => {
  const codes = await Promise.all(
    ['2', '3'].map(async (factor) => {
      const changes = { run: `({ amount }) => amount * ${factor}`, examples: `{ "rate(1, 'two')": ${factor} }` };
      const extensions = await load({ 'functions/rate.ts': text(changes) });
      const compiled = compileExpression("rate(sure, 'two')", { sure: number }, undefined, {
        functions: functionsOf(extensions),
      });
      return 'code' in compiled ? compiled.code : null;
    }),
  );
  expect(codes.map((code) => evaluate(code, { sure: 5 }))).toEqual([10, 15]);
});

test('browsers fetch the functions that a flow calls, and none that only constants are given to', async () => {
  const site = await loadFunnels(join(projectRoot, 'test/fixtures/extensions/funnels'));
  const extensions = site.extensions as Extensions;
  expect(functionAddresses(site.flows['cadastro'], extensions)).toEqual([extensions.functions['initials']?.address]);
  expect(functionAddresses(site.pages['precos'], extensions)).toEqual([extensions.functions['isPast']?.address]);
  expect(extensions.modules[extensions.functions['initials']?.address ?? '']).toContain("from '../extensions.js'");
});
