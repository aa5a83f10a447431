import { brotliCompressSync } from 'node:zlib';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pageMessages } from '../../../engine/messages/catalogue.ts';
import type { Screen } from '../../../engine/steps/screen.ts';
import { blockViews } from '../../../renderer/blocks/generated/views.ts';
import { recipes } from '../../../renderer/blocks/recipes.ts';
import { recipesOf } from '../../../renderer/blocks/recipes-of.ts';
import { createView } from '../../../renderer/parts/create-view.tsx';
import '../../../renderer/parts/amounts.tsx';
import { formLooks } from '../../../renderer/parts/form-looks.ts';
import '../../../renderer/parts/looks.tsx';
import '../../../renderer/parts/signature.tsx';
import { OverlayDialog } from '../../../renderer/parts/OverlayDialog.tsx';
import { buildTheme, criticalCss } from '../../../renderer/theme/theme.ts';
import type { Block } from '../../../schemas/generated/types.ts';
import { blockTypes } from '../../../schemas/generated/types.ts';
import { blocksIn } from '../../harness/held.ts';
import { unlabelledSections } from '../../harness/outline.ts';
import { examples } from './generated/examples.ts';
import { screens } from './screens.ts';

const theme = buildTheme(undefined, recipes);

function draw(block: Block, screen: Screen | null): string {
  const view = createView({
    views: blockViews,
    scope: { score: 55, step: 1, steps: 4 },
    site: {
      name: 'Perfil Ético',
      home: '/',
      messages: pageMessages({ locale: 'pt-BR' }),
      events: {
        workshop: {
          title: 'Workshop, ao vivo',
          starts: '2025-05-03T09:00:00-03:00',
          ends: '2025-05-03T13:00:00-03:00',
          location: 'Zoom',
          path: '/calendario/workshop.ics',
        },
      },
    },
    screen,
    send: () => {},
  });
  return renderToString(view.blocks([block], 1));
}

const attributes = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value as string);

const known = new Map<string, string>(theme.stylesheet.pieces.map(({ className, recipe }) => [className, recipe]));

/** React reports unknown attributes and missing keys on the console. */
let consoleError: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  consoleError.mockRestore();
});

const cases = blockTypes.flatMap((type) =>
  (['minimal', 'full'] as const).flatMap((kind) =>
    [null, ...Object.values(screens)].map((screen, index) => ({
      type,
      kind,
      state: screen === null ? 'no screen' : (Object.keys(screens)[index - 1] as string),
      block: examples[type][kind] as Block,
      screen: screen as Screen | null,
    })),
  ),
);

describe.each(cases)('$type, $kind, $state', ({ block, screen, type }) => {
  test('renders valid HTML, styled by its own recipes only', () => {
    const html = draw(block, screen);
    expect(unlabelledSections(html)).toEqual([]);
    expect(consoleError.mock.calls).toEqual([]);

    const ids = attributes(html, 'id');
    expect(new Set(ids).size, 'ids are unique').toBe(ids.length);
    for (const name of ['for', 'aria-describedby', 'aria-labelledby']) {
      for (const id of attributes(html, name).flatMap((list) => list.split(' '))) expect(ids).toContain(id);
    }
    expect(html, 'no inline event handlers').not.toMatch(/\son[a-z]+=/i);
    for (const style of attributes(html, 'style')) expect(style, 'only variables').toMatch(/^(--[a-z]+:[^;]+;?)+$/);

    const used = new Set(attributes(html, 'class').flatMap((list) => list.split(' ')));
    const forms = screen?.form ? [screen.form.definition] : [];
    const declared = new Set<string>([...formLooks(forms), ...recipesOf(blocksIn([block]))]);
    for (const name of used) {
      const recipe = known.get(name);
      expect(recipe, `${name} is a class of a recipe`).toBeDefined();
      const covered = declared.has(recipe as string) || declared.has(`.${name}`);
      expect(covered, `${type} says that it needs ${name}`).toBe(true);
    }
  });
});

