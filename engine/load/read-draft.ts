import type { SiteFile } from '../../schemas/generated/types.ts';
import type { Report } from '../errors/report.ts';
import { repeatPages } from './assemble/pages.ts';
import { expandParts } from './assemble/parts.ts';
import { checkVocabulary } from './check/vocabulary.ts';
import { writtenConstants } from './define/constants.ts';
import type { Draft } from './link/draft.ts';
import { indexDefinitions } from './link/index-definitions.ts';
import type { DefinitionFile, LoadOptions } from './options.ts';
import { checkAssetNames, fileKindOf, parseFile } from './parse/parse-file.ts';
import { checkShape } from './shape/check-shape.ts';
import { type FileKind, type Source, SourceText } from './source/source.ts';

/**
 * Guard, parse, shape, assemble, index. Undefined if site.yaml is missing or invalid, because other files depend on it.
 */
export function readDraft(
  files: readonly DefinitionFile[],
  { assets, url }: LoadOptions,
  report: Report,
): Draft | undefined {
  if (assets !== undefined) checkAssetNames(assets, report);
  const { sources, broken } = readSources(files, report);
  const site = sources.find((source) => source.kind === 'site') as Source<unknown> as Source<SiteFile> | undefined;
  if (site === undefined) {
    if (!broken.has('site')) report.add('site-missing', new SourceText('site.yaml', ''), { offset: 0, length: 1 });
    return undefined;
  }
  if (url !== undefined) site.data.url = url;
  const { sources: assembled, items } = repeatPages(
    expandParts(sources, broken, report),
    broken,
    writtenConstants(site, report),
    report,
  );
  return indexDefinitions({ sources: assembled, site, broken, assets, items }, report);
}

/** The readable files, and the kinds of the unreadable ones. */
function readSources(files: readonly DefinitionFile[], report: Report): { sources: Source[]; broken: Set<FileKind> } {
  const sources: Source[] = [];
  const broken = new Set<FileKind>();
  for (const file of files) {
    const source = parseFile(file, report);
    if (source !== undefined && checkShape(source, report) && checkVocabulary(source, report)) sources.push(source);
    else {
      const kind = fileKindOf(file.path);
      if (kind !== undefined) broken.add(kind);
    }
  }
  return { sources, broken };
}
