/** The process that runs the code of a site's own before any other process does. */

import type { ExtensionMistake } from '../../engine/extensions/check.ts';
import type { DefinitionFile } from '../../engine/load/load-site.ts';
import { changedBuiltIn, rememberBuiltIns } from './built-ins.ts';
import { hostileValues } from './hostile-values.ts';
import { type ExtensionTrial, loadExtensions } from './load.ts';
import { thrownText } from './modules.ts';
import type { TrialMessage } from './trial.ts';

// Taken before any code of a site's own has run.
const send = process.send?.bind(process) ?? (() => false);
const say = (message: TrialMessage): void => void send(message);
const activeResources = process.getActiveResourcesInfo.bind(process);
const builtIns = rememberBuiltIns();

/** What went wrong outside of a call: a rejected promise, an error of a timer. */
let strayed: string | null = null;
process.on('uncaughtException', (error) => {
  strayed ??= thrownText(error);
});
process.on('unhandledRejection', (error) => {
  strayed ??= thrownText(error);
});

const broken = (reason: string): ExtensionMistake => ({
  code: 'extension-shape',
  reason,
  fix: 'Remove that. An extension computes a result of its values, and nothing else.',
});

/** Gives the extension what visitors may send. Only the time that it takes matters. */
function giveHostileValues(extension: Readonly<Record<string, unknown>>): void {
  const { test, run, valid, invalid, parameters, examples } = extension;
  const call = (made: () => unknown): void => {
    try {
      made();
    } catch {
      // The engine catches what an extension throws.
    }
  };
  const samples = [...((valid ?? []) as string[]), ...((invalid ?? []) as string[]), ...Object.keys(examples ?? {})];
  for (const value of hostileValues(samples)) {
    if (typeof test === 'function') call(() => test(value, {}));
    if (typeof run !== 'function') continue;
    const given = Object.entries((parameters ?? {}) as Readonly<Record<string, { readonly type: string }>>);
    const texts = given.map(([name, { type }]) => [name, type === 'text' ? value : type === 'texts' ? [value] : 1]);
    call(() => run(Object.fromEntries(texts)));
  }
}

process.once('message', async (files: readonly DefinitionFile[]) => {
  const before = activeResources().length;
  const changes = (): readonly ExtensionMistake[] => {
    const changed = changedBuiltIn(builtIns);
    if (changed !== null) return [broken(`The code changes ${changed}, which all other code uses.`)];
    if (activeResources().length <= before) return [];
    return [broken('The code starts something that goes on after it was read.')];
  };
  const trial: ExtensionTrial = {
    begin: ({ path }) => say({ says: 'begins', path }),
    read: changes,
    end(_kind, extension) {
      giveHostileValues(extension);
      return changes();
    },
  };
  const extensions = await loadExtensions(files, { trial });
  // What the code has put off runs before this does.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  say({ says: 'ended', problems: extensions.problems, strayed });
});
say({ says: 'ready' });
