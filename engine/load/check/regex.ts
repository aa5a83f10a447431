/** Why a pattern is no regular expression, as forms read it; undefined when it is one. */
export function regexMistake(pattern: string): string | undefined {
  try {
    new RegExp(`^(?:${pattern})$`, 'u');
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/^Invalid regular expression: /, '');
  }
}

/**
 * Whether an unbounded repetition stands inside another one, as in `(a+)+`: such a pattern can take exponential
 * time on a crafted text. Patterns that are slow for other reasons are not found.
 */
export function nestsRepetition(pattern: string): boolean {
  // For each open group, whether something in it repeats without a bound.
  const open: boolean[] = [false];
  let closed = false;
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at];
    if (sign === '(') {
      open.push(false);
      continue;
    }
    let atom = false;
    if (sign === '\\') at++;
    else if (sign === '[') at = endOfClass(pattern, at);
    else if (sign === ')') {
      atom = open.pop() ?? false;
      closed = true;
    }
    if (/^(?:[*+]|\{\d+,\})/.test(pattern.slice(at + 1, at + 12))) {
      if (atom) return true;
      open[open.length - 1] = true;
    } else if (closed && atom) open[open.length - 1] = true;
    closed = false;
  }
  return false;
}

function endOfClass(pattern: string, open: number): number {
  let at = open + 1;
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
  return at;
}
