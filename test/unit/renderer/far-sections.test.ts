import { describe, expect, test } from 'vitest';
import { estimateHeight, windows } from '../../../renderer/document/extent.ts';
import { farSectionsCss, topElements } from '../../../renderer/document/far-sections.ts';
import { firstWords } from '../../../renderer/document/first-words.ts';

const section = (content: string, id?: string): string =>
  `<section${id ? ` id="${id}"` : ''} class="section"><div class="section__body">${content}</div></section>`;
const [phone, , desktop] = windows as [(typeof windows)[number], unknown, (typeof windows)[number]];
const words = (count: number): string => `<p>${'palavra '.repeat(count)}</p>`;

test('top-level elements are found, with any content', () => {
  const html = ['<p>a<br/>b</p>', '<img src="x.png" alt="1 > 0"/>', '<section><section>c</section></section>'];
  expect(topElements(html.join(''))).toEqual(html);
  expect(topElements('')).toEqual([]);
});

describe('the height of a section', () => {
  test('grows with its text, and is smaller in a wide window', () => {
    const heights = [10, 100, 400].map((count) => estimateHeight(section(words(count)), phone));
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    expect(heights[2]).toBeGreaterThan(4 * (heights[0] as number));
    expect(estimateHeight(section(words(400)), desktop)).toBeLessThan((heights[2] as number) / 1.5);
  });

  test('counts cards in one row once, and a carousel as one', () => {
    const cards = (columns: string, count = 6) =>
      section(
        `<ul class="cards__items cards__items--columns_${columns}">${`<li class="cards__item">${words(30)}</li>`.repeat(count)}</ul>`,
      );
    expect(estimateHeight(cards('three'), desktop)).toBeLessThan(estimateHeight(cards('three'), phone) / 2);
    const slides = (count: number) =>
      section(
        `<ul class="carousel__track carousel__track--until_md">${`<li class="carousel__slide">${words(30)}</li>`.repeat(count)}</ul>`,
      );
    expect(estimateHeight(slides(6), phone)).toBe(estimateHeight(slides(1), phone));
  });

  test('ignores collapsed content', () => {
    const folded = (count: number) =>
      section(`<details class="faq__item"><summary>Quando?</summary><div>${words(count)}</div></details>`);
    expect(estimateHeight(folded(500), phone)).toBe(estimateHeight(folded(5), phone));
    const after = `<details><summary>a</summary><p>b</p></details>${words(100)}`;
    expect(estimateHeight(section(after), phone)).toBeGreaterThan(estimateHeight(section(words(100)), phone));
  });

  test('includes a picture at its displayed size', () => {
    const picture = (width: number, height: number) =>
      section(`<img src="a.png" width="${width}" height="${height}"/>`);
    expect(estimateHeight(picture(700, 700), phone) - estimateHeight(section(''), phone)).toBe(350);
  });
});

describe('sections with deferred layout', () => {
  test('are those after the second one, each with a height per window size', () => {
    const main = `${['a', 'b', 'c'].map((id) => section(words(20), id)).join('')}<div class="stage">x</div>`;
    const css = farSectionsCss(main);
    expect(css.match(/main>:nth-child\(3\)\{contain-intrinsic-height:auto \d+px\}/g)).toHaveLength(windows.length);
    expect(css).not.toMatch(/nth-child\([124]\)\{/);
    expect(css).toContain('@media screen and (scripting:enabled)');
    expect(css.match(/content-visibility:auto/g)).toHaveLength(1);
  });

  test('cost nothing on a short page', () => {
    expect(farSectionsCss(section(words(9)) + section(words(9)))).toBe('');
  });
});

test('the first words are the page heading and its surroundings', () => {
  const main = section('<h1 class="heading">Olá, <em>Ana &amp; Rui</em></h1><p>Bem-vinda.</p><h2>Depois</h2>');
  expect(firstWords('<header>Perfil</header>', main + section('') + section('<p>longe</p>'))).toMatchObject({
    heading: 'Olá, Ana & Rui',
    body: 'Perfil Bem-vinda.',
  });
  expect(firstWords('', section('<h2>Só este</h2>')).heading).toBe('Só este');
  expect(firstWords('', '')).toMatchObject({ heading: '', body: '' });
});
