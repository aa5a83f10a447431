/** The renames between two versions, so that they are not compared as things that were removed and added. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changesBetween } from '../../engine/diff/changes.ts';
import type { EditConsequence } from '../../engine/diff/version.ts';
import type { Source } from '../../engine/load/source/source.ts';
import type { Mention } from '../../engine/names/mentions.ts';
import { keyWithName, kindOfKey, type NameKey, type NameKind, nameKinds, ownName } from '../../engine/names/name.ts';
import { planRename, type RenamePlan } from '../../engine/names/rename.ts';
import { parsedSources } from '../definitions/parsed-sources.ts';
import type { ComparedFolder } from './diff-versions.ts';
import { countOf } from './lines.ts';
import { type NamedDefinitions, namedFiles, readNames } from './names.ts';
import { renamedDefinitions, writeRename } from './rename.ts';

/** Kinds whose names are known only inside the definitions, apart from values that are sent. */
const kinds: ReadonlySet<NameKind> = new Set<NameKind>([
  ...(['page', 'flow', 'step', 'form', 'field', 'value', 'question', 'text', 'reaction', 'api', 'intake'] as const),
  ...(['input', 'email', 'email-value', 'document', 'part', 'collection', 'item', 'block', 'fact', 'mask'] as const),
  ...(['calendar', 'funnel', 'scenario'] as const),
]);

/** More pairs of names than this are not tried. */
const mostTries = 60;

const definitionsIn = ({ names }: NamedDefinitions): Map<NameKey, Mention> =>
  new Map(
    names.mentions.flatMap((mention) =>
      mention.role === 'defines' && !mention.implied && kinds.has(kindOfKey(mention.key))
        ? [[mention.key, mention] as const]
        : [],
    ),
  );

/** The pairs of a name that is gone and a new one of the same kind, in the same place. */
function candidates(before: NamedDefinitions, after: NamedDefinitions): [NameKey, NameKey][] {
  const [old, now] = [definitionsIn(before), definitionsIn(after)];
  const gone = [...old.keys()].filter((key) => !now.has(key));
  const won = [...now.keys()].filter((key) => !old.has(key));
  return gone.flatMap((was) =>
    won.filter((is) => is === keyWithName(was, ownName(is))).map((is): [NameKey, NameKey] => [was, is]),
  );
}

/** The values that differ, and one more for each file that only one version has. */
function changesIn(before: readonly Source[], after: readonly Source[]) {
  const old = new Map(before.map((source) => [source.path, source]));
  const paths = new Set([...old.keys(), ...after.map(({ path }) => path)]);
  const common = after.flatMap((source) => {
    const was = old.get(source.path);
    return was === undefined ? [] : [[was, source] as const];
  });
  const changes = common.flatMap(([was, source]) => changesBetween(was, source));
  return { changes, count: changes.length + paths.size - common.length };
}

/** The former names of a definition. */
function aliasesAt({ source, path }: Mention): readonly unknown[] {
  const found = source.document.getIn([...path, 'aliases']) as { toJSON?: () => unknown } | undefined;
  const aliases = found?.toJSON?.();
  return Array.isArray(aliases) ? aliases : [];
}

interface FoundRename {
  readonly plan: RenamePlan;
  readonly was: NameKey;
  readonly is: NameKey;
  readonly at: string;
}

/** The first rename that explains what differs at the definition of a name. */
function firstRename(before: NamedDefinitions, after: NamedDefinitions): FoundRename | null {
  const [old, now] = [before, after].map(({ files }) => parsedSources(files).sources) as [Source[], Source[]];
  const total = changesIn(old, now).count;
  if (total === 0) return null;
  const defined = definitionsIn(after);
  for (const [was, is] of candidates(before, after).slice(0, mostTries)) {
    const mention = defined.get(is) as Mention;
    const isAlias = aliasesAt(mention).includes(ownName(was));
    let plan: RenamePlan;
    try {
      plan = planRename(was, ownName(is), before.names, before.same, { aliases: isAlias, assets: before.assets });
    } catch (error) {
      if (error instanceof RangeError) continue;
      throw error;
    }
    const left = changesIn(parsedSources(renamedDefinitions(before, plan).files).sources, now);
    const isEdited = left.changes.some(
      ({ source, path }) =>
        source.path === mention.source.path &&
        mention.path.length > 0 &&
        mention.path.every((key, index) => path[index] === key),
    );
    if (left.count > total - 2 && !(isAlias && left.count < total)) continue;
    if (isEdited && !isAlias) continue;
    const { line } = mention.source.position(mention.offset);
    return { plan, was, is, at: `${mention.source.path}:${line}` };
  }
  return null;
}

function consequenceOf({ plan, was, is, at }: FoundRename): EditConsequence {
  const all = [...plan.renamed.keys()];
  const others = all.filter((key) => key !== was);
  const isSent = all.some((key) => kindOfKey(key) === 'input');
  const kept = plan.keepsAlias ? ', and still by the former one' : ', and no longer by the former one';
  const sentences = [
    `${was} (${nameKinds[kindOfKey(was)]}) is renamed to ${ownName(is)}, at ${countOf(plan.places, 'place')}${others.length === 0 ? '' : `, with ${others.join(', ')}`}.`,
    ...(isSent ? [`Submissions are accepted by the new name${kept}.`] : []),
  ];
  return { kind: 'names', text: sentences.join(' '), at };
}

/**
 * The version before an edit under the names of the version after it.
 * @returns the folder that is to be compared, and what was renamed
 */
export async function withRenames(
  before: ComparedFolder,
  after: ComparedFolder,
): Promise<ComparedFolder & { readonly renames: readonly EditConsequence[] }> {
  let definitions = await readNames(before.folder);
  const now = await readNames(after.folder);
  const found: FoundRename[] = [];
  for (let next = firstRename(definitions, now); next !== null; next = firstRename(definitions, now)) {
    found.push(next);
    definitions = namedFiles(renamedDefinitions(definitions, next.plan));
  }
  if (found.length === 0) return { folder: before.folder, remove: async () => {}, renames: [] };
  const folder = await mkdtemp(join(tmpdir(), 'funnel-renamed-'));
  await cp(before.folder, folder, { recursive: true });
  for (const { plan } of found) await writeRename(folder, plan, []);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }), renames: found.map(consequenceOf) };
}
