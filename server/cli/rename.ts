/** `funnel rename OLD NEW [FOLDER]`: renames a thing and everything that refers to it. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import { loadForAxes } from '../../engine/load/load-axes.ts';
import { isPartOfNames, kindOfKey, type NameKey, nameKinds, ownName, qualifiedName } from '../../engine/names/name.ts';
import { planRename, type RenamePlan } from '../../engine/names/rename.ts';
import type { DefinitionFiles } from '../definitions/read.ts';
import { problemText } from '../definitions/refusal.ts';
import { fingerprint } from '../disk/fingerprint.ts';
import { type Replacing, replaceFiles } from '../disk/replace-files.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { countOf, excerpt, messageOf } from './lines.ts';
import { type NamedDefinitions, namedFiles, readNames, requireName } from './names.ts';
import { extendedMapping, mappingText } from './rename-mapping.ts';

/** The definitions after a rename. */
export function renamedDefinitions(
  { files, assets, code, extensions, growthOf }: DefinitionFiles,
  plan: RenamePlan,
): DefinitionFiles {
  const changed = new Map(plan.files.map((file) => [file.path, file]));
  const moved = new Map(plan.movedAssets);
  return {
    files: files.map((file) => {
      const now = changed.get(file.path);
      return now === undefined ? file : { path: now.newPath, text: now.after };
    }),
    assets: new Set([...assets].map((path) => moved.get(path) ?? path)),
    ...{ code, extensions, growthOf },
  };
}

const problemsOf = ({ files, assets, extensions, growthOf }: DefinitionFiles): readonly AuthorProblem[] =>
  loadForAxes(files, { hash: fingerprint, assets, extensions, growthOf, submissions: 'try', now: Date.now() }).problems;

/** The problems that a rename causes: those of a code that occurs more often than before. */
function newProblems(before: DefinitionFiles, renamed: DefinitionFiles): AuthorProblem[] {
  const after = problemsOf(renamed);
  if (after.length === 0) return [];
  const counts = new Map<string, number>();
  for (const { code } of problemsOf(before)) counts.set(code, (counts.get(code) ?? 0) + 1);
  const more = new Set<string>();
  for (const { code } of after) {
    const left = (counts.get(code) ?? 0) - 1;
    counts.set(code, left);
    if (left < 0) more.add(code);
  }
  return after.filter(({ code }) => more.has(code));
}

/** Whether every place still means what it meant. */
function isSameSite(before: NamedDefinitions, after: NamedDefinitions, { renamed }: RenamePlan): boolean {
  const counts = ({ names }: NamedDefinitions, keys: ReadonlySet<NameKey>) =>
    names.mentions.filter(({ key }) => keys.has(key)).length;
  return (
    before.names.mentions.length === after.names.mentions.length &&
    counts(before, new Set(renamed.keys())) === counts(after, new Set(renamed.values()))
  );
}

/** What a rename means beyond the definitions, one consequence per line. */
function consequences(key: NameKey, plan: RenamePlan, { names, same }: NamedDefinitions): string[] {
  const group = same.get(key) ?? [key];
  const was = ownName(key);
  const [now = ''] = [...plan.renamed.values()].map(ownName);
  const lines: string[] = [];
  const inputs = group.filter((each) => kindOfKey(each) === 'input');
  const others = group.filter((each) => each !== key && ['field', kindOfKey(key)].includes(kindOfKey(each)));
  if (others.length > 0)
    lines.push(`Renamed together, because one place means all of them, or sends one as another: ${others.join(', ')}.`);
  const intakes = inputs.flatMap(
    (each) => names.layout.intakes.get(qualifiedName(each).slice(0, -was.length - 1)) ?? [],
  );
  const posts = intakes.flatMap(({ data }) => data.post ?? []);
  if (posts.length > 0) {
    const senders = 'from pages that are open now and from other senders';
    lines.push(
      plan.keepsAlias
        ? `Accepted as ${now} at ${posts.join(', ')}, and still as ${was} ${senders} (\`aliases\`).`
        : `Accepted as ${now} at ${posts.join(', ')}, and no longer as ${was} ${senders}.`,
    );
    const records = new Set(intakes.flatMap(({ data }) => (data.post && data.records ? [data.records] : [])));
    const gets = intakes.flatMap(({ data }) => data.get ?? []);
    if (records.size > 0)
      lines.push(
        `Records of ${[...records].join(', ')} that are stored already keep the name ${was}.${
          gets.length > 0 ? ` Look-ups (${gets.join(', ')}) read ${now} only from new ones.` : ''
        }`,
      );
  }
  if (
    names.mentions.some(
      ({ key: each, path, source }) => group.includes(each) && source.kind === 'flow' && path[2] === 'query',
    )
  )
    lines.push(`It is carried in addresses: ?${was}= becomes ?${now}=. Links with ?${was}= open as those without it.`);
  if (isPartOfNames(key))
    lines.push(
      'Its values are stored under other names from now on. Pages that are open now still send the former ones.',
    );
  if (kindOfKey(key) === 'path')
    lines.push(`${was} is not an address any more. Keep it as a further path of the same page if others link to it.`);
  if (kindOfKey(key) === 'endpoint')
    lines.push(`${was} does not accept submissions any more, also not from pages that are open now.`);
  if (kindOfKey(key) === 'event')
    lines.push(`Receivers get ${now}. Conversions and reports that are set up for ${was} do not count it.`);
  if (kindOfKey(key) === 'records')
    lines.push(
      `New submissions are stored as ${now}. Those that are stored already stay in ${was}, where look-ups no longer find them.`,
    );
  if (kindOfKey(key) === 'overlay') lines.push('Its address of its own ends with its id, and changes as well.');
  if (kindOfKey(key) === 'flow')
    lines.push(
      'Browsers save answers by the name of the flow: visitors who are in the middle of it and reload start without theirs.',
    );
  if (kindOfKey(key) === 'step')
    lines.push(
      'Visitors who are there and reload keep their answers. If the step has no address, they begin at the start of the flow.',
    );
  return lines;
}

