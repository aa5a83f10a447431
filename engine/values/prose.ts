/** A paragraph or the items of a list, each a run of text and where it begins. */
export type ProsePart = { readonly p: TextRun } | { readonly ul: readonly TextRun[] };
export interface TextRun {
  /** As long as the source it stands for, so that offsets hold; line ends are spaces. */
  readonly text: string;
  readonly offset: number;
}

/**
 * Splits a text into paragraphs, parted by an empty line, and lists, whose items begin with `- `. A line that begins
 * neither continues the one above it.
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
      // Padded to the length of what it replaces.
      const joined = { text: run.text.padEnd(offset + begin - run.offset, ' ') + words, offset: run.offset };
      if ('p' in last) last.p = joined;
      else last.ul[last.ul.length - 1] = joined;
    }
    offset += line.length + 1;
  }
  return parts;
}