describe('block markup', () => {
  test('a question is a group of native radios in a form with a submit button', () => {
    const html = draw(examples.question.full, screens.answered);
    expect(html.match(/type="radio"/g)).toHaveLength(3);
    expect(attributes(html, 'name')).toEqual(['autoridade', 'autoridade', 'autoridade', '_event']);
    expect(html).toMatch(/<input[^>]*checked=""[^>]*value="5"/);
    expect(html).toMatch(/<button type="submit"[^>]*>Finish/);
    expect(html).toMatch(/<fieldset role="radiogroup" tabindex="-1"[^>]*><legend><h1/);
    expect(draw(examples.question.full, screens.question)).toMatch(/disabled=""[^>]*data-previous/);
  });

  test('a field error is shown next to the field and exposed to assistive technology', () => {
    const html = draw(examples.form.full, screens.failing);
    expect(html).toMatch(
      /id="form-identificacao-wa"[^>]*aria-invalid="true"[^>]*aria-describedby="form-identificacao-wa-hint form-identificacao-wa-error"/,
    );
    expect(html).toContain('role="alert"');
    expect(html).toMatch(/<form[^>]*noValidate=""[^>]*method="post"/i);
  });

  test('a form that is being submitted is busy and cannot be submitted again', () => {
    expect(draw(examples.form.full, screens.sending)).toMatch(
      /<button type="submit"[^>]*aria-disabled="true" aria-busy="true"[^>]*>.*Sending…/,
    );
  });

  test('a question without an answer shows the error at its group', () => {
    const html = draw(examples.question.full, screens.unanswered);
    expect(html).toMatch(/aria-describedby="question-perfil-hint question-perfil-error" aria-invalid="true"/);
    expect(html).toMatch(/<p id="question-perfil-error"[^>]*>Por favor, selecione uma opção\.<\/p>/);
  });

  test('only the button that sent the pending event is busy', () => {
    const html = draw(examples.actions.full, screens.starting);
    expect(html).toMatch(/data-send="begin"[^>]* disabled="" aria-busy="true"[^>]*>.*Preparing…/);
  });

  test('external links open a new tab safely and announce it', () => {
    expect(draw(examples.actions.full, null)).toMatch(
      /href="https:\/\/wa.me\/5511" target="_blank" rel="noopener noreferrer"[^>]*>[^<]*<span class="hidden"> ?(<!-- -->)?\(abre em nova aba\)/,
    );
  });

  test('an address with a script scheme is not linked', () => {
    const block: Block = {
      type: 'actions',
      actions: [
        { label: 'x', to: 'javascript:alert(1)' },
        { label: 'y', to: '//evil.example' },
      ],
    };
    expect(attributes(draw(block, null), 'href')).toEqual(['#', '#']);
  });

  test('the colour of a score follows its thresholds', () => {
    const level = (score: number) => {
      const block = { ...examples.score.minimal, value: score } as Block;
      return /score__bar--level_(\w+)/.exec(draw(block, null))?.[1];
    };
    expect([100, 70, 69, 40, 39, 0].map(level)).toEqual(['good', 'good', 'fair', 'fair', 'poor', 'poor']);
  });

  test('progress counts questions on a step with questions, and is animated on other steps', () => {
    expect(draw(examples.progress.full, screens.question)).toContain('aria-valuenow="25"');
    const runs = draw(examples.progress.full, screens.form);
    expect(runs).toContain('--from:0.75;--to:1;--after:500ms');
    expect(attributes(runs, 'aria-valuenow')).toEqual(['75', '100']);
  });

  test('a back button is separate from submit, and skips required fields', () => {
    const html = draw(examples.form.full, screens.form);
    expect(html).toMatch(/<button form="visit"[^>]*value="on\.back"[^>]*data-send="back"[^>]*>Back<\/button>/);
    expect(html.match(/type="submit"/g)).toHaveLength(1);
    expect(draw(examples.form.minimal, screens.form)).not.toContain('data-send="back"');
  });

  test('only a native form uses the browser’s validation', () => {
    const native = draw({ ...examples.form.full, nativeValidation: true }, screens.form);
    expect(native).not.toMatch(/noValidate/i);
    expect(native).toMatch(/<input id="[^"]*-nome"[^>]*required=""/);
    expect(native).toMatch(/<input[^>]*type="radio"[^>]*required=""/);
    expect(native, 'one of the boxes is enough').not.toMatch(/<input id="[^"]*-prioridade-0"[^>]*required/);
    expect(native).not.toContain('aria-required');
    const own = draw(examples.form.full, screens.form);
    expect(own).not.toMatch(/ required=/);
    expect(own).toMatch(/<input id="[^"]*-nome"[^>]*aria-required="true"/);
  });

  test('a countdown announces its date once and hides the running figures from screen readers', () => {
    const html = draw(examples.countdown.full, null);
    expect(html).toMatch(/role="timer"[^>]*data-until="2025-05-03T09:00:00-03:00"/);
    expect(html).toMatch(/<time[^>]*dateTime="2025-05-03T09:00:00-03:00"[^>]*>3 May 2025, 9 a.m./i);
    expect(attributes(html, 'data-unit')).toEqual(['days', 'hours', 'minutes', 'seconds']);
    expect(html).toMatch(/aria-hidden="true">.*data-unit="days"[^>]*>--</);
    expect(draw(examples.countdown.minimal, null), 'without words the date as written').toContain('2025-05-03 09:00<');
  });

  test('a calendar links to Google with the event filled in, and to the file', () => {
    const [google, file] = attributes(draw(examples.calendar.full, null), 'href').map((href) =>
      href.replaceAll('&amp;', '&'),
    );
    const { origin, pathname, searchParams } = new URL(google as string);
    expect(origin + pathname).toBe('https://calendar.google.com/calendar/render');
    expect(Object.fromEntries(searchParams)).toEqual({
      action: 'TEMPLATE',
      text: 'Workshop, ao vivo',
      dates: '20250503T120000Z/20250503T160000Z',
      location: 'Zoom',
    });
    expect(file).toBe('/calendario/workshop.ics');
  });

  test.each([
    ['youtube', 'https://www.youtube.com/watch?v=abc123'],
    ['vimeo', 'https://vimeo.com/abc123'],
  ] as const)('a video of %s is a link that works without script', (host, to) => {
    const html = draw({ ...examples.video.full, provider: host, videoId: 'abc123' }, null);
    expect(attributes(html, 'href')).toEqual([to]);
    expect(html).toMatch(/data-behaviour="video"[^>]*data-fallback-seconds="451.63"[^>]*data-tracked/);
  });

  test('a menu opens without script, and labels its list of links', () => {
    const html = draw(examples.header.full, null);
    expect(html).toMatch(/<details[^>]*data-menu=""><summary/);
    expect(html).toMatch(/<nav[^>]*aria-label="Menu"><ul/);
    expect(draw(examples.header.minimal, null)).not.toContain('<details');
  });

  test('an overlay is a native dialog with a name and a close button', () => {
    const html = renderToString(
      <OverlayDialog id="vip" label="Acesso VIP" close="Fechar">
        <p>dentro</p>
      </OverlayDialog>,
    );
    expect(html).toMatch(/^<dialog id="overlay-vip"[^>]*data-overlay="vip" aria-label="Acesso VIP">/);
    expect(html).toMatch(/<button type="button"[^>]*data-close="vip" aria-label="Fechar">/);
    expect(html, 'closed until it is asked for').not.toMatch(/<dialog[^>]* open/);
    for (const name of attributes(html, 'class').flatMap((list) => list.split(' '))) expect(known.has(name)).toBe(true);
  });

  test('a recommended plan never has the background of its section', () => {
    const grounds = (tone: 'dark' | 'soft') =>
      /pricing__plan--marked_yes tone tone--as_(\w+)/.exec(draw({ ...examples.pricing.full, tone }, null))?.[1];
    expect([grounds('dark'), grounds('soft')]).toEqual(['plain', 'dark']);
  });

  test('a panel shows four dots when configured', () => {
    const dots = (block: Block) => draw(block, null).match(/class="panel__dot"/g)?.length ?? 0;
    expect([dots({ ...examples.panel.full, dots: true }), dots(examples.panel.full)]).toEqual([4, 0]);
  });

  test('a sticky bar has a name and a working link', () => {
    expect(draw(examples.sticky.full, null)).toMatch(
      /<section id="bar"[^>]*aria-label="A session of[^>]*>.*<a[^>]*data-open="session"/,
    );
    expect(draw(examples.sticky.minimal, null)).toMatch(/aria-label="Book a session"/);
    expect(attributes(draw(examples['scroll-top'].minimal, null), 'href')).toEqual(['#top']);
  });

  test('exactly one heading is the page heading', () => {
    const view = createView({
      views: blockViews,
      scope: {},
      site: { name: '', home: '/', messages: pageMessages({ locale: 'pt-BR' }) },
    });
    const html = renderToString(view.blocks([examples.header.full, examples.split.full, examples.text.full], 1));
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toMatch(/<h1[^>]*>A session for you alone/);
  });
});

