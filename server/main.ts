/** `npm run serve`: one process with the definitions of a folder and an embedded database. */
import { join } from 'node:path';
import { loadRenderer } from './pages/render.ts';
import { runServer } from './run.ts';
import { tracesPath } from './traces/sink.ts';

const dist = join(import.meta.dirname, '..', 'dist');

await runServer({
  loadRenderer: ({ traces }) => loadRenderer(dist, traces ? tracesPath : null),
  builtDir: join(dist, 'client', 'assets'),
});
