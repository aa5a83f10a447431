/** A paragraph, or the items of a list, with their offsets in the source. */
export type ProsePart = { readonly p: TextRun } | { readonly ul: readonly TextRun[] };
export interface TextRun {
  /** As long as its source, so that offsets stay valid; line breaks are replaced by spaces. */
  readonly text: string;
  readonly offset: number;
}

/**
 * Splits a text into paragraphs and lists. An empty line separates paragraphs; a list item starts with `- `. Any other
 * line continues the one above it.
 */
export function splitProse(text: string): ProsePart[] {
  const parts: ({ p: TextRun } | { ul: TextRun[] })[] = [];
  let offset = 0;
  let open: 'p' | 'ul' | null = null;
  for (const line of text.split('\n')) {
    const begin = line.length - line.trimStart().length;
    const words = line.trim();
    const last = parts[parts.length - 1];
    if (words === '') open = null;
    else if (words.startsWith('- ')) {
      const item = { text: words.slice(2), offset: offset + begin + 2 };
      if (last && 'ul' in last && open === 'ul') last.ul.push(item);
      else parts.push({ ul: [item] });
      open = 'ul';
    } else if (open === null || last === undefined) {
      parts.push({ p: { text: words, offset: offset + begin } });
      open = 'p';
    } else {
      const run = 'p' in last ? last.p : (last.ul[last.ul.length - 1] as TextRun);
      // Padded to the length of the source.
      const joined = { text: run.text.padEnd(offset + begin - run.offset, ' ') + words, offset: run.offset };
      if ('p' in last) last.p = joined;
      else last.ul[last.ul.length - 1] = joined;
    }
    offset += line.length + 1;
  }
  return parts;
}