describe('critical CSS', () => {
  const html = draw(examples.hero.full, null);
  test('is deterministic', () => {
    expect(criticalCss(theme, html, ['toast'], {})).toBe(
      criticalCss(buildTheme(undefined, recipes), html, ['toast'], {}),
    );
  });
  test('contains only the rules that are used or requested', () => {
    const css = criticalCss(theme, html, ['skeleton'], {});
    expect(css).toContain('.hero__lead{');
    expect(css).toContain('.skeleton__line{');
    expect(css).toContain('@keyframes breathe');
    expect(css).not.toContain('.prose');
    expect(css).not.toContain('@keyframes glow');
  });
  test('of a later screen omits the variants that its blocks do not use', () => {
    const looks = recipesOf([
      { type: 'hero', title: 'Sua nota' as never, imageSize: 'small' },
      { type: 'list', columns: 2, items: [{ text: 'Um' as never }] },
    ]);
    expect(looks).toContain('.hero__columns--size_small');
    expect(looks.filter((look) => look.startsWith('.hero') && look.includes('align'))).toEqual([]);
    expect(looks.filter((look) => look.startsWith('.grid'))).toEqual(['.grid', '.grid--kind_2']);
    expect(looks).toContain('.list__item--marker_dot');
    expect(looks).not.toContain('.list__item--marker_cross');
  });
  test('stays within 12 KB compressed even with all recipes that most pages can have, and each of the others within its own limit', () => {
    const names = recipes.map(({ className }) => className);
    const sizeOf = (some: readonly string[]): number =>
      brotliCompressSync(criticalCss(theme, '', [...some], {})).length;
    // The banner of a site that asks for consent, options that are not cards, and fields that few forms have.
    const limits = { consent: 512, options: 768, matrix: 384, ranking: 384, rows: 384, signature: 512 };
    const blocks = names.filter((name) => !Object.hasOwn(limits, name));
    expect(sizeOf(blocks)).toBeLessThan(12 * 1024);
    for (const [name, limit] of Object.entries(limits))
      expect(sizeOf([...blocks, name]) - sizeOf(blocks), name).toBeLessThan(limit);
  });
  test('defines every variable it reads', () => {
    const all = criticalCss(
      theme,
      '',
      recipes.map(({ className }) => className),
      {},
    );
    const read = [...all.matchAll(/var\((--(?:colors|fonts|font-sizes|radii)-[\w-]+)/g)].map(
      ([, name]) => name as string,
    );
    expect(read.length).toBeGreaterThan(50);
    for (const name of new Set(read)) expect(all, name).toContain(`${name}:`);
    expect(all, 'no token is left unresolved').not.toMatch(/\{(?:colors|radii|fonts)\./);
  });
});
