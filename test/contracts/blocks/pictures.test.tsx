import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Pictures } from '../../../engine/definition.ts';
import { pageMessages } from '../../../engine/messages/catalogue.ts';
import { blockViews } from '../../../renderer/blocks/registry.ts';
import { createView } from '../../../renderer/parts/create-view.tsx';
import type { Block } from '../../../schemas/generated/types.ts';
import { examples } from './examples.ts';

function draw(block: Block, pictures?: Pictures): string {
  const site = { name: 'Perfil Ético', home: '/', messages: pageMessages({ locale: 'pt-BR' }), pictures };
  return renderToString(createView({ views: blockViews, scope: {}, site }).blocks([block], 1));
}

describe('a picture', () => {
  const { full, minimal } = examples.image;

  test('has the dimensions it was measured with, so that nothing moves', () => {
    const html = draw(minimal, { [minimal.picture]: { width: 900, height: 1200 } });
    expect(html).toMatch(
      /<img[^>]* src="\/assets\/guia\/assets\/capa\.svg" alt="" width="900" height="1200" loading="lazy"/,
    );
    expect(html).not.toContain('<picture');
  });

  test('offers its other formats, best first, and how wide it is shown', () => {
    const sources = [
      { type: 'image/avif', srcset: '/_f/images/a-320.avif 320w' },
      { type: 'image/webp', srcset: '/_f/images/a-320.webp 320w' },
    ];
    const html = draw(minimal, { [minimal.picture]: { width: 400, height: 300, sources } });
    expect(
      [...html.matchAll(/<source type="([^"]+)" srcSet="([^"]+)" sizes="[^"]+"/g)].map(([, type, set]) => [type, set]),
    ).toEqual(sources.map(({ type, srcset }) => [type, srcset]));
    expect(html.indexOf('<source')).toBeLessThan(html.indexOf('<img'));
  });

  test('carries a few of its pixels, to be shown until it has come', () => {
    const preview = 'data:image/webp;base64,AAAA';
    const of = (block: Block): Pictures => ({ [(block as typeof full).picture]: { width: 4, height: 3, preview } });
    expect(draw(minimal, of(minimal))).toContain(`data-preview="${preview}"`);
    expect(draw(full, of(full))).not.toContain('data-preview');
  });

  test('seen at once is not put off, and names what stands in for it', () => {
    const html = draw(full);
    expect(html).toContain('fetchPriority="high"');
    expect(html).not.toContain('loading="lazy"');
    expect(html).toContain('data-fallback="/assets/guia/assets/capa-reserva.svg"');
  });
});

describe('a strip of items', () => {
  test.each([
    ['before-after', 3],
    ['conversations', 5],
  ] as const)('%s can be scrolled by keyboard; its buttons wait for the script', (type, count) => {
    const html = draw(examples[type].full as Block);
    expect(html).toMatch(/data-behaviour="carousel"><ul[^>]* data-track="" aria-label="[^"]+" tabindex="0"/i);
    expect(html.match(/<button[^>]* data-go="-?1" aria-label="[^"]+" hidden=""/g)).toHaveLength(2);
    expect(html.match(/<button[^>]* data-dot="\d" aria-label="Mostrar o item \d"[^>]* hidden=""/g)).toHaveLength(count);
    expect(html.match(/ aria-current="true"/g)).toHaveLength(1);
  });

  test('of one case is no strip', () => {
    expect(draw(examples['before-after'].minimal as Block)).not.toContain('carousel');
  });
});

describe('what is drawn', () => {
  test('says in words what it shows, once', () => {
    const html = draw(examples.conversations.full as Block);
    const pictures = html.match(/role="img" aria-label="[^"]+"/g);
    expect(pictures).toHaveLength(5);
    expect(html.match(/conversations__messages" aria-hidden="true"/g)).toHaveLength(5);
    const profiles = draw(examples['before-after'].full as Block);
    expect(
      profiles.match(/role="img" aria-label="[^"]+"><div class="before-after__screen" aria-hidden="true"/g),
    ).toHaveLength(6);
  });

  test('crosses out the points of a bad way and ticks those of a good one', () => {
    const html = draw(examples.compare.full as Block);
    expect(html.match(/points__item points__item--mark_cross/g)).toHaveLength(3);
    expect(html.match(/class="points__item"/g)).toHaveLength(3);
  });
});