function changedLines({ files }: RenamePlan, folder: string): string[] {
  return files.flatMap(({ path, newPath, before, after }) => {
    const head = path === newPath ? join(folder, path) : `${join(folder, path)} → ${join(folder, newPath)}`;
    const [old, now] = [before.split('\n'), after.split('\n')];
    const lines: string[] = [];
    let at = 0;
    now.forEach((line) => {
      if (line === old[at]) at += 1;
      // An alias is a line of its own.
      else if (/^\s*aliases: \[/.test(line) && !/^\s*aliases: \[/.test(old[at] ?? ''))
        lines.push(`        + ${line.trim()}`);
      else {
        const was = old[at] ?? '';
        const column = [...line].findIndex((sign, index) => sign !== was[index]) + 1;
        lines.push(`  ${String(at + 1).padStart(4)}  - ${excerpt(was, column)}`, `        + ${excerpt(line, column)}`);
        at += 1;
      }
    });
    return [head, ...lines];
  });
}

/** Renames in a folder. @param beside files outside the folder that are written together with it */
export async function writeRename(folder: string, plan: RenamePlan, beside: readonly Replacing[]): Promise<void> {
  const assets = await Promise.all(
    plan.movedAssets.map(async ([from, path]) => ({ path, from, content: await readFile(join(folder, from)) })),
  );
  await replaceFiles(folder, [
    ...plan.files.map(({ path, newPath, after }) => ({ path: newPath, from: path, content: after })),
    ...assets,
    ...beside,
  ]);
}

/**
 * Plans a rename after which the definitions have no new problem, and every place means what it meant.
 * @throws RangeError with the reason why it cannot be made
 */
export function checkedRename(
  definitions: NamedDefinitions,
  key: NameKey,
  now: string,
  { aliases }: { readonly aliases: boolean },
): { plan: RenamePlan; after: DefinitionFiles } {
  const { names, same, assets } = definitions;
  const plan = planRename(key, now, names, same, { aliases, assets });
  const after = renamedDefinitions(definitions, plan);
  const problems = newProblems(definitions, after);
  if (problems.length > 0)
    throw new RangeError(
      [
        `With the name ${now} the definitions would have new problems. Nothing was changed.`,
        ...problems.map(problemText),
      ].join('\n\n'),
    );
  if (!isSameSite(definitions, namedFiles(after), plan))
    throw new RangeError(
      `${now} already has a meaning at some of the places of ${ownName(key)}. Choose another name; nothing was changed.`,
    );
  return { plan, after };
}

/** @returns the exit code: 0 renamed, 1 refused and nothing was changed, 2 invalid arguments, or a folder that cannot be read */
export async function renameCommand({ positionals, switches, values }: CommandCall, output: Output): Promise<number> {
  const [old, now, folder = 'funnels', ...more] = positionals;
  if (old === undefined || now === undefined) throw new InvalidArguments('Give the old name and the new one.');
  if (more.length > 0) throw new InvalidArguments('Only one name can be changed at a time.');
  let definitions: NamedDefinitions;
  try {
    definitions = await readNames(folder);
  } catch (error) {
    output.err(messageOf(error));
    return 2;
  }
  const dry = switches.has('dry-run');
  try {
    if (definitions.unread.length > 0)
      throw new RangeError(
        `${definitions.unread.join(', ')} cannot be read, and may contain the name. \`funnel check\` shows why.`,
      );
    const key = requireName(old, definitions);
    const { plan } = checkedRename(definitions, key, now, { aliases: !switches.has('no-aliases') });
    const mappingFile = values['mapping'];
    const mapping = mappingFile === undefined ? null : await extendedMapping(mappingFile, plan.inTraces);
    const beside =
      mappingFile === undefined || mapping === null ? [] : [{ path: resolve(mappingFile), content: mapping }];
    if (!dry) await writeRename(folder, plan, beside);
    const lines = [
      ...changedLines(plan, folder),
      ...plan.movedAssets.map(([from, to]) => `${join(folder, from)} → ${join(folder, to)}`),
    ];
    const done = dry ? 'would be renamed' : 'renamed';
    const summary = `${nameKinds[kindOfKey(key)]} ${done}: ${countOf(plan.places, 'place')} in ${countOf(plan.files.length, 'file')}.`;
    const notes = consequences(key, plan, definitions);
    const inTraces = mappingText(plan.inTraces);
    if (inTraces !== null)
      notes.push(
        mappingFile === undefined
          ? `For visits that were recorded before, \`funnel impact --mapping FILE\` needs this in FILE (\`--mapping FILE\` here writes it):\n${inTraces}`
          : `${mappingFile} ${dry ? 'would say' : 'says'} how recorded visits name it.`,
      );
    if (plan.comments.length > 0)
      notes.push(
        `Comments that contain ${ownName(key)} are unchanged:\n${plan.comments.map(({ file, line, text }) => `  ${file}:${line}  ${text}`).join('\n')}`,
      );
    output.out([...lines, '', `${key}: ${summary}`, ...notes].join('\n'));
    return 0;
  } catch (error) {
    if (error instanceof RangeError) {
      output.err(messageOf(error));
      return 1;
    }
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    output.err(`Nothing was changed: ${error.message}.`);
    return 2;
  }
}
