/** The boxes of a drawn graph: sizes, shapes and texts of its nodes. */
import { type FlowNode, type NodeRole, roleWords, statusWords } from './model.ts';
import { cutText, textWidth, wrappedLines } from './text.ts';

/** A text in markup. */
export const escapedXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A length with one decimal. */
export const lengthText = (value: number): string => String(Math.round(value * 10) / 10);

export const ink = '#1e293b';
export const faint = '#475569';

/** Fill, border and colour of the role's word; each text has a contrast of at least 4.5. */
const looks: Readonly<Record<NodeRole | 'off' | 'unreached', readonly [fill: string, border: string, word: string]>> = {
  start: [ink, ink, ink],
  end: [ink, ink, ink],
  screen: ['#f8fafc', '#64748b', '#475569'],
  close: ['#f8fafc', '#64748b', '#475569'],
  questions: ['#eff6ff', '#2563eb', '#1d4ed8'],
  form: ['#eff6ff', '#2563eb', '#1d4ed8'],
  wait: ['#f5f3ff', '#7c3aed', '#6d28d9'],
  decision: ['#fff7ed', '#c2410c', '#9a3412'],
  redirect: ['#ecfdf5', '#047857', '#065f46'],
  off: ['#f3f4f6', '#6b7280', '#4b5563'],
  unreached: ['#fef2f2', '#b91c1c', '#991b1b'],
};

interface Line {
  readonly text: string;
  readonly size: number;
  readonly look: 'name' | 'title' | 'path' | 'detail';
  /** A word after the text, in the colour of the role. */
  readonly word?: string;
}

/** A node's size and texts. */
export interface NodeBox {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly Line[];
}

const padding = 12;
const widest = 250;
export const lineHeight = (size: number): number => Math.round(size * 1.42);
/** The width of the slanted ends of a decision's box. */
export const slant = 14;

const detailMarks = { path: '', call: '⇄ ', address: '↗ ', note: '' } as const;

/** The size of a node, by its texts. */
export function boxOf({ id, role, title, details, status }: FlowNode): NodeBox {
  if (role === 'start' || role === 'end') return { width: 18, height: 18, lines: [] };
  const word = [roleWords[role], statusWords[status]].filter((each) => each !== '').join(', ');
  const lines: Line[] = [
    { text: id, size: 14, look: 'name', word },
    ...(title === null
      ? []
      : wrappedLines(title, 13, widest, 2).map((text): Line => ({ text, size: 13, look: 'title' }))),
    ...details.flatMap(({ kind, text }) =>
      (kind === 'note'
        ? wrappedLines(text, 11.5, widest, 2)
        : [cutText(`${detailMarks[kind]}${text}`, 11.5, widest)]
      ).map((each): Line => ({ text: each, size: 11.5, look: kind === 'path' ? 'path' : 'detail' })),
    ),
  ];
  const widthOf = (each: Line): number =>
    textWidth(each.text, each.size) * (each.look === 'name' ? 1.06 : 1) +
    (each.word === undefined ? 0 : 10 + textWidth(each.word, 11));
  const ends = role === 'decision' ? 2 * slant : 0;
  return {
    width: Math.ceil(Math.max(90, ...lines.map(widthOf)) + 2 * padding + ends),
    height: lines.reduce((sum, { size }) => sum + lineHeight(size), 0) + 2 * padding - 4,
    lines,
  };
}

/** @param x and `y`: the centre */
function shapeOf({ role, status }: FlowNode, { width, height }: NodeBox, x: number, y: number): string {
  const [fill, border] = looks[status === 'reached' ? role : status];
  const dash = status === 'reached' ? '' : ' stroke-dasharray="5 4"';
  const paint = `fill="${fill}" stroke="${border}" stroke-width="1.5"${dash}`;
  if (role === 'start') return `<circle cx="${lengthText(x)}" cy="${lengthText(y)}" r="8" ${paint}/>`;
  if (role === 'end')
    return `<circle cx="${lengthText(x)}" cy="${lengthText(y)}" r="8" fill="#ffffff" stroke="${border}" stroke-width="1.5"/><circle cx="${lengthText(x)}" cy="${lengthText(y)}" r="4.5" fill="${border}"/>`;
  const [left, top, right, bottom] = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
  if (role === 'decision') {
    const corners = [
      [left + slant, top],
      [right - slant, top],
      [right, y],
      [right - slant, bottom],
      [left + slant, bottom],
      [left, y],
    ] as const;
    return `<polygon points="${corners.map((corner) => corner.map(lengthText).join(',')).join(' ')}" ${paint}/>`;
  }
  const round = role === 'wait' || role === 'close' ? 18 : 8;
  return `<rect x="${lengthText(left)}" y="${lengthText(top)}" width="${width}" height="${height}" rx="${round}" ${paint}/>`;
}

function textsOf({ role, status }: FlowNode, { width, height, lines }: NodeBox, x: number, y: number): string {
  const [, , word] = looks[status === 'reached' ? role : status];
  const left = x - width / 2 + padding + (role === 'decision' ? slant : 0);
  let base = y - height / 2 + padding - 2;
  return lines
    .map((each) => {
      base += lineHeight(each.size);
      const at = `x="${lengthText(left)}" y="${lengthText(base - 5)}" font-size="${each.size}"`;
      const colour = each.look === 'name' || each.look === 'title' ? (status === 'reached' ? ink : word) : faint;
      const weight = each.look === 'name' ? ' font-weight="700"' : '';
      const after =
        each.word === undefined
          ? ''
          : `<tspan dx="8" font-size="11" font-weight="400" fill="${word}">${escapedXml(each.word)}</tspan>`;
      return `<text ${at} fill="${colour}"${weight}>${escapedXml(each.text)}${after}</text>`;
    })
    .join('');
}

/** A node with its texts. @param x and `y`: the centre */
export const drawnNode = (node: FlowNode, box: NodeBox, x: number, y: number): string =>
  `<g>${shapeOf(node, box, x, y)}${textsOf(node, box, x, y)}</g>`;
