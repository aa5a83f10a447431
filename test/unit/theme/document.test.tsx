import { describe, expect, test } from 'vitest';
import type { PageDefinition, SiteDefinition } from '../../../engine/definition.ts';
import { safeJson } from '../../../renderer/document/Document.tsx';
import { renderPage, stageHeading } from '../../../renderer/server.tsx';
import type { Block } from '../../../schemas/generated/types.ts';
import { heldIn } from '../../harness/held.ts';

const site = {
  site: { site: 's', name: 'Perfil', url: 'https://x.br', locale: 'pt-BR' },
  intakes: {},
  routes: {},
} as unknown as SiteDefinition;
const page = (blocks: readonly Block[]) => ({
  page: { page: 'p', title: 'Início', description: 'Sobre "nós"', blocks } as unknown as PageDefinition,
  held: heldIn(blocks),
});
const base = {
  site,
  canonical: 'https://x.br/',
  scope: {},
  fontUrls: {},
  assetUrl: (asset: string) => `https://x.br/assets/${asset}`,
  boot: 'start()',
};
const hero: Block = { type: 'hero', title: 'Olá' };

describe('a document', () => {
  test('has ordered landmarks, one h1 and a complete head', () => {
    const { html, inlineScripts, inlineStyles } = renderPage({
      ...base,
      ...page([{ type: 'header' }, hero, { type: 'footer' }]),
    });
    expect(html).toMatch(/^<!doctype html><html lang="pt-BR">/);
    expect(html.indexOf('<header')).toBeLessThan(html.indexOf('<main'));
    expect(html.indexOf('</main>')).toBeLessThan(html.indexOf('<footer'));
    expect(html.match(/<h1/g)).toHaveLength(1);
    for (const part of [
      '<title>Início | Perfil</title>',
      'rel="canonical" href="https://x.br/"',
      'property="og:locale" content="pt_BR"',
      'content="Sobre &quot;nós&quot;"',
      'id="toasts"',
    ]) {
      expect(html).toContain(part);
    }
    expect(html).toContain(`<style>${inlineStyles[0]}</style>`);
    expect(html).toContain(`<script>${inlineScripts[0]}</script>`);
  });

  test('marks a hidden page as noindex', () => {
    const { html } = renderPage({ ...base, ...page([hero]), hidden: true });
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toContain('rel="canonical"');
  });

  test('escapes data in scripts', () => {
    const value = '</script><script>alert(1)</script>\u2028';
    const text = safeJson({ value });
    expect(text).not.toContain('<');
    expect(JSON.parse(text)).toEqual({ value });
    expect(() => renderPage({ ...base, ...page([hero]), boot: 'x="</script>"' })).toThrow(RangeError);
  });

  test('renders a step alone, with the styles of later steps', () => {
    const { html } = renderPage({
      ...base,
      ...page([{ type: 'stage' }, { type: 'steps', title: 'Depois', items: [{ title: 'Um' }] }]),
      stage: {
        flow: 'f',
        element: <h1>Passo</h1>,
        identifierPrefix: 'f',
        looks: [],
        held: heldIn([{ type: 'score', value: 1, label: '', goodFrom: 70, fairFrom: 40 }]),
        attributes: { 'data-code': '/c.js' },
      },
    });
    expect(html).toMatch(
      /<div class="stage__screen" data-island="flow" data-flow="f" data-code="\/c.js"><h1>Passo<\/h1><\/div>/,
    );
    expect(html).toContain('.score__bar{');
    expect(html.match(/<h1/g)).toHaveLength(1);
  });

  test('gives the step an h2 only below a page heading', () => {
    expect(stageHeading(heldIn([hero, { type: 'stage' }]))).toBe(2);
    expect(stageHeading(heldIn([{ type: 'split', main: [hero], aside: [{ type: 'stage' }] }]))).toBe(2);
    expect(stageHeading(heldIn([{ type: 'stage' }, hero]))).toBe(1);
  });
});
