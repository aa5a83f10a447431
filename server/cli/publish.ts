/** `funnel publish`: gives visitors another version, on running servers with PUBLISH=on-command. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PageRenderer } from '../../renderer/contract.ts';
import type { Config } from '../config.ts';
import { createPublicationFiles, type PublicationFiles } from '../definitions/publication-files.ts';
import { publicationState, type Wish } from '../definitions/publication-state.ts';
import { createVersionFolder } from '../definitions/version-folder.ts';
import { commonDisk } from '../disk/disk.ts';
import { packageFolder } from '../package-folder.ts';
import { loadRenderer } from '../pages/render.ts';
import type { OpenPublications } from '../store/types.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { printable } from './lines.ts';
import {
  addPublication,
  authorOf,
  messageIn,
  noServer,
  percentOf,
  provenSite,
  shortHash,
  withPublications,
} from './publications.ts';
import { type GatedVersion, passGate } from './publish-gate.ts';

/** @throws InvalidArguments */
function shareIn({ values }: CommandCall): number | null {
  const { canary } = values;
  if (canary === undefined) return null;
  const number = Number(/^(\d{1,2}(?:\.\d{1,2})?) ?%$/.exec(canary.trim())?.[1] ?? Number.NaN);
  const share = Math.round(number * 100);
  if (share >= 1) return share;
  throw new InvalidArguments(
    `--canary needs a share of the visitors, from 0.01% to 99.99%, such as 10%, not ${JSON.stringify(canary)}.`,
  );
}

/** @throws InvalidArguments */
function reasonIn({ values }: CommandCall): string | null {
  const reason = values['override'];
  if (reason === undefined) return null;
  const text = printable(reason).trim().slice(0, 500);
  if (text.length >= 3) return text;
  throw new InvalidArguments('--override needs the reason in words: it is stored with your name.');
}

interface Order {
  readonly wish: Wish;
  readonly version: GatedVersion;
}

/** Publishes a version that passes the gate. Somebody else may publish meanwhile: then it is compared with that. */
async function publishGated(
  { wish, version }: Order,
  store: OpenPublications,
  { kept, config }: { readonly kept: PublicationFiles; readonly config: Config },
  output: Output,
): Promise<'published' | 'unchanged' | 'refused'> {
  for (;;) {
    const live = publicationState(await store.publications.list())?.live.version ?? '';
    if (live !== wish.version) {
      const today = async () => (await kept.copyOf(live)).folder;
      if (!(await passGate(version, today, { publications: store.publications, config, output }))) return 'refused';
    }
    const added = await addPublication(store, (entries) =>
      publicationState(entries)?.live.version === live ? wish : null,
    );
    if (added !== null) return added === 'unchanged' ? 'unchanged' : 'published';
  }
}

/** Allows a folder that a server with PUBLISH=on-save has refused. @returns the exit code */
async function allowSaved(
  version: GatedVersion,
  store: OpenPublications,
  { kept, config }: { readonly kept: PublicationFiles; readonly config: Config },
  output: Output,
): Promise<number> {
  const [served] = await store.versions.list();
  if (served === undefined || version.reason === null) {
    output.err(noServer);
    return 1;
  }
  const today = async () => (await kept.copyOf(served.id)).folder;
  const isAllowed = await passGate(version, today, { publications: store.publications, config, output });
  if (isAllowed) output.out('A server that has refused this folder serves it within some seconds.');
  return isAllowed ? 0 : 1;
}

/**
 * `funnel publish`: checks the folder, draws everything, replays the last visits and leads, and publishes it.
 * @param rendererOf loads the renderer; that of the build by default
 * @returns the exit code: 0 published, or live already; 1 refused; 2 invalid arguments or an unusable database
 */
export async function publish(
  call: CommandCall,
  output: Output,
  rendererOf: () => Promise<PageRenderer> = () => loadRenderer(join(packageFolder, 'dist'), 'off'),
): Promise<number> {
  const [given, ...more] = call.positionals;
  if (more.length > 0) throw new InvalidArguments('One folder at a time.');
  const [share, reason] = [shareIn(call), reasonIn(call)];
  return withPublications(output, async (store, config) => {
    const isFirst = (await store.publications.position()) === 0;
    if (isFirst && reason === null) {
      output.err(noServer);
      return 1;
    }
    const found = await provenSite(given ?? config.funnelsDir, {}, config, await rendererOf());
    if ('refusal' in found) {
      output.err(`${found.refusal}\nVisitors still get the version of before.`);
      return 1;
    }
    const { site, content } = found;
    const copies = await mkdtemp(join(tmpdir(), 'funnel-publish-'));
    try {
      const folder = createVersionFolder(copies, commonDisk);
      const kept = createPublicationFiles(folder, store.versions);
      const [definition, author] = [site.hash, authorOf(call)];
      if (isFirst) {
        const draft = await folder.keep(content, definition);
        return await allowSaved({ definition, folder: draft.folder, author, reason }, store, { kept, config }, output);
      }
      const { id, folder: draft } = await kept.keep(content, definition);
      const wish: Wish = {
        kind: 'publish',
        ...{ version: id, definition, share, message: messageIn(call), author, at: Date.now() },
      };
      const version = { definition, folder: draft, author, reason };
      const outcome = await publishGated({ wish, version }, store, { kept, config }, output);
      if (outcome === 'refused') return 1;
      const whom = share === null ? 'all visitors' : `${percentOf(share)} of the visitors`;
      output.out(
        outcome === 'unchanged'
          ? `${shortHash(definition)} is published to ${whom} already.`
          : `${shortHash(definition)} is published to ${whom}. Servers switch within a second.`,
      );
      return 0;
    } finally {
      await rm(copies, { recursive: true, force: true });
    }
  });
}
