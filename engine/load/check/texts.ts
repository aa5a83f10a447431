import type { EmailFile, FlowFile, FormFile } from '../../../schemas/generated/types.ts';
import { nearest } from '../../errors/nearest.ts';
import { endOfHole } from '../../values/inline.ts';
import type { Draft } from '../link/draft.ts';
import { formsOf } from '../link/uses.ts';
import type { DataPath, Source } from '../source/source.ts';
import { flowTypes } from '../types/value-types.ts';
import { checkLiteralTexts } from './literal-texts.ts';

/** Checks the source of texts: none is empty, and expressions have double braces. */
export function checkTexts(draft: Draft, source: Source<unknown>): void {
  const { report } = draft;
  const names = namesIn(draft, source);
  const fields = source.kind === 'form' ? Object.keys((source.data as FormFile).fields) : [];
  const braces = (at: DataPath, text: string) => checkBraces(draft, source, at, text, names, fields);
  for (const { kind, value, path, empty } of draft.contents(source).annotated) {
    if (kind === 'texts')
      eachText(value, path, (text, at) => {
        braces(at, text);
      });
    if (kind !== 'text' && kind !== 'prose' && kind !== 'href') continue;
    const text = String(value);
    if (kind !== 'href' && text.trim() === '') {
      const key = String(path.filter((segment) => typeof segment === 'string').at(-1));
      if (empty === 'ornament') report.add('alt-empty', source, source.place(path));
      else if (empty === undefined) report.add('text-empty', source, source.place(path), { key });
    }
    braces(path, text);
    if (kind !== 'href') checkLiteralTexts(draft, source, { text, path, isProse: kind === 'prose' });
  }
}

/** Roughly the names that expressions in a file can read. Distinguishes `{ facts.price }` from a literal brace. */
function namesIn(draft: Draft, source: Source<unknown>): Set<string> {
  const names = new Set(['facts', 'site', 'calendar']);
  if (draft.items.has(source)) names.add('item');
  if (source.kind === 'email') for (const name of Object.keys((source.data as EmailFile).values ?? {})) names.add(name);
  if (source.kind !== 'flow') return names;
  const flow = source.data as FlowFile;
  const forms = formsOf(draft, flow).flatMap(({ fields }) => Object.keys(fields));
  for (const name of [...Object.keys(flowTypes), ...Object.keys(flow.data ?? {}), ...Object.keys(flow.computed ?? {})])
    names.add(name);
  for (const name of [...forms, 'texts', 'error', 'reply', 'step', 'steps']) names.add(name);
  return names;
}

/**
 * Reports `{ name … }`, even with a misspelt name: the author probably meant double braces.
 * @param fields names of values that the texts of the file cannot read
 */
function checkBraces(
  { report }: Draft,
  source: Source<unknown>,
  path: DataPath,
  text: string,
  names: ReadonlySet<string>,
  fields: readonly string[],
): void {
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
    if (text[at - 1] === '\\') continue;
    if (text[at + 1] === '{') {
      at = endOfHole(text, at) - 1;
      continue;
    }
    const [whole, inside = '', root = '', further] =
      /^\{(\s*([A-Za-z_]\w*)\s*([.|[(?!=<>+*/-][^{}]*)?)\}/.exec(text.slice(at)) ?? [];
    if (whole === undefined) continue;
    const like = (name: string, known: Iterable<string>) =>
      [...known].includes(name) || (further !== undefined && nearest(name, known) !== undefined);
    const isReadable = like(root, names);
    if (isReadable || like(root, fields))
      report.add('text-single-braces', source, source.place(path, { offset: at, length: whole.length }), {
        inside: inside.trim(),
        written: isReadable ? whole : undefined,
      });
  }
}

function eachText(value: unknown, path: DataPath, found: (text: string, path: DataPath) => void): void {
  if (typeof value === 'string') found(value, path);
  else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value))
      eachText(part, [...path, Array.isArray(value) ? Number(key) : key], found);
}
