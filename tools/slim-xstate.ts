import type { Plugin } from 'vite';

/** An error that is created with a text or a template. */
const written = /new Error\(\s*(?:\/\/[^\n]*\n\s*)*(`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\)/g;

/** The error of a guard, whose text has a template in a template: only what the guard itself says is kept. */
const guardError = /new Error\(`Unable to evaluate guard [^\n]*\$\{err\.message\}`\)/g;

/** The beginning of the message by which `engine/flow/stepper.ts` recognizes a cycle. */
const cycle = 'Infinite loop';

/** What looks for the developers' tools of XState, which only a machine with the option `devTools` does. */
const tools = /\/xstate\/dist\/xstate-dev[\w.-]*\.js$/;

/** What tells inspectors of an actor system, which pages do not have. */
const inspection = /[\w.]+\._sendInspectionEvent\(\{[\s\S]*?\n\s*\}\);/g;

/** A machine is neither persisted as a snapshot nor restored from one: a saved visit is its events, which a session replays. */
const persistence =
  /^( {2}restoreSnapshot\(snapshot, _actorScope\)|function getPersistedSnapshot\(snapshot, options\)) \{\n/gm;

/**
 * Shortens XState's error messages, and leaves out its developers' tools and what keeps snapshots: 1 of 95 KB. The messages
 * explain mistakes in machines to their authors. Machines of flows are compiled, and the check of the site has run them.
 */
export const slimXstate = (): Plugin => ({
  name: 'slim-xstate',
  enforce: 'pre',
  load: (id) => (tools.test(id) ? 'export const devToolsAdapter = () => {};' : null),
  transform: (code, id) =>
    id.includes('/node_modules/xstate/')
      ? {
          code: code
            .replace(inspection, '')
            .replace(guardError, 'new Error(err.message)')
            .replace(persistence, (head) => `${head}    throw new Error('');\n`)
            .replace(
              written,
              (_all, message: string) => `new Error('${message.startsWith(cycle, 1) ? cycle : 'invalid machine'}')`,
            ),
          map: null,
        }
      : undefined,
});
