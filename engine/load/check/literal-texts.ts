/** What is probably not meant to be read in a text: HTML, another markup, a placeholder, typographic quotes around it. */
import type { Draft } from '../link/draft.ts';
import type { DataPath, Source } from '../source/source.ts';

interface LiteralText {
  readonly text: string;
  readonly path: DataPath;
  /** Whether it can have paragraphs and lists. */
  readonly isProse: boolean;
}

const tag =
  /<(\/?)(a|b|big|br|center|div|em|font|h[1-6]|hr|i|img|li|mark|ol|p|small|span|strike|strong|sub|sup|u|ul)\b[^<>]*>/i;
const heading = /^[ \t]*(#{1,6})[ \t]+\S/m;
const placeholder = /^\s*(?:TODO|TBD|FIXME|XXX+|\?\?\?+)[\s.!…]*$|\b(?:TODO|FIXME|TBD)\s*:|\b[Ll]orem ipsum\b/;
const quotes = /^\s*(?:“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|‘[^‘’]*’)\s*$/;
/** Keys whose texts are no quotations of a person. */
const neverQuoted: ReadonlySet<string> = new Set([
  ...['alt', 'caption', 'description', 'eyebrow', 'hint', 'label', 'lead', 'note', 'placeholder', 'question', 'title'],
]);

/** The markup for an HTML element; undefined if there is none. */
function markupOf(name: string, isProse: boolean): string | undefined {
  if (name === 'b' || name === 'strong') return 'Write **text** for bold words';
  if (name === 'i' || name === 'em') return 'Write *text* for words in italics';
  if (name === 'a') return 'Write [text](address) for a link';
  if (!isProse) return undefined;
  if (name === 'br' || name === 'p' || name === 'div') return 'Leave an empty line between paragraphs';
  return name === 'li' || name === 'ul' || name === 'ol' ? 'Begin each item with a dash: - one' : undefined;
}

/** Reports what visitors would read as it is written. */
export function checkLiteralTexts(
  { report }: Draft,
  source: Source<unknown>,
  { text, path, isProse }: LiteralText,
): void {
  const html = tag.exec(text);
  if (html !== null)
    report.add('text-html', source, source.place(path, { offset: html.index, length: html[0].length }), {
      written: html[0],
      instead: markupOf((html[2] ?? '').toLowerCase(), isProse),
    });
  const title = isProse ? null : heading.exec(text);
  if (title !== null)
    report.add('text-heading', source, source.place(path, { offset: title.index, length: title[0].length }), {
      written: title[1] ?? '#',
    });
  const left = placeholder.exec(text);
  if (left !== null)
    report.add('text-placeholder', source, source.place(path, { offset: left.index, length: left[0].length }), {
      written: left[0].trim(),
    });
  // A sentence in quotes, or one of several items, is what somebody says.
  const isSpoken = path.includes('items') || /[.!?…][”“»’]\s*$/.test(text);
  if (!isSpoken && quotes.test(text) && neverQuoted.has(String(path.at(-1))))
    report.add('text-quotes', source, source.place(path));
}
