import type { SiteFile } from '../../schemas/generated/types.ts';
import { type Extensions, noExtensions } from '../extensions/extensions.ts';
import type { Memo } from '../memo/memo.ts';
import { repeatPages } from './assemble/pages.ts';
import { expandParts } from './assemble/parts.ts';
import { checkVocabulary } from './check/vocabulary.ts';
import { writtenConstants } from './define/constants.ts';
import type { DraftContent } from './link/draft.ts';
import { indexDefinitions } from './link/index-definitions.ts';
import type { DefinitionFile, LoadOptions } from './options.ts';
import { checkAssetNames, fileKindOf, parseFile, withoutTwins } from './parse/parse-file.ts';
import { checkShape } from './shape/check-shape.ts';
import { withOptionTexts } from './shape/option-texts.ts';
import { expandExtensionBlocks } from './short/extension-blocks.ts';
import { expandExtensionFields } from './short/extension-fields.ts';
import { funnelKinds } from './short/lower-funnel.ts';
import { writeOut } from './short/write-out.ts';
import { type FileKind, type Source, SourceText } from './source/source.ts';

/**
 * Guard, parse, shape, assemble, index. Undefined if site.yaml is missing or invalid, because other files depend on it.
 * @param files - an unchanged file is the same object as in the previous load
 */
export function readDraft(
  files: readonly DefinitionFile[],
  { assets, url, extensions = noExtensions, growthOf }: LoadOptions,
  memo: Memo,
): DraftContent | undefined {
  const { report } = memo;
  if (assets !== undefined) checkAssetNames(assets, report);
  report.adopt(extensions.problems);
  const { sources, broken } = readSources(withoutTwins(files, report), extensions, memo);
  const site = sources.find((source) => source.kind === 'site') as Source<unknown> as Source<SiteFile> | undefined;
  if (site === undefined) {
    if (!broken.has('site')) report.add('site-missing', new SourceText('site.yaml', ''), { offset: 0, length: 1 });
    return undefined;
  }
  const published =
    url === undefined ? site : memo.once('published', site, [url], () => site.with({ ...site.data, url }));
  const constants = memo.once('constants', published, [extensions], () =>
    writtenConstants(published, memo.report, extensions),
  );
  const known = expandExtensionFields(sources, extensions, memo);
  const written = expandExtensionBlocks(writeOut(known, published.data, broken, memo), extensions, memo);
  const { sources: assembled, items } = repeatPages(expandParts(written, broken, memo), broken, constants, memo);
  return indexDefinitions({ sources: assembled, site: published, broken, assets, items, extensions, growthOf }, memo);
}

/** The kinds of definitions that a file of a kind can contain, if there are others than its own. */
const madeOf: Partial<Record<FileKind, readonly FileKind[]>> = { funnel: funnelKinds, flow: ['flow', 'form'] };

/** The readable files, and the kinds of the unreadable ones. */
function readSources(
  files: readonly DefinitionFile[],
  extensions: Extensions,
  memo: Memo,
): { sources: Source[]; broken: Set<FileKind> } {
  const sources: Source[] = [];
  const broken = new Set<FileKind>();
  const read = memo.each('source', files, [extensions], (file) => {
    const { report } = memo;
    const parsed = parseFile(file, report);
    const isValid =
      parsed !== undefined && checkShape(parsed, report, extensions) && checkVocabulary(parsed, report, extensions);
    return isValid ? withOptionTexts(parsed) : undefined;
  });
  for (const [index, source] of read.entries()) {
    if (source !== undefined) sources.push(source);
    else {
      const kind = fileKindOf(files[index]?.path ?? '');
      for (const each of kind === undefined ? [] : (madeOf[kind] ?? [kind])) broken.add(each);
    }
  }
  return { sources, broken };
}
