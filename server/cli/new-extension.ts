/** `funnel new rule|block|field|connector|function NAME`: an extension, for an author to change. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readDefinitionFiles } from '../definitions/read.ts';
import { problemText } from '../definitions/refusal.ts';
import { updateEditorSchemas } from '../extensions/editor.ts';
import { loadExtensions } from '../extensions/load.ts';
import { extensionPrefix, extensionsFolderOf } from '../extensions/read.ts';
import { packageFolder } from '../package-folder.ts';
import { InvalidArguments, type Output } from './command.ts';
import { writeNew } from './templates.ts';

/** The folder of each kind, and what its name is in a definition. */
const kinds = {
  rule: { folder: 'rules', use: (name: string) => `rules: [{ rule: ${name}, message: … }] in a form` },
  block: { folder: 'blocks', use: (name: string) => `type: ${name} among the blocks of a page` },
  field: { folder: 'fields', use: (name: string) => `type: ${name} of a field` },
  function: { folder: 'functions', use: (name: string) => `{{ ${name}(…) }} in a text` },
  connector: { folder: 'connectors', use: (name: string) => `type: ${name} of a destination in site.yaml` },
} as const;

export type NewExtension = keyof typeof kinds;

/** The kinds of extensions that the command writes. */
export const newExtensions = Object.keys(kinds) as NewExtension[];

const template = async (name: string, id: string): Promise<string> =>
  (await readFile(join(packageFolder, 'server/cli/templates/extensions', `${name}.txt`), 'utf8')).replaceAll(
    '__ID__',
    id,
  );

/**
 * Writes an extension beside a funnels folder.
 * @returns the exit code: 0 written, 1 refused
 * @throws InvalidArguments
 */
export async function createExtension(
  kind: NewExtension,
  name: string | undefined,
  funnels: string,
  output: Output,
): Promise<number> {
  if (name === undefined) throw new InvalidArguments(`Name the new ${kind}: funnel new ${kind} NAME.`);
  if (!/^[a-z][A-Za-z0-9-]{0,39}$/.test(name))
    throw new InvalidArguments('A name has at most 40 letters, digits and hyphens, and begins with a small letter.');
  if (kind === 'function' && name.includes('-'))
    throw new InvalidArguments(
      `The name of a function has letters and digits only, because - subtracts. Try ${name.replaceAll(/-+([a-zA-Z0-9]?)/g, (_, next: string) => next.toUpperCase())}.`,
    );
  const folder = extensionsFolderOf(funnels);
  if (folder === null)
    throw new InvalidArguments(`Extensions are read only beside a folder called funnels, which ${funnels} is not.`);
  const { folder: part, use } = kinds[kind];
  const path = `${part}/${name}.ts`;
  const shown = (each: string): string => join(dirname(funnels), basename(folder), each);
  if (existsSync(join(folder, path))) {
    output.err(`${shown(path)} exists. Choose another name, or edit it.`);
    return 1;
  }
  const text = await template(`${kind}.ts`, name);
  const { problems } = await loadExtensions([{ path: extensionPrefix(folder) + path, text }]);
  if (problems.length > 0) {
    output.err(`${problems.map(problemText).join('\n\n')}\n\nNothing was written.`);
    return 1;
  }
  const files = [{ path, text }];
  // Editors need it for the types, and for imports such as ../lib/digits.ts.
  if (!existsSync(join(folder, 'tsconfig.json')))
    files.push({ path: 'tsconfig.json', text: await template('tsconfig.json', name) });
  for (const file of files) {
    await writeNew(folder, file);
    output.out(`created  ${shown(file.path)}`);
  }
  const read = await readDefinitionFiles(funnels).catch(() => null);
  if (read !== null) await updateEditorSchemas(dirname(resolve(funnels)), read.extensions);
  output.out(`next     Change it, and write ${use(name)}. docs/extensions.md explains it.`);
  return 0;
}
