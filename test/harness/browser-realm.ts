/** Code as a browser runs it: bundled, in a realm without Node and DOM. */
import vm from 'node:vm';
import { build } from 'vite';
import { projectRoot } from './site-server.ts';

/**
 * Bundles a module.
 * @param name the global name of its exports in the realm
 * @returns runs an expression in the realm; pass and return JSON, because objects have other prototypes there
 */
export async function browserRealm(entry: string, name: string): Promise<(expression: string) => unknown> {
  const built = await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'silent',
    // Not written to disk: concurrent runs would overwrite each other's files.
    build: { write: false, minify: true, lib: { entry, formats: ['iife'], name } },
  });
  const chunks = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const realm = vm.createContext({});
  for (const chunk of chunks) if (chunk.type === 'chunk') vm.runInContext(chunk.code, realm);
  return (expression) => vm.runInContext(expression, realm) as unknown;
}
