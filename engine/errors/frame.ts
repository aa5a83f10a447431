const around = 2;
/** A longer line is shown in part, so that the caret stays on the screen. */
const widest = 110;

/**
 * The lines around a position, with a caret below it.
 * @param lines the file's lines, without line breaks
 * @param line counted from 1
 * @param column counted from 1
 * @param length the number of carets, in UTF-16 units; at least one is drawn
 */
export function codeFrame(lines: readonly string[], line: number, column: number, length = 1): string {
  const first = Math.max(1, line - around);
  const last = Math.min(lines.length, line + around);
  const digits = String(last).length;
  const from = Math.max(0, column - 1 - Math.floor(widest * 0.6));
  const shown: string[] = [];
  for (let at = first; at <= last; at++) {
    const text = (lines[at - 1] ?? '').replace(/\t/g, ' ');
    const part = text.slice(from, from + widest);
    shown.push(`${at === line ? '>' : ' '} ${String(at).padStart(digits)} | ${part}`.trimEnd());
    if (at !== line) continue;
    const room = Math.max(1, part.length - (column - 1 - from));
    shown.push(
      `  ${' '.repeat(digits)} | ${' '.repeat(column - 1 - from)}${'^'.repeat(Math.max(1, Math.min(length, room)))}`,
    );
  }
  return shown.join('\n');
}
