/** Texts of a drawing: their width without a font, and their lines. */

/** Widths of characters in ems, a little wider than those of Helvetica, Arial and Inter. */
function characterWidth(character: string): number {
  if (/[iljtfrI.,:;'|!()[\]·/“”‘’ ]/.test(character)) return 0.36;
  if (/[mwMW@%…→&]/.test(character)) return 0.94;
  if (/\p{Lu}/u.test(character)) return 0.72;
  if (/[\p{L}\p{N}_\-+=<>?$"*#~]/u.test(character)) return (character.codePointAt(0) as number) > 0x2fff ? 1 : 0.59;
  return 1;
}

/** The width of a text in pixels, rather too large than too small. */
export const textWidth = (text: string, size: number): number =>
  [...text].reduce((sum, character) => sum + characterWidth(character), 0) * size;

/** The longest start of a text that fits, with an ellipsis. */
export function cutText(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  const characters = [...text];
  while (characters.length > 1 && textWidth(`${characters.join('')}…`, size) > width) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

/**
 * A text as lines of at most a width.
 * @param size of the font in pixels
 * @param most the number of lines; what does not fit is cut off
 */
export function wrappedLines(text: string, size: number, width: number, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || textWidth(longer, size) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  lines.push(line);
  const shown = lines.slice(0, most);
  if (lines.length > most) shown[most - 1] = `${shown[most - 1]}…`;
  return shown.map((each) => cutText(each, size, width));
}
