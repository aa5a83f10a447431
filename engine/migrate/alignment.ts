const commented = /^(.*\S)( {2,})(#[^\n]*)$/;

/**
 * Realigns the comments after renamed words.
 * @param before the original lines @param after the same lines with renamed words
 */
export function alignComments(before: string, after: string): string {
  const old = before.split('\n');
  return after
    .split('\n')
    .map((line, index) => {
      const was = commented.exec(old[index] ?? '');
      const is = commented.exec(line);
      if (was === null || is === null || line === old[index] || was[3] !== is[3]) return line;
      const [, words = '', , comment = ''] = is;
      const column = (was[1] ?? '').length + (was[2] ?? '').length;
      return words.padEnd(Math.max(column, words.length + 1)) + comment;
    })
    .join('\n');
}
