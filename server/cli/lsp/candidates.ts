/**
 * The text of a document with a candidate at the cursor, in place of what is typed there. What is typed is often no YAML yet, such
 * as a key without its colon, so there are several ways to write it; the first that can be read is the one that is meant.
 */
import { Report } from '../../../engine/errors/report.ts';
import { parseFile, parseLeniently } from '../../../engine/load/parse/parse-file.ts';
import type { Source } from '../../../engine/load/source/source.ts';

/** No author writes this name. */
const candidateName = 'candidate0zz';

/** A document with a candidate in it. */
export interface Candidate {
  readonly source: Source;
  readonly name: string;
  /** The part of the document that a chosen offer replaces, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Whether a chosen key needs its colon. */
  readonly isBareKey: boolean;
}

const wordBefore = /[\w/@$-][\w/@.$-]*$|\.?[\w-]*$/;
const wordAfter = /^[\w/.-]*/;

/** The ways to write a candidate: a key without its colon, a value, an expression or a record that is not closed yet. */
function waysAt(before: string, after: string, name: string): string[] {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const rest = after.slice(0, after.indexOf('\n') < 0 ? after.length : after.indexOf('\n'));
  if (line.lastIndexOf('{{') > line.lastIndexOf('}}'))
    return rest.includes('}}') ? [name] : [`${name} }}`, `${name} }}'`, `${name} }}"`];
  const key = `${name}:${/^\s*:/.test(after) ? '' : ' '}`;
  const asKey = /^\s*:/.test(rest) ? name : key;
  if (/^\s*$/.test(line)) return [asKey, name];
  if (/^\s*(?:- +)+$/.test(line)) return [name, asKey];
  return line.lastIndexOf('{') > line.lastIndexOf('}') ? [name, asKey, `${name} }`] : [name, asKey];
}

const readAs = (path: string, text: string): Source | undefined => parseFile({ path, text }, new Report());

/**
 * The documents that may be meant at an offset, the likeliest group first. A group has a value and a key where both can stand.
 * @param path of the document below the folder of definitions
 */
export function candidatesAt(path: string, text: string, offset: number): Candidate[][] {
  const [typed = ''] = wordBefore.exec(text.slice(0, offset)) ?? [];
  const [rest = ''] = wordAfter.exec(text.slice(offset)) ?? [];
  // In an expression a point begins a name below another one; in a path it does not.
  const [member = ''] = /\w*$/.exec(typed) ?? [];
  const parts = member === typed || typed.startsWith('/') ? [typed] : [member, typed];
  return parts.map((part) =>
    candidatesIn(path, text, offset - part.length, offset + (part === typed ? rest.length : 0)),
  );
}

/** The documents with a candidate in place of a part. */
function candidatesIn(path: string, text: string, start: number, end: number): Candidate[] {
  const typed = text.slice(start, end);
  const found: Candidate[] = [];
  for (const name of typed.startsWith('/') ? [`/${candidateName}`] : [candidateName, `/${candidateName}`]) {
    const ways = waysAt(text.slice(0, start), text.slice(end), name);
    const written = (way: string) => text.slice(0, start) + way + text.slice(end);
    const sources = ways.flatMap((way) => {
      const source = readAs(path, written(way));
      return source === undefined ? [] : [{ source, way }];
    });
    const lenient = sources.length > 0 ? undefined : parseLeniently({ path, text: written(ways[0] ?? name) });
    const all = lenient === undefined ? sources : [{ source: lenient, way: ways[0] ?? name }];
    for (const { source, way } of all) found.push({ source, name, start, end, isBareKey: way.endsWith(': ') });
  }
  return found;
}
