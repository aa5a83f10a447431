import { type IrregularPart, irregularPart, mostRepetitions } from '../../rules/pattern/regular.ts';

/** A mistake in a regular expression, in words that authors understand. */
export interface RegexMistake {
  readonly reason: string;
  readonly hint: string;
  /** The wrong part of the pattern, in UTF-16 units; the whole pattern if the part is not known. */
  readonly offset: number;
  readonly length: number;
}

interface Words {
  readonly pattern: RegExp;
  readonly reason: string;
  readonly hint: string;
  readonly find?: (pattern: string) => readonly [offset: number, length: number] | undefined;
}

/** Explanations of the parser's messages, which are matched by their beginning. */
const words: readonly Words[] = [
  {
    pattern: /^Unterminated group/,
    reason: 'this bracket ( is never closed.',
    hint: 'Add ) where the group ends, or write \\( for a literal bracket.',
    find: (pattern) => bracket(pattern, 'open'),
  },
  {
    pattern: /^Unmatched '\)'/,
    reason: 'this bracket ) has no opening bracket.',
    hint: 'Remove it, or write \\) for a literal bracket.',
    find: (pattern) => bracket(pattern, 'closed'),
  },
  {
    pattern: /^Unterminated character class/,
    reason: 'this bracket [ is never closed.',
    hint: 'Add ] after the characters it lists, or write \\[ for a literal bracket.',
    find: (pattern) => {
      const at = classes(pattern).find(([, end]) => end >= pattern.length)?.[0];
      return at === undefined ? undefined : [at, 1];
    },
  },
  {
    pattern: /^(?:Nothing to repeat|Invalid quantifier)/,
    reason: 'there is nothing before this that could be repeated.',
    hint: 'Write what is repeated before * + ? or {…}, or a backslash for the literal character.',
    find: (pattern) => {
      const found = /(?:^|(?<!\\)[(|])[*+?{]|(?<!\\)(?:[*+?]|\{\d+(?:,\d*)?\})(?:[*+{]|\?[*+?{])/.exec(
        outside(pattern),
      );
      return found === null ? undefined : [found.index + found[0].length - 1, 1];
    },
  },
  {
    pattern: /^(?:Incomplete quantifier|Lone quantifier brackets)/,
    reason: 'this brace or square bracket has no meaning here.',
    hint: 'Write {2}, {2,} or {2,5} after what is repeated, or a backslash for the literal character.',
    find: (pattern) => {
      const at = outside(pattern).search(/(?<!\\)(?:\{(?!\d+(?:,\d*)?\})|\}(?<!\{\d+(?:,\d*)?\})|\])/);
      return at < 0 ? undefined : [at, 1];
    },
  },
  {
    pattern: /^numbers out of order/i,
    reason: 'the first number of a repetition is greater than the second.',
    hint: 'Write the smaller number first: {2,5}.',
    find: (pattern) => {
      const found = /\{(\d+),(\d+)\}/.exec(pattern);
      return found === null ? undefined : [found.index, found[0].length];
    },
  },
  {
    pattern: /^Range out of order/,
    reason: 'a range in [ ] is in the wrong order.',
    hint: 'Write the lower character first: [a-z], [0-9].',
  },
  {
    pattern: /^Invalid character class/,
    reason: 'a range in [ ] starts or ends with a class of characters.',
    hint: 'Put the hyphen last: [\\w-].',
  },
  {
    pattern: /^(?:Invalid (?:Unicode |decimal |class )?escape|\\ at end)/,
    reason: 'a backslash before this character has no meaning.',
    hint: 'Remove it. Allowed are \\d (a digit), \\w (an unaccented letter, a digit or _), \\s (white space), \\p{L} (any letter), and \\ before . * + ? ( ) [ ] { } | ^ $ / \\.',
    find: badEscape,
  },
  {
    pattern: /^Invalid property name/,
    reason: 'there is no class of characters with this name.',
    hint: 'Write \\p{L} for letters, \\p{Lu} for capitals, \\p{N} for numbers.',
    find: badEscape,
  },
  {
    pattern: /^(?:Invalid group|Invalid named|Invalid capture|Duplicate capture)/,
    reason: 'a group starts with (? and a character that has no meaning there.',
    hint: 'Write ( … ) for a group, or (?: … ), (?= … ), (?! … ).',
    find: (pattern) => {
      const at = outside(pattern).search(/(?<!\\)\(\?(?![:=!])/);
      return at < 0 ? undefined : [at, 2];
    },
  },
];

/** Parts that this Node accepts and the oldest supported browser, iOS Safari 15.4, refuses: they would break the form. */
const tooNew: readonly { readonly part: RegExp; readonly hint: string }[] = [
  {
    part: /\(\?<[=!]/d,
    hint: 'Write what comes before as a part of the pattern, such as No\\. \\d+: the pattern describes the whole text.',
  },
  { part: /\(\?-?[ims]/d, hint: 'Write both cases of a letter, such as [aA].' },
  { part: /\(\?<([^>=!]+)>.*?(\(\?<\1>)/ds, hint: 'Remove the name: ( … ).' },
];

/** The first part of a valid pattern that a supported browser refuses. */
function newerMistake(pattern: string): RegexMistake | undefined {
  const text = outside(pattern);
  for (const { part, hint } of tooNew) {
    const [from, to] = part.exec(text)?.indices?.findLast((range) => range !== undefined) ?? [];
    if (from === undefined || to === undefined) continue;
    return {
      reason: `browsers that are some years old, such as iOS Safari 15, do not know ${pattern.slice(from, to)} here.`,
      ...{ hint, offset: from, length: to - from },
    };
  }
  return undefined;
}

const irregular: { readonly [Kind in IrregularPart['kind']]: Pick<RegexMistake, 'reason' | 'hint'> } = {
  reference: {
    reason: 'a part that refers to an earlier group cannot be checked in a short time.',
    hint: 'Write out what is repeated, or check it with a rule of your own (docs/extensions.md).',
  },
  look: {
    reason: 'a condition (?= … ) or (?! … ) in the middle of a pattern cannot be checked in a short time.',
    hint: 'Put conditions first, such as (?=.*\\d)[a-z0-9]{8,}, or write what follows as a part of the pattern.',
  },
  repeat: {
    reason: `this part is repeated up to more than ${mostRepetitions} times, together with the repetitions in it.`,
    hint: 'Write + or * after it, and limit the length of the answer with maxLength of the field.',
  },
};

/** The first part of a valid pattern that the server cannot match in linear time. */
function irregularMistake(pattern: string): RegexMistake | undefined {
  const part = irregularPart(pattern);
  return part === undefined ? undefined : { ...irregular[part.kind], offset: part.offset, length: part.length };
}

/** Why a pattern is not a valid regular expression for a form; undefined if it is valid in every supported browser. */
export function regexMistake(pattern: string): RegexMistake | undefined {
  const whole = { offset: 0, length: Math.max(1, pattern.length) };
  try {
    new RegExp(pattern, 'u');
    return newerMistake(pattern) ?? irregularMistake(pattern);
  } catch (error) {
    const message = (error as Error).message.split(`/u: `).pop() ?? '';
    const found = words.find((each) => each.pattern.test(message));
    if (found === undefined)
      return {
        reason: 'a character is in the wrong place.',
        hint: 'Test its parts one by one at regex101.com (ECMAScript, flag u).',
        ...whole,
      };
    const [offset, length] = found.find?.(pattern) ?? [whole.offset, whole.length];
    return { reason: found.reason, hint: found.hint, offset, length };
  }
}

/** The ranges of the character classes `[…]` in a pattern. */
function classes(pattern: string): [number, number][] {
  const found: [number, number][] = [];
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++;
    else if (pattern[at] === '[') {
      const end = endOfClass(pattern, at);
      found.push([at, end]);
      at = end;
    }
  }
  return found;
}

/** The pattern with classes and escapes blanked out, so that only its own brackets and operators remain. */
function outside(pattern: string): string {
  const signs = [...pattern.replace(/\\./gsu, (pair) => '_'.repeat(pair.length))];
  const units = signs.join('').split('');
  for (const [from, to] of classes(pattern)) if (to < pattern.length) units.fill('_', from, to + 1);
  return units.join('');
}

function bracket(pattern: string, which: 'open' | 'closed'): readonly [number, number] | undefined {
  const open: number[] = [];
  const text = outside(pattern);
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') open.push(at);
    else if (text[at] === ')' && open.pop() === undefined) return which === 'closed' ? [at, 1] : undefined;
  }
  const last = open.at(-1);
  return which === 'open' && last !== undefined ? [last, 1] : undefined;
}

function badEscape(pattern: string): readonly [number, number] | undefined {
  for (const { 0: sequence, index } of pattern.matchAll(
    /\\(?:[pPu]\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|.|$)/gsu,
  )) {
    try {
      new RegExp(sequence, 'u');
    } catch {
      return [index, sequence.length];
    }
  }
  return undefined;
}

function endOfClass(pattern: string, open: number): number {
  let at = open + 1;
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
  return at;
}
