/** `funnel init`: a first site in a folder. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { readDefinitionFiles } from '../definitions/read.ts';
import { editorFolder, editorKinds, writeEditorSchemas } from '../extensions/editor.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { slugOf } from './slug.ts';
import { type TemplateFile, templateFiles, templateLanguageFor, templateLanguages, writeNew } from './templates.ts';

const scripts = { dev: 'funnel dev', start: 'funnel start', check: 'funnel check' };
const ignored = ['node_modules/', 'data/', '.funnel/'];

const readme = (name: string): string => `# ${name}

\`\`\`sh
npm install      # once
npm run dev      # the site at http://localhost:3000, for writing; the page follows each edit
npm run check    # every mistake in funnels/, with its place and the fix
npm start        # the site for visitors
\`\`\`

\`funnels/\` is the site: texts, pages, forms, look. Submissions are in \`data/\`, which git ignores: back it up with
\`npx funnel backup FILE\`. \`npx funnel leads list\` lists them.

The guides are in \`node_modules/funnel-engine\`: \`docs/own-site.md\` (first steps, publishing) and \`funnels/README.md\` (all
words of the definitions).
`;

/** The settings with which VS Code completes, explains and checks definitions. */
async function editorSettings(): Promise<string> {
  const kinds = await editorKinds();
  const address = `./${editorFolder}`;
  const patterns = (kind: string, endings: readonly string[]): string[] =>
    endings.map((ending) => (kind === 'site' ? `funnels/site.${ending}` : `funnels/**/*.${kind}.${ending}`));
  return `${JSON.stringify(
    {
      'yaml.schemas': Object.fromEntries(
        kinds.map((kind) => [`${address}/${kind}.schema.json`, patterns(kind, ['yaml', 'yml'])]),
      ),
      'json.schemas': kinds.map((kind) => ({
        fileMatch: patterns(kind, ['json']).map((pattern) => `/${pattern}`),
        url: `${address}/${kind}.schema.json`,
      })),
      'yaml.format.enable': false,
      '[yaml]': { 'editor.insertSpaces': true, 'editor.tabSize': 2 },
    },
    null,
    2,
  )}\n`;
}

/** The text of a file; null if there is none. */
async function textIn(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The files that a site has beside its definitions. */
async function surroundings(name: string): Promise<TemplateFile[]> {
  return [
    { path: '.vscode/settings.json', text: await editorSettings() },
    {
      path: '.vscode/extensions.json',
      text: `${JSON.stringify({ recommendations: ['redhat.vscode-yaml'] }, null, 2)}\n`,
    },
    { path: 'README.md', text: readme(name) },
  ];
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** Adds the scripts to `package.json` where it has none of the same name. @throws InvalidArguments */
async function addScripts(site: string, id: string, output: Output): Promise<void> {
  const path = join(site, 'package.json');
  const text = await textIn(path);
  let manifest: Manifest;
  try {
    manifest = text === null ? ({ name: id, private: true } as Manifest) : (JSON.parse(text) as Manifest);
  } catch {
    throw new InvalidArguments('package.json is not valid JSON. Correct it, and run the command again.');
  }
  if (!Object.hasOwn({ ...manifest.dependencies, ...manifest.devDependencies }, 'funnel-engine'))
    output.err('missing  funnel-engine in package.json: run `npm install` with the package there.');
  const known = manifest.scripts ?? {};
  const added = Object.entries(scripts).filter(([name]) => !Object.hasOwn(known, name));
  for (const [name, command] of Object.entries(scripts))
    if (Object.hasOwn(known, name) && known[name] !== command)
      output.err(`kept     the script ${name} of package.json; this one would be: ${command}`);
  if (added.length === 0) return void output.out('kept     package.json');
  const indent = /^([ \t]+)"/m.exec(text ?? '')?.[1] ?? '  ';
  const next = { ...manifest, scripts: { ...known, ...Object.fromEntries(added) } };
  await writeFile(path, `${JSON.stringify(next, null, indent)}\n`);
  const names = added.map(([name]) => name).join(', ');
  output.out(text === null ? 'created  package.json' : `changed  package.json: scripts ${names}`);
}

/** Adds what is missing to `.gitignore`: submissions contain personal data. */
async function addIgnored(site: string, output: Output): Promise<void> {
  const path = join(site, '.gitignore');
  const text = await textIn(path);
  const lines = (text ?? '').split(/\r?\n/).map((line) => line.trim());
  const missing = ignored.filter(
    (each) => !lines.some((line) => line.replaceAll(/^\/|\/$/g, '') === each.slice(0, -1)),
  );
  if (missing.length === 0) return void output.out('kept     .gitignore');
  const before = text === null || text === '' || text.endsWith('\n') ? (text ?? '') : `${text}\n`;
  await writeFile(path, `${before}${missing.join('\n')}\n`);
  output.out(text === null ? 'created  .gitignore' : `changed  .gitignore: ${missing.join(', ')}`);
}

/**
 * Writes a first site. Existing files are kept: `package.json` and `.gitignore` get only what they lack.
 * @returns the exit code: 0
 * @throws InvalidArguments
 */
export async function init({ positionals, values }: CommandCall, output: Output): Promise<number> {
  const [folder = '.', ...more] = positionals;
  if (more.length > 0) throw new InvalidArguments('Only one folder can be prepared at a time.');
  const { language: wanted = 'pt-BR', url = 'http://localhost:3000' } = values;
  const language = templateLanguageFor(wanted);
  if (language === undefined)
    throw new InvalidArguments(
      `There is no example in ${wanted}, only in ${templateLanguages.join(' and ')}. Start with one of them, replace its texts and the locale of site.yaml; \`funnel messages\` prints the texts of the engine.`,
    );
  if (!/^https?:\/\/[^/\s'"]+$/.test(url))
    throw new InvalidArguments('--url needs an address without a path, such as https://www.example.com.');
  const site = resolve(folder);
  const name = values['name'] ?? basename(site);
  if (!/^[^\p{C}]{1,80}$/u.test(name)) throw new InvalidArguments('--name needs a text of at most 80 characters.');
  const id = slugOf(name) || 'site';
  const words = { SITE: id, NAME: name.replaceAll("'", "''"), URL: url };

  await mkdir(site, { recursive: true });
  const hasDefinitions = (await readdir(join(site, 'funnels')).catch(() => [])).length > 0;
  if (hasDefinitions) output.out('kept     funnels/');
  await addScripts(site, id, output);
  await addIgnored(site, output);
  const files = [
    ...(hasDefinitions ? [] : await templateFiles(`${language}/site`, site, words)),
    ...(await surroundings(name)),
  ];
  for (const file of files) {
    if ((await textIn(join(site, file.path))) !== null) output.out(`kept     ${file.path}`);
    else {
      await writeNew(site, file);
      output.out(`created  ${file.path}`);
    }
  }
  const read = await readDefinitionFiles(join(site, 'funnels')).catch(() => null);
  await writeEditorSchemas(site, read?.extensions);
  const into = folder === '.' ? '' : `cd ${folder} && `;
  output.out(
    `\nRun \`${into}npm run dev\`, and open http://localhost:3000. The site is in ${join(folder, 'funnels')}/.`,
  );
  return 0;
}
