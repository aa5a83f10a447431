/** Installs the peers and builds a page of each, with production settings. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import { plainText } from '../../../engine/flow/scope.ts';
import { pageTitle, tabTitle } from '../../../engine/values/page-title.ts';
import type { FlowBundle } from '../../../renderer/islands/bundle.ts';
import type { Text } from '../../../schemas/compiled.ts';
import type { StepDefinition } from '../../../schemas/generated/types.ts';
import { projectRoot } from '../../harness/site-server.ts';
import type { QuizWords } from './words.ts';

/** Outside of the sources, so that no test or check reads the packages. */
const folder = join(projectRoot, '.cache/bench-peers');

export const peers = ['by-hand', 'typed-by-hand', 'rjsf', 'surveyjs', 'puck', 'puck-next', 'puck-server'] as const;
export type Peer = (typeof peers)[number];

function install(): void {
  const lock = readFileSync(join(import.meta.dirname, 'package-lock.json'), 'utf8');
  const installed = join(folder, 'installed.json');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return;
  console.error('Installing RJSF, SurveyJS, Puck and Next.js into .cache/bench-peers (466 MB).');
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(import.meta.dirname, name), join(folder, name));
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('The peers could not be installed: the npm registry must be reachable.');
  writeFileSync(installed, lock);
}

const base: InlineConfig = {
  root: folder,
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  define: { 'process.env.NODE_ENV': '"production"' },
};

/** Builds the script and the stylesheet of a page. @returns the tags for its head */
async function buildPage(name: string): Promise<string> {
  const outDir = join('dist', name);
  await build({
    ...base,
    base: `/${name}/`,
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      manifest: 'manifest.json',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: `apps/${name}.mjs` },
    },
  });
  const manifest = JSON.parse(readFileSync(join(folder, outDir, 'manifest.json'), 'utf8')) as Record<
    string,
    { file: string; css?: string[]; isEntry?: boolean; imports?: string[] }
  >;
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry === true)!;
  return [
    ...(entry.css ?? []).map((css) => `<link rel="stylesheet" href="/${name}/${css}">`),
    ...(entry.imports ?? []).map((id) => `<link rel="modulepreload" href="/${name}/${manifest[id]?.file}">`),
    `<script type="module" src="/${name}/${entry.file}"></script>`,
  ].join('');
}

/** Draws Puck's server components to HTML. */
async function drawPuck(): Promise<string> {
  await build({
    ...base,
    ssr: { noExternal: true },
    build: { outDir: 'dist/puck-server', ssr: 'apps/puck-server.mjs', target: 'node24' },
  });
  const { html } = (await import(join(folder, 'dist/puck-server/puck-server.js'))) as { html: string };
  return html;
}

/** A hash of the pages' sources and of the packages' versions. */
function sourcesHash(): string {
  const hash = createHash('sha256').update(readFileSync(join(folder, 'package-lock.json')));
  const apps = join(folder, 'apps');
  for (const each of readdirSync(apps, { recursive: true, withFileTypes: true }))
    if (each.isFile()) hash.update(readFileSync(join(each.parentPath, each.name)));
  return hash.digest('hex');
}

/**
 * Builds Puck's Next.js recipe; half a minute, so only when its sources changed.
 * @returns the HTML of its static page
 */
function buildNext(): string {
  const html = join(folder, 'dist/puck-next.html');
  const stamp = join(folder, 'dist/puck-next.sha256');
  const hash = sourcesHash();
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
    const app = join(folder, 'apps/next');
    const { status, stdout } = spawnSync(process.execPath, [join(folder, 'node_modules/next/dist/bin/next'), 'build'], {
      cwd: app,
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    });
    if (status !== 0) throw new Error(`Next.js could not build the page of Puck:\n${stdout}`);
    rmSync(join(folder, 'dist/_next'), { recursive: true, force: true });
    cpSync(join(app, '.next/static'), join(folder, 'dist/_next/static'), { recursive: true });
    cpSync(join(app, '.next/server/app/peer/puck-next.html'), html);
    writeFileSync(stamp, hash);
  }
  return readFileSync(html, 'utf8');
}

const page = (title: string, head: string, body: string): string =>
  `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title>${head}</head><body>${body}</body></html>`;

/** The screens of a flow that wait for the visitor, in order, and the titles of its tab. */
function screensIn({ flow, site, screens }: FlowBundle): object {
  const { html, of } = screens[''] ?? { html: [], of: {} };
  const states = Object.entries(of).filter(([state]) => !/[.](?:call|do|load)-/.test(state));
  const titleOf = (step: StepDefinition | undefined): string => {
    const text = (each: Text | undefined): string => plainText(each ?? '', () => undefined);
    return tabTitle(pageTitle(text(step?.title), site.name), text(step?.titlePrefix));
  };
  return {
    views: states.map(([, index]) => html[index]),
    titles: states.map(([state]) => titleOf(flow.steps[state.split('.')[0] ?? ''])),
  };
}

/**
 * Builds a page of ours without its own scripts, and with one that is written by hand: the same elements, styles and fonts.
 * @param html the page
 * @param data what the script has beside it
 */
async function buildByHand(name: 'by-hand' | 'typed-by-hand', html: string, data: object): Promise<string> {
  await build({
    ...base,
    build: {
      outDir: `dist/${name}`,
      target: 'es2022',
      lib: { entry: `apps/${name}.mjs`, formats: ['es'], fileName: () => 'script.js' },
    },
  });
  const script = readFileSync(join(folder, `dist/${name}/script.js`), 'utf8');
  const bare = html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link rel="(?:modulepreload|prefetch)"[^>]*>/g, '');
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return bare.replace(
    '</body>',
    () => `<script id="quiz" type="application/json">${text}</script><script type="module">${script}</script></body>`,
  );
}

export interface BuiltPeers {
  /** The folder of the files that pages refer to. */
  readonly files: string;
  readonly pages: ReadonlyMap<Peer, string>;
}

/**
 * Builds pages of peers.
 * @param html that of our pages, the questions without types and with them
 * @param bundle that of the flow of questions with types
 */
export async function buildPeers(
  names: readonly Peer[],
  words: QuizWords,
  html: Readonly<Record<'ours' | 'typed', string>>,
  bundle: FlowBundle,
): Promise<BuiltPeers> {
  mkdirSync(folder, { recursive: true });
  install();
  rmSync(join(folder, 'apps'), { recursive: true, force: true });
  cpSync(join(import.meta.dirname, 'apps'), join(folder, 'apps'), { recursive: true });
  writeFileSync(join(folder, 'apps/quiz.json'), JSON.stringify(words));
  const title = words.questions[0]!.question;
  const root = '<div id="root"></div>';
  const builders: Readonly<Record<Peer, () => Promise<string>>> = {
    'by-hand': () => buildByHand('by-hand', html.ours, words),
    'typed-by-hand': () => buildByHand('typed-by-hand', html.typed, screensIn(bundle)),
    rjsf: async () => page(title, await buildPage('rjsf'), root),
    surveyjs: async () => page(title, await buildPage('surveyjs'), root),
    puck: async () => page(title, await buildPage('puck'), root),
    'puck-next': async () => buildNext(),
    'puck-server': async () => page(title, await buildPage('puck-client'), await drawPuck()),
  };
  const pages = new Map<Peer, string>();
  for (const name of names) pages.set(name, await builders[name]());
  return { files: join(folder, 'dist'), pages };
}
