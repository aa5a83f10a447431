/** `funnel new KIND NAME`: a small valid definition for an author to fill in. */
import { join, resolve } from 'node:path';
import { nearest } from '../../engine/errors/nearest.ts';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import { loadForAxes } from '../../engine/load/load-axes.ts';
import { readDefinitionFiles } from '../definitions/read.ts';
import { problemText } from '../definitions/refusal.ts';
import { UnreadableFile } from '../disk/disk.ts';
import { fingerprint } from '../disk/fingerprint.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { createExtension, newExtensions } from './new-extension.ts';
import { slugOf } from './slug.ts';
import { templateFiles, templateLanguageFor, writeNew } from './templates.ts';

/** What is written for each kind: the templates, and the kind of the file that the definition is named after. */
const templatesOf = {
  funnel: { main: 'funnel', templates: ['funnel'] },
  quiz: { main: 'funnel', templates: ['quiz'] },
  page: { main: 'page', templates: ['page'] },
  flow: { main: 'flow', templates: ['flow', 'form', 'intake'] },
  form: { main: 'form', templates: ['form'] },
  intake: { main: 'api', templates: ['intake', 'form'] },
  part: { main: 'part', templates: ['part'] },
  collection: { main: 'collection', templates: ['collection'] },
  email: { main: 'email', templates: ['email'] },
  document: { main: 'document', templates: ['document'] },
} as const;

type Kind = keyof typeof templatesOf;

/** The kinds of definitions that the command writes. */
export const newKinds: readonly string[] = [...Object.keys(templatesOf), ...newExtensions];

function requireKind(word: string | undefined): Kind {
  if (word !== undefined && Object.hasOwn(templatesOf, word)) return word as Kind;
  const near = word === undefined ? undefined : nearest(word, newKinds);
  throw new InvalidArguments(
    word === undefined
      ? `Name a kind (${newKinds.join(', ')}) and the id of the new definition.`
      : `There is no kind ${word}. ${near === undefined ? `The kinds are ${newKinds.join(', ')}.` : `Did you mean ${near}?`}`,
  );
}

/** An id that is also an address and a folder. Ids of the engine may be longer; names of records are made of it. */
function requireId(name: string | undefined, kind: Kind): string {
  if (name === undefined) throw new InvalidArguments(`Name the new ${kind}: funnel new ${kind} NAME.`);
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) && name.length <= 40) return name;
  const id = slugOf(name).slice(0, 40).replace(/-$/, '');
  throw new InvalidArguments(
    `A name has at most 40 small letters, digits and hyphens, and begins with a letter.${id === '' ? '' : ` Try ${id}.`}`,
  );
}

const keyOf = ({ code, message, file }: AuthorProblem): string => `${code} ${file} ${message}`;

/**
 * Writes a definition and what belongs to it into `FOLDER/NAME/`, if the site has no new errors with them.
 * @returns the exit code: 0 written, 1 refused, 2 invalid arguments or an unreadable folder
 */
export async function create({ positionals, values }: CommandCall, output: Output): Promise<number> {
  const [word, name, ...more] = positionals;
  const own = newExtensions.find((each) => each === word);
  if (own !== undefined && more.length === 0) return createExtension(own, name, values['funnels'] ?? 'funnels', output);
  const kind = requireKind(word);
  const id = requireId(name, kind);
  if (more.length > 0) throw new InvalidArguments('Only one definition can be written at a time.');
  const folder = values['funnels'] ?? 'funnels';
  const read = await readDefinitionFiles(folder).catch((error: unknown) => error as Error);
  if (read instanceof Error) {
    const reason = read instanceof UnreadableFile ? read.message : `The folder ${folder} could not be read.`;
    output.err(`${reason} \`funnel init\` prepares a site.`);
    return 2;
  }
  if (!read.files.some(({ path }) => /^site\.(ya?ml|json)$/.test(path))) {
    output.err(`There is no site.yaml in ${folder}. \`funnel init\` prepares a site.`);
    return 2;
  }
  const options = {
    hash: fingerprint,
    assets: read.assets,
    extensions: read.extensions,
    growthOf: read.growthOf,
    now: Date.now(),
  };
  const before = loadForAxes(read.files, options);
  const locale = before.site?.site.locale;
  const language = templateLanguageFor(locale ?? 'en');

  const title = `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`;
  const words = { ID: id, TITLE: title, RECORDS: id.replaceAll('-', '_') };
  const { main: mainKind, templates } = templatesOf[kind];
  const files = (
    await Promise.all(templates.map((each) => templateFiles(`${language ?? 'en'}/new/${each}`, resolve(folder), words)))
  ).flat();
  const main = `${id}/${id}.${mainKind}.yaml`;
  const known = new Set(read.files.map(({ path }) => path));
  if (known.has(main)) {
    output.err(`${join(folder, main)} exists. Choose another name, or edit it.`);
    return 1;
  }
  const missing = files.filter(({ path }) => !known.has(path));
  const after = loadForAxes([...read.files, ...missing], options);
  const old = new Set(before.problems.map(keyOf));
  const added = after.problems.filter((problem) => !old.has(keyOf(problem)));
  const errors = added.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    output.err(`${errors.map(problemText).join('\n\n')}\n\nNothing was written: ${id} does not fit into the site.`);
    return 1;
  }
  for (const { path } of files) if (known.has(path)) output.out(`kept     ${join(folder, path)}`);
  for (const file of missing) {
    await writeNew(folder, file);
    output.out(`created  ${join(folder, file.path)}`);
  }
  if (language === undefined) output.out(`Its texts are in English: there are none in ${locale}.`);
  const steps = new Set(
    added.flatMap(({ hint, file }) => (file.startsWith(`${id}/`) && hint !== undefined ? [hint] : [])),
  );
  for (const hint of steps) output.out(`next     ${hint}`);
  return 0;
}
