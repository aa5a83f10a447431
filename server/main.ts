/** `npm run serve`: one process with the definitions of a folder and an embedded database. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

// Before anything else is imported: a second start takes a quarter less processor time. Kept here and not in the system's
// folder for temporary files, where others could put code into it.
enableCompileCache(join(import.meta.dirname, '..', '.cache', 'compiled'));
const { serverPaths } = await import('../engine/paths.ts');
const { loadRenderer } = await import('./pages/render.ts');
const { runServer } = await import('./run.ts');

const dist = join(import.meta.dirname, '..', 'dist');

await runServer({
  loadRenderer: ({ traces }) => loadRenderer(dist, traces ? serverPaths.traces : null),
  builtDir: join(dist, 'client', 'assets'),
});
// A process that is killed writes nothing at its end.
flushCompileCache();
