/** `funnel versions | rollback`: what visitors get, on running servers with PUBLISH=on-command. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { PageRenderer } from '../../renderer/contract.ts';
import { type Config, readConfig } from '../config.ts';
import { type LoadFolderOptions, loadFolder } from '../definitions/load.ts';
import { createPublicationFiles } from '../definitions/publication-files.ts';
import {
  type NoWayBack,
  type PublishedVersion,
  publicationFor,
  publicationState,
  rollbackTarget,
  type Wish,
} from '../definitions/publication-state.ts';
import { problemText, reasonOf } from '../definitions/refusal.ts';
import { type Content, createVersionFolder } from '../definitions/version-folder.ts';
import { commonDisk } from '../disk/disk.ts';
import { createLog } from '../log/log.ts';
import { packageFolder } from '../package-folder.ts';
import { proveDrawable } from '../pages/proof.ts';
import { loadRenderer } from '../pages/render.ts';
import { openPublications } from '../store/open.ts';
import type { OpenPublications, Publication, PublicationOverride } from '../store/types.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { alignedRows, countOf, messageOf, printable } from './lines.ts';

type Run = (store: OpenPublications, config: Config) => Promise<number>;

export const noServer =
  'Nothing was published yet. Start a server with PUBLISH=on-command on this database: it publishes its folder first.';

/** Runs a command on the versions of a configuration. @returns its exit code; 2 if the database cannot be used */
export async function withPublications(output: Output, run: Run): Promise<number> {
  try {
    const config = readConfig(process.env, process.cwd());
    const store = await openPublications(config);
    try {
      return await run(store, config);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof InvalidArguments) throw error;
    output.err(messageOf(error));
    return 2;
  }
}

export const shortHash = (definition: string): string => definition.slice(0, 12);
export const percentOf = (share: number): string => `${share / 100} %`;
const timeOf = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

export function authorOf({ values }: CommandCall): string {
  const given = values['by']?.trim();
  if (given !== undefined) return printable(given).slice(0, 100);
  try {
    return userInfo().username;
  } catch {
    // The user of a container may have no name.
    return 'unknown';
  }
}

export function messageIn({ values }: CommandCall): string | null {
  const { message } = values;
  return message === undefined ? null : printable(message).slice(0, 500);
}

/** An entry of the audit in one line. */
function overrideText({ definition, at, author, reason, exceeded }: PublicationOverride): string {
  const rules = exceeded.map(({ rule, count, of, allowed }) => `${rule} ${count} of ${of}, ${allowed} allowed`);
  return `${shortHash(definition)}  ${timeOf(at)}  ${author}: ${reason} (${rules.join('; ')})`;
}

/** `funnel versions`. @returns the exit code: 0 listed; 1 nothing was published; 2 the database cannot be used */
export async function versions({ positionals, switches }: CommandCall, output: Output): Promise<number> {
  if (positionals.length > 0) throw new InvalidArguments(`versions takes options only, not ${positionals[0]}.`);
  return withPublications(output, async ({ publications }) => {
    const entries = await publications.list();
    const state = publicationState(entries);
    if (state === null) {
      output.err(noServer);
      return 1;
    }
    const { live, canary } = state;
    const overrides = await publications.overrides();
    if (switches.has('json')) {
      output.out(JSON.stringify({ live: live.definition, canary, publications: entries, overrides }, null, 2));
      return 0;
    }
    const roleOf = (entry: Publication): string => {
      if (entry.position === canary?.position) return `canary ${percentOf(canary.share)}`;
      if (entry.position !== live.position) return '';
      return canary === null ? 'live' : `live ${percentOf(10_000 - canary.share)}`;
    };
    const rows = entries.map((entry) => [
      ...[shortHash(entry.definition), roleOf(entry), timeOf(entry.at)],
      entry.share === null ? entry.kind : `${entry.kind} to ${percentOf(entry.share)}`,
      ...[entry.author, entry.message ?? ''],
    ]);
    for (const line of alignedRows([['hash', '', 'time (UTC)', 'what', 'by', 'message'], ...rows]))
      output.out(printable(line));
    if (overrides.length > 0) output.out('\nPublished although a rule of `publish` was exceeded:');
    for (const line of overrides.map(overrideText)) output.out(printable(line));
    return 0;
  });
}

/** Adds an entry. Somebody else may add one at the same time: then the state is read again. */
export async function addPublication(
  store: OpenPublications,
  wishFrom: (entries: readonly Publication[]) => Wish | null,
): Promise<Publication | 'unchanged' | null> {
  for (;;) {
    const entries = await store.publications.list();
    const wish = wishFrom(entries);
    if (wish === null) return null;
    const entry = publicationFor(publicationState(entries), wish);
    if (entry === null) return 'unchanged';
    if (await store.publications.add(entry)) return entry;
  }
}

