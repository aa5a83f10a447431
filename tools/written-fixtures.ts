/** What the loader makes of short forms, before it checks them: each value of `test/fixtures/written`, with its place. */
import { Report } from '../engine/errors/report.ts';
import { readDraft } from '../engine/load/read-draft.ts';
import type { DataPath, Source } from '../engine/load/source/source.ts';
import { Memo } from '../engine/memo/memo.ts';
import { fingerprint } from '../server/disk/fingerprint.ts';
import { baseWith, fixtureFiles, splitFiles } from './mistakes.ts';

/** The subjects, each a file `NAME.yaml` with what is added to the base site, and a file `NAME.txt` with the result. */
export const writtenNames = ['calls', 'funnel', 'quiz', 'rounds', 'words', 'parts'] as const;

/** A line for each value: its path, the value as JSON, and the place that a mistake in it has. */
function valuesOf(source: Source<unknown>, value: unknown, path: DataPath): string[] {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, each]) =>
      valuesOf(source, each, [...path, Array.isArray(value) ? Number(key) : key]),
    );
  const place = source.place(path);
  const file = (place.file ?? source) as Source<unknown>;
  const { line, column } = file.position(place.offset);
  return [`  ${path.join('.')}: ${JSON.stringify(value)}  @ ${file.path}:${line}:${column}`];
}

/** The definitions that the loader makes of a fixture's files, as text. @throws Error if they have mistakes */
export async function writtenFixture(name: (typeof writtenNames)[number]): Promise<string> {
  const edited = fixtureFiles(name, 'written');
  const { definitions, words } = await splitFiles(baseWith(edited));
  const report = new Report();
  const memo = new Memo();
  memo.begin(report);
  const draft = readDraft(definitions, { hash: fingerprint, words }, memo);
  if (draft === undefined || report.failed)
    throw new Error(`${name} has mistakes: ${report.problems.map(({ message }) => message).join(' ')}`);
  const sources: readonly Source<unknown>[] = [
    ...draft.pages.values(),
    ...draft.flows.values(),
    ...draft.forms.values(),
    ...new Set([...draft.intakes.values()].map(({ source }) => source)),
  ];
  const made = sources.filter(({ path }) => Object.hasOwn(edited, path));
  const headed = made.map((source) => {
    const { kind, data } = source;
    return [`${kind} ${String((data as Record<string, unknown>)[kind])}`, ...valuesOf(source, data, [])];
  });
  return `${headed.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
