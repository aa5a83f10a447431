/** Prints a table with aligned columns. Cells that look like numbers are right-aligned. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]): string =>
    widths
      .map((width, column) => {
        const text = row[column] ?? '';
        return /^[≤≥<>]?\s?[\d–-]/.test(text) ? text.padStart(width) : text.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  console.log(line(head));
  console.log(widths.map((width) => '─'.repeat(width)).join('  '));
  for (const row of rows) console.log(line(row));
}