/** Why a version cannot be published. */
export interface Unpublishable {
  readonly refusal: string;
}

/** Loads a folder as servers do, and draws everything. @param done what a refusal is about: `Not published` */
export async function provenSite(
  folder: string,
  options: LoadFolderOptions,
  { siteUrl }: Config,
  renderer: PageRenderer,
  done = 'Not published',
): Promise<{ readonly site: SiteDefinition; readonly content: Content } | Unpublishable> {
  const { site, sites, problems, content } = await loadFolder(folder, { submissions: 'try', ...options });
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (site === null || sites === null || content === undefined)
    return { refusal: `${errors.map(problemText).join('\n\n')}\n\n${done}: ${countOf(errors.length, 'error')}.` };
  const log = createLog({ level: 'error', write: () => {} });
  try {
    await proveDrawable(sites, renderer, { siteUrl, log, clock: Date.now });
    return { site, content };
  } catch (error) {
    return { refusal: `${done}: ${reasonOf(error)}` };
  }
}

const noWayBack: Readonly<Record<NoWayBack, string>> = {
  'nothing-published': noServer,
  first: 'There is no version before the live one.',
  'rolled-back':
    'The last publication was rolled back already. To go further back, name a version: funnel rollback HASH.',
  unknown: 'No published version has this hash: `funnel versions` lists them.',
  ambiguous: 'Several versions have a hash that begins so: give more characters.',
};

/** Why a published version cannot be served by this engine, which may be newer; null if it can. */
async function refusalOf(
  { version, definition }: PublishedVersion,
  store: OpenPublications,
  config: Config,
  renderer: PageRenderer,
): Promise<string | null> {
  const done = `Not rolled back to ${shortHash(definition)}`;
  const copies = await mkdtemp(join(tmpdir(), 'funnel-rollback-'));
  try {
    const kept = createPublicationFiles(createVersionFolder(copies, commonDisk), store.versions);
    const found = await provenSite((await kept.copyOf(version)).folder, { migrate: true }, config, renderer, done);
    return 'refusal' in found ? found.refusal : null;
  } catch (error) {
    return `${done}: ${messageOf(error)}`;
  } finally {
    await rm(copies, { recursive: true, force: true });
  }
}

/**
 * `funnel rollback [HASH]`: checks and draws the version as servers do, and publishes it again.
 * @param rendererOf loads the renderer; that of the build by default
 * @returns the exit code: 0 rolled back, or live already; 1 there is no such version, or it is refused; 2 invalid arguments or
 *   an unusable database
 */
export async function rollback(
  call: CommandCall,
  output: Output,
  rendererOf: () => Promise<PageRenderer> = () => loadRenderer(join(packageFolder, 'dist'), 'off'),
): Promise<number> {
  const [hash = null, ...more] = call.positionals;
  if (more.length > 0) throw new InvalidArguments('One version at a time.');
  if (hash !== null && !/^[0-9a-f]{4,64}$/.test(hash))
    throw new InvalidArguments('A hash is as `funnel versions` shows it, or at least its first 4 characters.');
  return withPublications(output, async (store, config) => {
    let proven: string | null = null;
    for (;;) {
      const found: { target: PublishedVersion | NoWayBack } = { target: 'nothing-published' };
      const added = await addPublication(store, (entries) => {
        const target = rollbackTarget(entries, hash);
        found.target = target;
        if (typeof target === 'string' || target.version !== proven) return null;
        return {
          ...({ kind: 'rollback', share: null } as const),
          ...{ version: target.version, definition: target.definition },
          ...{ message: messageIn(call), author: authorOf(call), at: Date.now() },
        };
      });
      const { target } = found;
      if (typeof target === 'string') {
        output.err(noWayBack[target]);
        // A repeated command has nothing left to do.
        return target === 'rolled-back' ? 0 : 1;
      }
      if (added !== null) {
        const back = shortHash(target.definition);
        output.out(
          added === 'unchanged'
            ? `All visitors get ${back} already.`
            : `All visitors get ${back} again. Servers switch within a second.`,
        );
        return 0;
      }
      // If somebody else publishes meanwhile, it may be another version that has to be proved.
      const refusal = await refusalOf(target, store, config, await rendererOf());
      if (refusal !== null) {
        output.err(`${refusal}\nVisitors still get the version of before.`);
        return 1;
      }
      proven = target.version;
    }
  });
}
