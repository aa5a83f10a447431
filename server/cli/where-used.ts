/** `funnel where-used NAME [FOLDER]`: every place of the definitions that contains a name. */
import { type Mention, type MentionRole, mentionRoles } from '../../engine/names/mentions.ts';
import { kindOfKey, type NameKey, nameKinds } from '../../engine/names/name.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { countOf, excerpt, messageOf } from './lines.ts';
import { type NamedDefinitions, readNames, requireName } from './names.ts';

interface UsedPlace {
  readonly name: NameKey;
  readonly does: MentionRole;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The line of the file, or its part around the name. */
  readonly text: string;
  /** Whether the line has the effect without the name in it. */
  readonly implied: boolean;
}

/** The places of a name, and the links to the addresses of a page, a step or a flow. */
function placesOf(key: NameKey, { names, same }: NamedDefinitions): UsedPlace[] {
  const own = new Set<NameKey>(same.get(key) ?? [key]);
  const below = names.mentions.filter((mention) => own.has(mention.key));
  const routes = new Set(names.mentions.filter((mention) => isRouteOf(key, mention)).map((mention) => mention.key));
  const links = names.mentions.filter((mention) => mention.role === 'links' && routes.has(mention.key));
  return [...below, ...links].map(({ key: name, role, source, offset, implied }) => {
    const { line, column } = source.position(offset);
    const text = excerpt(source.lines[line - 1] ?? '', column);
    return { name, does: role, file: source.path, line, column, text, implied };
  });
}

/** Whether a place defines an address of a page or a step. */
function isRouteOf(key: NameKey, { key: path, role, source, offset }: Mention): boolean {
  if (kindOfKey(path) !== 'path' || role !== 'defines') return false;
  if (key === `page:${String(source.data['page'])}` && source.kind === 'page') return true;
  if (key === `funnel:${String(source.data['funnel'])}`) return true;
  if (source.kind !== 'flow') return false;
  const flow = String(source.data['flow']);
  const steps = source.data['steps'] as Record<string, { path?: readonly string[] }>;
  return Object.entries(steps).some(
    ([step, { path: paths = [] }]) =>
      key === `step:${flow}.${step}` &&
      paths.some(
        (_, index) => source.place(['steps', step, 'path', index]).offset <= offset && path === `path:${paths[index]}`,
      ),
  );
}

function describe(key: NameKey, places: readonly UsedPlace[], same: readonly NameKey[]): string {
  const lines = [`${key} (${nameKinds[kindOfKey(key)]})`];
  const others = same.filter((other) => other !== key);
  if (others.length > 0) lines.push(`One thing with: ${others.join(', ')}`);
  for (const role of Object.keys(mentionRoles) as MentionRole[]) {
    const own = places.filter(({ does }) => does === role);
    if (own.length === 0) continue;
    lines.push('', mentionRoles[role]);
    for (const { file, line, column, text, implied } of own) {
      lines.push(`  ${file}:${line}:${column}  ${text}${implied ? '  (by name)' : ''}`);
    }
  }
  const files = new Set(places.map(({ file }) => file)).size;
  return [...lines, '', `${countOf(places.length, 'place')} in ${countOf(files, 'file')}.`].join('\n');
}

/** @returns the exit code: 0 found, 1 there is no such name or several things have it, 2 the folder cannot be read */
export async function whereUsed({ positionals, switches }: CommandCall, output: Output): Promise<number> {
  const [name, folder = 'funnels', ...more] = positionals;
  if (name === undefined) throw new InvalidArguments('Name what to look for.');
  if (more.length > 0) throw new InvalidArguments('Only one name can be looked for at a time.');
  let definitions: NamedDefinitions;
  try {
    definitions = await readNames(folder);
  } catch (error) {
    output.err(messageOf(error));
    return 2;
  }
  try {
    const key = requireName(name, definitions);
    const places = placesOf(key, definitions);
    const same = definitions.same.get(key) ?? [key];
    if (switches.has('json')) output.out(JSON.stringify({ name: key, same, places }, null, 2));
    else output.out(describe(key, places, same));
    if (definitions.unread.length > 0)
      output.err(`Not read, because they have errors: ${definitions.unread.join(', ')}. \`funnel check\` shows them.`);
    return 0;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    output.err(messageOf(error));
    return 1;
  }
}
