/** A line of YAML: what precedes its value, the value, and a comment. */
interface Line {
  readonly before: string;
  readonly value: string;
  readonly after: string;
}

/** An entry or an item with a value in the same line that has no quotes. */
const written = /^(\s*(?:- )*(?:[A-Za-z_][\w-]*: +)?)(\S.*?)(\s+#.*|\s*)$/;

function readLine(line: string): Line | null {
  const [, before = '', value = '', after = ''] = written.exec(line) ?? [];
  // Only a key or a dash makes it a value.
  return /[:-] +$/.test(before) ? { before, value, after } : null;
}

/** Whether a value is meant as a text although YAML reads it as something else: an expression, or words with a colon. */
const isText = (value: string): boolean =>
  /^\{\{.*\}\}/.test(value) || /^[@`%*]/.test(value) || (/^[^'"[{|>&!]/.test(value) && /: /.test(value));

/**
 * A line with its value in quotes; undefined if the value may be something else than a text.
 * @param line without its line break
 */
export function quoted(line: string): string | undefined {
  const read = readLine(line);
  if (read === null || !isText(read.value)) return undefined;
  return `${read.before}'${read.value.replaceAll("'", "''")}'${read.after}`;
}

/** A text with two spaces in place of each tab of an indentation. */
export const withoutTabs = (text: string): string =>
  text.replace(/^[ \t]*\t[ \t]*/gm, (indentation) => indentation.replaceAll('\t', '  '));
