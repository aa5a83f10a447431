/** Screens are drawn over one another, and filled, in a real document. */
import type { Page } from 'playwright';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Screen } from '../../engine/steps/screen.ts';
import { returnChromium, shareChromium } from '../harness/shared-chromium.ts';
import { projectRoot } from '../harness/site-server.ts';

type DrawingWindow = Window & { drawing: typeof import('../harness/drawing.ts') };

let page: Page;
let browser: Awaited<ReturnType<typeof shareChromium>>;

beforeAll(async () => {
  const built = await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'silent',
    build: { write: false, lib: { entry: 'test/harness/drawing.ts', formats: ['iife'], name: 'drawing' } },
  });
  const [code = ''] = [built]
    .flat()
    .flatMap((each) => ('output' in each ? each.output.map((one) => ('code' in one ? one.code : '')) : []));
  browser = await shareChromium('shell');
  page = await (await browser.newContext()).newPage();
  await page.addScriptTag({ content: code });
});
afterAll(async () => {
  await page?.context().close();
  if (browser !== undefined) await returnChromium(browser);
});

/** Draws one HTML over another. @param change a script's change of the live elements in between */
const morphed = (before: string, to: string, change = '') =>
  page.evaluate(
    ([old, wanted, script]) => {
      const parse = (html: string): HTMLTemplateElement => {
        const template = document.createElement('template');
        template.innerHTML = html;
        return template;
      };
      const [from, target] = [parse(old as string).content, parse(wanted as string).content];
      const root = document.createElement('div');
      root.append(from.cloneNode(true));
      document.body.replaceChildren(root);
      if (script) new Function('root', script)(root);
      const kept = new Set(root.querySelectorAll('*'));
      (window as unknown as DrawingWindow).drawing.morphChildren(root, from, target);
      return { html: root.innerHTML, kept: [...root.querySelectorAll('*')].filter((each) => kept.has(each)).length };
    },
    [before, to, change],
  );

describe('one screen over another', () => {
  test.each([
    ['texts', '<h1>A</h1><p>x</p>', '<h1>B</h1><p>x</p>', 2],
    ['attributes', '<i a="1" b="2"></i>', '<i b="3" c="4"></i>', 1],
    ['an element that only the second has', '<button>Go</button>', '<button><span></span>Wait</button>', 1],
    ['an element that only the first has', '<button><span></span>Wait</button>', '<button>Go</button>', 1],
    ['more options', '<label>a</label><label>b</label>', '<label>a</label><label>c</label><label>d</label>', 2],
    ['fewer options', '<label>a</label><label>b</label><label>c</label>', '<label>d</label>', 1],
    ['another element', '<p>a</p><b>b</b>', '<h2>a</h2><b>b</b>', 1],
    ['comments between texts', '<p>a<!-- -->b</p>', '<p>c<!-- -->b</p>', 1],
    ['nothing', '<p>a</p>', '', 0],
    ['something', '', '<p>a</p>', 0],
  ])('%s', async (_, before, to, kept) => {
    expect(await morphed(before, to)).toEqual({ html: to, kept });
  });

  test('keeps what a script has changed where both are the same', async () => {
    const clock = (title: string): string => `<h1>${title}</h1><time>10:00</time>`;
    const { html } = await morphed(clock('A'), clock('B'), "root.querySelector('time').textContent = '09:59'");
    expect(html).toBe('<h1>B</h1><time>09:59</time>');
  });

  test('is drawn anew where a script has added elements', async () => {
    const { html } = await morphed(
      '<ul><li>a</li></ul>',
      '<ul><li>b</li></ul>',
      "root.querySelector('ul').append('x')",
    );
    expect(html).toBe('<ul><li>b</li></ul>');
  });
});

const filled = (html: string, screen: object): Promise<string> =>
  page.evaluate(
    ([text, data]) => {
      const root = document.createElement('div');
      root.innerHTML = text;
      document.body.replaceChildren(root);
      (window as unknown as DrawingWindow).drawing.fill(root, data as Screen);
      return root.innerHTML;
    },
    [html, screen] as const,
  );

describe('a screen is filled', () => {
  const form = (values: object, errors: object, problem: string | null = null) => ({
    question: null,
    form: {
      definition: {
        fields: [
          { name: 'a', type: 'text', rules: [] },
          { name: 'b', type: 'text', rules: [], when: ['!=', ['$', 'a'], ['#', '']] },
        ],
      },
      ...{ values, errors, problem },
    },
  });
  const field = (name: string, more = '', error = '', hidden = ' hidden=""'): string =>
    `<form><input name="${name}"${more}><p data-error="${name}"${hidden}>${error}</p></form>`;

  test('with the error of a field, and without it again', async () => {
    expect(await filled(field('a'), form({ a: '' }, { a: 'No.' }))).toBe(field('a', ' aria-invalid="true"', 'No.', ''));
    expect(await filled(field('a', ' aria-invalid="true"', 'No.', ''), form({ a: 'x' }, {}))).toBe(field('a'));
  });

  test('with the error of a question at its group', async () => {
    const group = (more: string, error: string, hidden: string): string =>
      `<fieldset role="radiogroup"${more}><p data-error="q"${hidden}>${error}</p><input type="radio" name="q"></fieldset>`;
    const screen = { question: { item: { id: 'q' }, error: 'Choose.' }, form: null };
    expect(await filled(group('', '', ' hidden=""'), screen)).toBe(group(' aria-invalid="true"', 'Choose.', ''));
  });

  test('with the fields whose condition holds', async () => {
    const place = (hidden: string): string => `<div data-field="b"${hidden}></div>`;
    expect(await filled(place(' hidden=""'), form({ a: 'x', b: '' }, {}))).toBe(place(''));
    expect(await filled(place(''), form({ a: '', b: '' }, {}))).toBe(place(' hidden=""'));
  });

  test('with the problem of a submission', async () => {
    expect(await filled('<p data-problem="" hidden=""></p>', form({}, {}, 'It failed.'))).toBe(
      '<p data-problem="">It failed.</p>',
    );
  });

  test('with a call that is made again, and its own text afterwards', async () => {
    const button = '<button data-retrying="Again…"><span></span>Sending…</button>';
    expect(await filled(button, { question: null, form: null, retrying: true })).toContain('</span>Again…');
    expect(await filled(button, { question: null, form: null })).toContain('</span>Sending…');
  });
});
