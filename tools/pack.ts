/**
 * `npm pack` runs this: builds what the package ships into `dist/`. That is the build of `npm start`, the server and the
 * commands as JavaScript, and the notices of the libraries and fonts in them.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { libraryBuilds } from './builds.ts';

/** A library in a build, as Vite lists it. */
interface BundledLibrary {
  readonly name: string;
  readonly version: string;
  readonly identifier: string | null;
  readonly text?: string;
}

const builds = [...libraryBuilds, 'run'];

process.env['NODE_ENV'] = 'production';
// The list of packed files is on the standard output of `npm pack --json`.
execFileSync(process.execPath, ['tools/build.ts'], { stdio: ['ignore', 2, 2] });
await build({ mode: 'package' });

const bundled = new Map<string, BundledLibrary>();
for (const folder of builds)
  for (const each of JSON.parse(readFileSync(join('dist', folder, '.vite/license.json'), 'utf8')) as BundledLibrary[])
    bundled.set(`${each.name} ${each.version}`, each);

const notices = [...bundled]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([title, { identifier, text }]) => {
    if (identifier === null && text === undefined) throw new Error(`${title} is bundled and states no licence.`);
    return `## ${title}\n\n${text ?? `Licence: ${identifier}`}`;
  });
const fonts = `## Fonts\n\n${readFileSync('renderer/theme/fonts/LICENSE.txt', 'utf8').trim()}`;
const head = '# Licences of the libraries and fonts in this folder';
writeFileSync('dist/NOTICES.md', `${[head, ...notices, fonts].join('\n\n')}\n`);
