/**
 * Edits of files, as the fixtures of wrong definitions have them: `@ <path>` chooses a file, `-` and `+` lines exchange a
 * passage of it, `+` lines alone are added at its end, and `@ no <path>` removes it.
 */

/** A line that becomes a comment of so many bytes. */
const filling = /^# fill to (\d+) bytes$/m;

/**
 * The files after edits.
 * @param lines - the edits
 * @param before - the texts of the files by their paths
 * @param edited - the path of the file that is edited until another one is chosen
 * @throws RangeError if a file does not have the passage that is exchanged
 */
export function editedFiles(
  lines: readonly string[],
  before: ReadonlyMap<string, string>,
  edited = '',
): Map<string, string> {
  const files = new Map(before);
  let path = edited;
  let [from, to]: [string[], string[]] = [[], []];
  const settle = (): void => {
    const known = files.get(path) ?? '';
    const [passage, now] = [from.join('\n'), to.join('\n')];
    if (!known.includes(passage)) throw new RangeError(`${path} has no ${passage}`);
    if (from.length > 0) {
      files.set(
        path,
        known.replace(passage, () => now),
      );
    } else if (to.length > 0) {
      const text = now.replace(filling, (_, bytes: string) => `# ${'.'.repeat(Number(bytes))}`);
      files.set(path, `${known}${text}\n`);
    }
    [from, to] = [[], []];
  };
  for (const line of lines) {
    const [sign, rest] = [line[0], line.slice(2)];
    if (sign === '-' && to.length > 0) settle();
    if (sign === '-') from.push(rest);
    else if (sign === '+') to.push(rest);
    else settle();
    if (sign === '@') path = rest.replace(/^no /, '');
    if (sign === '@' && rest.startsWith('no ')) files.delete(path);
  }
  settle();
  return files;
}
