/** Installs the peers and builds a page of each, with production settings. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import { projectRoot } from '../../harness/site-server.ts';
import type { QuizWords } from './words.ts';

/** Outside of the sources, so that no test or check reads the packages. */
const folder = join(projectRoot, '.cache/bench-peers');

export const peers = ['rjsf', 'surveyjs', 'puck', 'puck-server', 'by-hand'] as const;
export type Peer = (typeof peers)[number];

function install(): void {
  const lock = readFileSync(join(import.meta.dirname, 'package-lock.json'), 'utf8');
  const installed = join(folder, 'installed.json');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return;
  console.error('Installing RJSF, SurveyJS and Puck into .cache/bench-peers (133 MB).');
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

const page = (title: string, head: string, body: string): string =>
  `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title>${head}</head><body>${body}</body></html>`;

/**
 * Our page without its own scripts, and with the one that is written by hand: the same elements, styles and fonts.
 * @param ours the HTML of our page
 */
function byHand(ours: string, words: QuizWords): string {
  const script = readFileSync(join(folder, 'dist/by-hand/script.js'), 'utf8');
  const bare = ours
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link rel="(?:modulepreload|prefetch)"[^>]*>/g, '');
  const data = JSON.stringify(words).replaceAll('<', '\\u003c');
  return bare.replace(
    '</body>',
    () => `<script id="quiz" type="application/json">${data}</script><script type="module">${script}</script></body>`,
  );
}

export interface BuiltPeers {
  /** The folder of the files that pages refer to. */
  readonly files: string;
  readonly pages: Readonly<Record<Peer, string>>;
}

/** @param ours the HTML of our page */
export async function buildPeers(words: QuizWords, ours: string): Promise<BuiltPeers> {
  mkdirSync(folder, { recursive: true });
  install();
  rmSync(join(folder, 'apps'), { recursive: true, force: true });
  cpSync(join(import.meta.dirname, 'apps'), join(folder, 'apps'), { recursive: true });
  writeFileSync(join(folder, 'apps/quiz.json'), JSON.stringify(words));
  await build({
    ...base,
    build: {
      outDir: 'dist/by-hand',
      target: 'es2022',
      lib: { entry: 'apps/by-hand.mjs', formats: ['es'], fileName: () => 'script.js' },
    },
  });
  const title = words.questions[0]!.question;
  const root = '<div id="root"></div>';
  return {
    files: join(folder, 'dist'),
    pages: {
      rjsf: page(title, await buildPage('rjsf'), root),
      surveyjs: page(title, await buildPage('surveyjs'), root),
      puck: page(title, await buildPage('puck'), root),
      'puck-server': page(title, await buildPage('puck-client'), await drawPuck()),
      'by-hand': byHand(ours, words),
    },
  };
}
