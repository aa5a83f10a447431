/** Definitions as their authors wrote them, file by file. */
import { Report } from '../../engine/errors/report.ts';
import { parseFile } from '../../engine/load/parse/parse-file.ts';
import type { Source } from '../../engine/load/source/source.ts';
import type { DefinitionFiles } from './read.ts';

/** The files that can be parsed, and the paths of those that cannot. */
export function parsedSources(files: DefinitionFiles['files']): { sources: Source[]; unread: string[] } {
  const unread: string[] = [];
  const sources = files.flatMap((file) => {
    const source = parseFile(file, new Report());
    if (source === undefined) unread.push(file.path);
    return source ?? [];
  });
  return { sources, unread };
}
