/**
 * The same quiz in SurveyJS, for comparison: four questions of three options, one per page, rendered in the browser. It
 * is installed into a separate folder outside the repository, so that it is not a dependency.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { chromium } from 'playwright';
import { build } from 'vite';
import { chromiumArgs, findChromium } from '../../tools/chromium.ts';
import { measureQuiz, type QuizCost } from './interaction.ts';

const folder = join(tmpdir(), 'funnel-bench-surveyjs');
const packages = ['survey-core@3', 'survey-react-ui@3', 'react@19', 'react-dom@19'];

const page = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>quiz</title><div id="root"></div><script type="module" src="./main.js"></script></html>`;
const source = `import 'survey-core/survey-core.css';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Model } from 'survey-core';
import { Survey } from 'survey-react-ui';
const question = (name) => ({ elements: [{ type: 'radiogroup', name, title: 'Pergunta ' + name, isRequired: true, choices: [
  { value: 10, text: 'Sim' }, { value: 5, text: 'Em parte' }, { value: 0, text: 'Ainda não' }] }] });
const model = new Model({ pages: ['um', 'dois', 'três', 'quatro'].map(question), showProgressBar: true });
createRoot(document.getElementById('root')).render(createElement(Survey, { model }));
`;

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

async function prepare(): Promise<string> {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, 'node_modules/survey-react-ui'))) {
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error('SurveyJS could not be installed.');
  }
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'main.js'), source);
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: 'dist', emptyOutDir: true, target: 'es2022' },
  });
  return join(folder, 'dist');
}

/** Measures SurveyJS in the same way as our own quiz. Needs the registry the first time. */
export async function measureSurvey(visits = 5): Promise<QuizCost> {
  const dist = await prepare();
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    const file = join(dist, path);
    if (path.includes('..') || !existsSync(file)) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': types[extname(file)] ?? '' }).end(readFileSync(file));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  const { port } = server.address() as { port: number };
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
  try {
    const quiz = {
      url: `http://127.0.0.1:${port}/`,
      option: '.sd-item label, label.sd-selectbase__label',
      next: '.sd-navigation__next-btn',
      title: '.sd-question__title',
    };
    return await measureQuiz(browser, quiz, visits);
  } finally {
    await browser.close();
    server.close();
  }
}
