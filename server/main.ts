/** `npm run serve` and `funnel start`: one process that serves a folder's definitions with an embedded database. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { packageFolder } from './package-folder.ts';

// Must run before the imports below: a second start then takes a quarter less processor time. The cache is not in the
// system's temporary folder, because other users could put code there.
enableCompileCache(join(packageFolder, '.cache', 'compiled'));
const { loadRenderer } = await import('./pages/render.ts');
const { runServer } = await import('./run.ts');

const dist = join(packageFolder, 'dist');

await runServer({
  loadRenderer: ({ traces }) => loadRenderer(dist, traces),
  builtDir: join(dist, 'client', 'assets'),
});
// A killed process writes nothing at its end, so the cache is written now.
flushCompileCache();
