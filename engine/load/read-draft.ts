import type { SiteFile } from '../../schemas/generated/types.ts';
import { Report } from '../errors/report.ts';
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
import { recoverFile } from './parse/recover.ts';
import { checkShape } from './shape/check-shape.ts';
import { type MendingWay, mend } from './shape/mend.ts';
import { withOptionTexts } from './shape/option-texts.ts';
import { expandExtensionBlocks } from './short/extension-blocks.ts';
import { expandExtensionFields } from './short/extension-fields.ts';
import { writeOut } from './short/write-out.ts';
import { type Source, SourceText } from './source/source.ts';
import { addNames, namesInTexts } from './source/unknown.ts';
import { exampleTimeZones } from './types/site-examples.ts';

/**
 * Guard, parse, shape, assemble, index. Undefined if site.yaml is missing or invalid, because other files depend on it.
 * @param files - an unchanged file is the same object as in the previous load
 * @param way - how files with mistakes are mended
 */
export function readDraft(
  files: readonly DefinitionFile[],
  { assets, url, extensions = noExtensions, growthOf }: LoadOptions,
  memo: Memo,
  way: MendingWay = 0,
): DraftContent | undefined {
  const { report } = memo;
  if (assets !== undefined) checkAssetNames(assets, report);
  report.adopt(extensions.problems);
  const { sources, unknown, isMended } = readSources(withoutTwins(files, report), extensions, way, memo);
  const site = sources.find((source) => source.kind === 'site') as Source<unknown> as Source<SiteFile> | undefined;
  if (site === undefined) {
    if (!files.some(({ path }) => fileKindOf(path) === 'site'))
      report.add('site-missing', new SourceText('site.yaml', ''), { offset: 0, length: 1 });
    return undefined;
  }
  const addressed =
    url === undefined ? site : memo.once('published', site, [url], () => site.with({ ...site.data, url }));
  const published = memo.once('zoned', addressed, [], () => withKnownZone(addressed, memo.report));
  const constants = memo.once('constants', published, [extensions], () => writtenConstants(published, extensions));
  const known = expandExtensionFields(sources, extensions, memo);
  const written = expandExtensionBlocks(
    writeOut(known, published.data, { extensions, unknown }, memo),
    extensions,
    memo,
  );
  const { sources: assembled, items } = repeatPages(expandParts(written, unknown, memo), unknown, constants, memo);
  const found = { sources: assembled, site: published, unknown, isMended };
  return indexDefinitions({ ...found, assets, items, extensions, growthOf }, memo);
}

/** A site whose time zone is known; an unknown one is reported. */
function withKnownZone(site: Source<SiteFile>, report: Report): Source<SiteFile> {
  const { timeZone } = site.data;
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return site;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report.add('time-zone-unknown', site, site.place(['timeZone']), {
      zone: timeZone,
      near: report.near(timeZone, Intl.supportedValuesOf('timeZone')),
      example: exampleTimeZones(site.data),
    });
    return site.with({ ...site.data, timeZone: 'UTC' });
  }
}

/** A file as it is read: mended if it has mistakes, in two ways. */
interface ReadFile {
  readonly ways: readonly [Source, Source] | null;
  /** Names that it may use or declare where it cannot be read. */
  readonly names: readonly string[];
}

/** The readable files, and the names in what could not be read. */
function readSources(
  files: readonly DefinitionFile[],
  extensions: Extensions,
  way: MendingWay,
  memo: Memo,
): { sources: Source[]; unknown: Set<string>; isMended: boolean } {
  const read = memo.each('source', files, [extensions], (file) => readFile(file, extensions, memo.report));
  return {
    sources: read.flatMap(({ ways }) => ways?.[way] ?? []),
    unknown: new Set(read.flatMap(({ names }) => names)),
    isMended: read.some(({ ways }) => ways !== null && ways[0] !== ways[1]),
  };
}

function readFile(file: DefinitionFile, extensions: Extensions, report: Report): ReadFile {
  const parsed = parseFile(file, report);
  // What is beside the mistakes of the YAML is checked, too.
  const known = parsed ?? recoverFile(file);
  const isValid = known === undefined ? null : checkShape(known, report, extensions);
  const source = known === undefined || isValid === null ? undefined : withOptionTexts(known);
  if (parsed !== undefined && source !== undefined && isValid === true && checkVocabulary(parsed, report, extensions))
    return { ways: [source, source], names: [] };
  const [one, other] = ([0, 1] as const).map((way) =>
    source === undefined ? undefined : mend(source, extensions, way),
  );
  if (one === undefined || other === undefined || !checkVocabulary(one, new Report(), extensions)) {
    const names = new Set<string>();
    // A copy that is ignored is none of the site's files.
    if (report.failed) addNames(names, file);
    return { ways: null, names: [...names] };
  }
  return {
    ways: [one, other],
    names: [...namesInTexts([...(one.unknown?.texts ?? []), ...(other.unknown?.texts ?? [])])],
  };
}
