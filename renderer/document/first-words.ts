/** The texts in the first view of a page, from its HTML, with their typographic settings. */
import { heroLead, titleBeside } from '../blocks/hero/recipe.ts';
import { titleInColumn } from '../blocks/split/recipe.ts';
import { pageHeading } from '../parts/recipes/heading.ts';
import type { SetText } from '../theme/line-breaks.ts';
import type { FirstWords } from '../theme/theme.ts';
import { fontSizes } from '../theme/tokens.ts';
import { nearPieces, topElements } from './far-sections.ts';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&([a-z0-9#]+);/g, (written, name) => entities[name] ?? written)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Common widths of windows, in pixels. */
const windowWidths = [
  320, 360, 375, 384, 390, 393, 412, 414, 430, 768, 810, 820, 834, 1024, 1280, 1366, 1440, 1536, 1920,
];
const rem = 16;

/** A font size of the theme in a window, in pixels. @param size in rem, or a `clamp()` of the theme */
export function sizeIn(size: string, window: number): number {
  const [, least, base, share, most] = /^clamp\(([\d.]+)rem,([\d.]+)rem \+ ([\d.]+)vw,([\d.]+)rem\)$/.exec(size) ?? [];
  if (least === undefined) return Number.parseFloat(size) * rem;
  const wanted = Number(base) * rem + (Number(share) * window) / 100;
  return Math.min(Number(most) * rem, Math.max(Number(least) * rem, wanted));
}

/** The width for text in the first section of a page, in pixels: about half of it beside a picture or a form. */
function roomIn(window: number, isHalf: boolean): number {
  const whole = Math.min(72 * rem, window - 2 * Math.min(64, Math.max(20, window * 0.05)));
  if (!isHalf || window < 992) return whole;
  return ((whole - Math.min(5 * rem, Math.max(2.5 * rem, window * 0.05))) * 13) / 24;
}

interface Setting {
  readonly size: string;
  /** Maximum width, in ems. */
  readonly most: number;
  readonly spacing?: number;
  readonly balanced?: boolean;
}

const set = (text: string, isHalf: boolean, { size, most, spacing = 0, balanced = false }: Setting): SetText => ({
  text,
  rooms: windowWidths.map((window) => Math.min(most, roomIn(window, isHalf) / sizeIn(size, window))),
  spacing,
  balanced,
});

/**
 * Returns the page's main heading, or its first one, and the text around it.
 * @param before the HTML before `<main>`
 * @param main the inner HTML of `<main>`
 */
export function firstWords(before: string, main: string): FirstWords {
  const near = topElements(main).slice(0, nearPieces).join('');
  const headings = /<h[1-3](?: [^>]*)?>.*?<\/h[1-3]>/gs;
  const [first = ''] = /<h1(?: [^>]*)?>.*?<\/h1>/s.exec(near) ?? near.match(headings) ?? [];
  const [, leading = ''] = /<p class="(?:hero|prose)__lead[^"]*">(.*?)<\/p>/s.exec(near) ?? [];
  const isHalf = /[" ](?:hero__columns|split)[ "]/.test(near);
  const beside = /[" ]hero__columns[ "]/.test(near) ? titleBeside : fontSizes[pageHeading.fontSize];
  const size = /[" ]split[ "]/.test(near) ? titleInColumn : beside;
  const title = textOf(first);
  return {
    heading: title,
    body: textOf((before + near).replaceAll(headings, ' ').replaceAll('<', ' <')),
    set: {
      heading: first.includes('heading--size_page')
        ? [
            set(title, isHalf, {
              size,
              most: Number.parseFloat(pageHeading.maxWidth),
              spacing: Number.parseFloat(pageHeading.letterSpacing),
              balanced: true,
            }),
          ]
        : [],
      body:
        leading === ''
          ? []
          : [
              set(textOf(leading), isHalf, {
                size: fontSizes[heroLead.fontSize],
                most: Number.parseFloat(heroLead.maxWidth),
              }),
            ],
    },
  };
}
