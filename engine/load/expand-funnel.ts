import { stringify } from 'yaml';
import { Report } from '../errors/report.ts';
import { type Extensions, noExtensions } from '../extensions/extensions.ts';
import type { DefinitionFile } from './options.ts';
import { fileKindOf, parseFile, withoutEnding } from './parse/parse-file.ts';
import { checkShape } from './shape/check-shape.ts';
import { withOptionTexts } from './shape/option-texts.ts';
import { checkFunnel } from './short/check-funnel.ts';
import { withoutComputed } from './short/computed-values.ts';
import { defaultsOf } from './short/defaults.ts';
import { withExtensionFields } from './short/extension-fields.ts';
import { lowerFunnel } from './short/lower-funnel.ts';
import { writtenQuestions } from './short/question-screens.ts';
import { hasRounds, writeRounds } from './short/rounds.ts';
import { dataOf } from './source/file-data.ts';
import { separate } from './source/origins.ts';
import { type Source, SourceText } from './source/source.ts';

type Definition = Pick<Source, 'path' | 'kind' | 'data'>;

export interface ExpandedFunnel {
  /** The funnel's own file; undefined if there is no funnel with this id. */
  readonly path: string | undefined;
  /** The files that can take its place. Empty after an error. */
  readonly files: readonly DefinitionFile[];
  /** The ids of all funnels in one file. */
  readonly known: readonly string[];
  readonly report: Report;
}

/** Expands a funnel in one file to separate definition files. Reads only that file and site.yaml. @param extensions the site's */
export function expandFunnel(
  files: readonly DefinitionFile[],
  id: string,
  extensions: Extensions = noExtensions,
): ExpandedFunnel {
  const report = new Report();
  const silent = new Report();
  const funnels = files.flatMap((file) => (fileKindOf(file.path) === 'funnel' ? (parseFile(file, silent) ?? []) : []));
  const known = funnels.map(({ data }) => String(data.funnel));
  const funnel = funnels.find(({ data }) => data.funnel === id);
  // A file without an id that can be read may be the wanted one.
  const path = funnel?.path ?? files.find((file) => withoutEnding(file.path).endsWith(`/${id}.funnel`))?.path;
  const site = files.find((file) => fileKindOf(file.path) === 'site');
  const result = (made: readonly DefinitionFile[]): ExpandedFunnel => ({ path, files: made, known, report });
  if (path === undefined) return result([]);
  const [source, around] = [path, site?.path].map((each) => read(files, each, extensions, report));
  if (site === undefined) report.add('site-missing', new SourceText('site.yaml', ''), { offset: 0, length: 1 });
  if (source === undefined || around === undefined) return result([]);
  const defaults = defaultsOf(dataOf(around, 'site'));
  const asked = hasRounds(source) ? writeRounds(source, report) : source;
  if (asked !== null) checkFunnel(asked, report, defaults);
  if (asked === null || report.failed) return result([]);
  const questions = writtenQuestions(withoutComputed(dataOf(source, 'funnel'), defaults)).map(
    ({ question }) => question,
  );
  return result(lowerFunnel(asked, defaults).map((each) => fileOf(withQuestions(each, questions), id)));
}

function read(
  files: readonly DefinitionFile[],
  path: string | undefined,
  extensions: Extensions,
  report: Report,
): Source | undefined {
  const file = files.find((each) => each.path === path);
  const source = file === undefined ? undefined : parseFile(file, report);
  return source !== undefined && checkShape(source, report, extensions)
    ? withExtensionFields(withOptionTexts(source), extensions)
    : undefined;
}

/** A definition with the questions as their author has written them: with rounds in place of their questions. */
function withQuestions({ path, kind, data }: Source, items: readonly object[]): Definition {
  const sets = data['questions'] as Readonly<Record<string, object>> | undefined;
  if (kind !== 'flow' || sets === undefined) return { path, kind, data };
  return {
    path,
    kind,
    data: { ...data, questions: { questions: { ...sets['questions'], items: separate(items).data } } },
  };
}

/** A definition as a file of its own kind, beside the short one. */
function fileOf({ path, kind, data }: Definition, id: string): DefinitionFile {
  const up = '../'.repeat(path.split('/').length);
  const head = `# yaml-language-server: $schema=${up}schemas/generated/editor/${kind}.schema.json\n`;
  const base = withoutEnding(path).replace(/\.funnel$/, '');
  const other = data[kind] === id ? '' : String(data[kind]).slice(id.length);
  return {
    path: `${base}${other}.${kind}.yaml`,
    text: head + stringify(data, { lineWidth: 120, aliasDuplicateObjects: false }),
  };
}
