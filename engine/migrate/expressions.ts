import { renamedMembers, renamedNames } from '../vocabulary/renames.ts';

/** A replacement in a text; offsets are in UTF-16 units. */
export interface Replacement {
  readonly offset: number;
  readonly was: string;
  readonly now: string;
}

const tokens = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[A-Za-z_][A-Za-z0-9_]*|\s+|[\s\S]/g;

/** The renamed names in an expression. */
export function renamesInExpression(code: string): Replacement[] {
  const found: { text: string; offset: number }[] = [];
  for (const match of code.matchAll(tokens))
    if (!/^\s/.test(match[0])) found.push({ text: match[0], offset: match.index });
  return found.flatMap(({ text, offset }, index) => {
    if (!Object.hasOwn(renamedNames, text)) return [];
    // A member of another value, or a function.
    if (found[index - 1]?.text === '.' || found[index + 1]?.text === '(') return [];
    const name = { offset, was: text, now: renamedNames[text] as string };
    const [dot, , nextDot, member] = found.slice(index + 1);
    const members = renamedMembers[text];
    if (dot?.text !== '.' || nextDot?.text !== '.' || member === undefined || members?.[member.text] === undefined)
      return [name];
    return [name, { offset: member.offset, was: member.text, now: members[member.text] as string }];
  });
}

const hole = /\{\{((?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|(?!\}\})[\s\S])*)\}\}/g;

/** The expressions in the `{{ … }}` of a text, with their offsets. */
export const expressionsIn = (text: string): { readonly code: string; readonly offset: number }[] =>
  [...text.matchAll(hole)].map((match) => ({ code: match[1] ?? '', offset: match.index + 2 }));

/** The renamed names in the `{{ … }}` of a text. */
export const renamesInTemplate = (text: string): Replacement[] =>
  expressionsIn(text).flatMap(({ code, offset }) =>
    renamesInExpression(code).map((each) => ({ ...each, offset: each.offset + offset })),
  );
