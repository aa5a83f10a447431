/**
 * Estimates the height of a section from its HTML: the amount of text, the pictures and the columns. It is the
 * placeholder height of a section that the browser has not laid out yet, so that the page has about its final length.
 */

/** A range of windows for which heights are estimated. */
export interface Window {
  /** The minimum width, in pixels. */
  readonly from: number;
  /** The width of a section's content. */
  readonly content: number;
  /** Above and below the content of a section, together. */
  readonly padding: number;
}

/** Phone, tablet and desktop, at the theme's breakpoints. */
export const windows: readonly Window[] = [
  { from: 0, content: 350, padding: 60 },
  { from: 768, content: 690, padding: 70 },
  { from: 992, content: 1080, padding: 110 },
];

interface Frame {
  readonly tag: string;
  /** Number of children side by side; `Infinity` in a row that scrolls sideways. */
  readonly columns: number;
  readonly width: number;
  readonly size: number;
  readonly padding: number;
  readonly heights: number[];
  characters: number;
}

const inline = new Set(['a', 'abbr', 'b', 'br', 'em', 'i', 'span', 's', 'strong', 'sup', 'time', 'u', 'wbr']);
const empty = new Set(['br', 'hr', 'img', 'input', 'source', 'wbr']);
const lineHeight = 1.5;
const characterWidth = 0.5;
const gap = 14;

const counts: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4 };

/** The number of an element's children side by side in a window. */
function columnsOf(names: string, { from }: Window): number {
  const swiped = /carousel__track--until_(md|lg)/.exec(names)?.[1];
  if (swiped !== undefined && from < (swiped === 'md' ? 768 : 992)) return Number.POSITIVE_INFINITY;
  const kind = Number(/grid--kind_(\d)/.exec(names)?.[1] ?? Number.NaN) || (/grid--kind_/.test(names) ? 3 : undefined);
  const named = kind ?? counts[/--columns_(\w+)/.exec(names)?.[1] ?? ''] ?? (swiped === undefined ? 1 : 3);
  if (/(?:^| )(?:split|compare|faq)(?: |$)/.test(names)) return from < 992 ? 1 : 2;
  return from >= 992 ? named : from >= 768 ? Math.min(2, named) : 1;
}

const sizeOf = (names: string, { from }: Window, inherited: number): number => {
  if (/heading--size_(card|item)/.test(names)) return from < 768 ? 22 : 26;
  if (/(?:^| )heading(?: |$)/.test(names)) return from < 768 ? 30 : 40;
  return inherited;
};

const isCard = (names: string): boolean =>
  /__(?:item|slide|card|plan|way|panel)(?:-| |$)|(?:^| )panel(?: |$)/.test(names);
const isButton = (names: string): boolean => /(?:^| )button(?: |$)/.test(names);

function heightOf({ columns, width, size, padding, heights, characters }: Frame): number {
  const lines = Math.ceil((characters * characterWidth * size) / Math.max(width, 60));
  const text = lines * size * (size > 20 ? 1.2 : lineHeight);
  const rows: number[] = [];
  if (columns === 1) rows.push(...heights);
  else for (let at = 0; at < heights.length; at += columns) rows.push(Math.max(...heights.slice(at, at + columns)));
  const parts = text > 0 ? [text, ...rows] : rows;
  return parts.length === 0 ? 0 : parts.reduce((sum, height) => sum + height) + (parts.length - 1) * gap + padding;
}

const attribute = (text: string, name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(text)?.[1] ?? '';

/** Estimates the height of a section in a window, in pixels. @param html as React renders it */
export function estimateHeight(html: string, window: Window): number {
  const root: Frame = {
    tag: '',
    columns: 1,
    width: window.content,
    size: 17,
    padding: window.padding,
    heights: [],
    characters: 0,
  };
  const frames = [root];
  /** The depth inside an element that is not shown. */
  let hiddenDepth = 0;
  let closed = false;
  for (const [, text = '', end, tag = '', attributes = '', single] of html.matchAll(
    /([^<]*)(?:<(\/?)([a-z][a-z0-9]*)((?:[^>"]|"[^"]*")*?)(\/?)>|$)/g,
  )) {
    const frame = frames.at(-1) as Frame;
    if (hiddenDepth === 0) frame.characters += text.trim().length;
    if (tag === '') continue;
    const names = attribute(attributes, 'class');
    const isEmpty = empty.has(tag) || single === '/';
    if (hiddenDepth > 0) {
      if (!isEmpty) hiddenDepth += end === '/' ? -1 : 1;
    } else if (end === '/') {
      if (tag === 'summary') closed = true;
      if (inline.has(tag) && tag !== frame.tag) continue;
      frames.pop();
      frames.at(-1)?.heights.push(heightOf(frame));
    } else if (tag === 'img') {
      const [width, height] = [Number(attribute(attributes, 'width')), Number(attribute(attributes, 'height'))];
      const shown = Math.min(frame.width, width || frame.width);
      frame.heights.push(width > 0 ? Math.min(576, (shown * height) / width) : 200);
    } else if (isEmpty) {
    } else if (tag === 'svg' || / hidden(?:=|$| )/.test(attributes) || (closed && frame.tag === 'details')) {
      hiddenDepth = 1;
      if (tag === 'svg') frame.heights.push(36);
    } else if (!inline.has(tag) || isButton(names)) {
      const columns = columnsOf(names, window);
      const padding = isCard(names) ? 44 : isButton(names) ? 28 : 0;
      const beside = frame.columns === Number.POSITIVE_INFINITY ? 1.15 : frame.columns;
      const width = (frame.width - (frame.columns === 1 ? 0 : gap)) / beside - (isCard(names) ? 56 : 0);
      frames.push({
        tag,
        columns,
        width,
        size: sizeOf(names, window, frame.size),
        padding,
        heights: [],
        characters: 0,
      });
    }
    if (tag === 'details') closed = false;
  }
  return Math.round(heightOf(root));
}
