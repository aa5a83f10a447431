/** Accepted warnings and notes: `# accept <code>: reason` on the line of one, or on its own line above it. */
import { Lexer } from 'yaml';
import { type AuthorCode, authorErrors, type Entry } from '../errors/catalogue.ts';
import type { AuthorProblem } from '../errors/problem.ts';
import { Report } from '../errors/report.ts';
import { SourceText } from './source/source.ts';

/** A warning or a note that its author has accepted. */
export interface AcceptedProblem extends AuthorProblem {
  readonly reason: string;
}

/** A comment that accepts a warning or a note. */
export interface Acceptance {
  readonly file: SourceText;
  readonly code: string;
  readonly reason: string;
  /** The line whose warnings it accepts, counted from 1. */
  readonly line: number;
  /** The position of the comment. */
  readonly offset: number;
  readonly length: number;
}

export interface AppliedAcceptances {
  readonly problems: AuthorProblem[];
  readonly accepted: AcceptedProblem[];
}

/** Markers that the lexer adds to the text: the start of a document and of a scalar, and the end of a flow. */
const marks: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);

const entries = Object.entries(authorErrors as Record<string, Entry<never>>);
const acceptable = entries.flatMap(([code, { severity }]) =>
  severity !== undefined && !code.startsWith('accept-') ? [code] : [],
);
const notes: ReadonlySet<string> = new Set(
  entries.flatMap(([code, { severity }]) => (severity === 'note' ? [code] : [])),
);

/**
 * Removes accepted warnings and notes from the problems. An acceptance without a reason is reported instead of its warning. An
 * acceptance that matches no warning is reported, unless the check for its warning did not run. That of a note stays true when other
 * files make the note go away, so it is never reported as unused.
 * @param unjudged codes whose checks did not run
 */
export function applyAcceptances(
  problems: readonly AuthorProblem[],
  acceptances: readonly Acceptance[],
  unjudged: ReadonlySet<AuthorCode>,
): AppliedAcceptances {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const rest = new Set(problems);
  const accepted: AcceptedProblem[] = [];
  const report = new Report();
  for (const { file, code, reason, line, offset, length } of acceptances) {
    const matches = problems.filter(
      (each) => each.severity !== 'error' && each.code === code && each.file === file.path && each.line === line,
    );
    for (const match of matches) {
      rest.delete(match);
      if (reason !== '') accepted.push({ ...match, reason });
    }
    const place = { offset, length };
    if (matches.length > 0 && reason === '') report.add('accept-without-reason', file, place, { code });
    else if (
      matches.length === 0 &&
      !(acceptable.includes(code) && isDoubtful(file, line, errors)) &&
      !notes.has(code) &&
      !unjudged.has(code as AuthorCode)
    ) {
      const near = acceptable.includes(code) ? undefined : report.near(code, acceptable);
      const isError = !acceptable.includes(code) && Object.hasOwn(authorErrors, code);
      report.add('accept-unused', file, place, { code, near, isError });
    }
  }
  return { problems: [...rest, ...report.problems], accepted };
}

/** Whether an error at a line, or at what is indented under it, may hide the warning that is accepted there. */
function isDoubtful({ path, lines }: SourceText, line: number, errors: readonly AuthorProblem[]): boolean {
  const indentOf = (text: string): number => /^ */.exec(text)?.[0].length ?? 0;
  const indent = indentOf(lines[line - 1] ?? '');
  const rest = lines.slice(line).findIndex((text) => text.trim() !== '' && indentOf(text) <= indent);
  const last = rest < 0 ? lines.length : line + rest;
  return errors.some((error) => error.file === path && error.line >= line && error.line <= last);
}

/** The acceptances of a file. */
export function acceptancesIn({ path, text }: { readonly path: string; readonly text: string }): readonly Acceptance[] {
  if (!/#[ \t]*accept\b/.test(text)) return [];
  const file = new SourceText(path, text);
  const found: Acceptance[] = [];
  let offset = 0;
  for (const token of new Lexer().lex(file.text)) {
    if (marks.has(token)) continue;
    const [comment, code, reason = ''] = /^#[ \t]*accept[ \t]+([a-z-]+)[ \t]*(?::[ \t]*([^\r\n]*))?/.exec(token) ?? [];
    if (comment !== undefined && code !== undefined) {
      const { line, column } = file.position(offset);
      const alone = (file.lines[line - 1] ?? '').slice(0, column - 1).trim() === '';
      found.push({
        ...{ file, code, reason: reason.trim(), offset, length: comment.trimEnd().length },
        line: alone ? nextLine(file, line) : line,
      });
    }
    offset += token.length;
  }
  return found;
}

/** The next line that is neither empty nor a comment. */
function nextLine({ lines }: SourceText, line: number): number {
  let next = line + 1;
  while (next < lines.length && /^\s*(?:#|$)/.test(lines[next - 1] ?? '')) next++;
  return next;
}
