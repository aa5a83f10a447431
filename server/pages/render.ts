/** Loads the built renderer. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverPaths } from '../../engine/paths.ts';
import { tagKinds } from '../../engine/tags/configuration.ts';
import type { PageRenderer } from '../../renderer/contract.ts';
import type { Config } from '../config.ts';
import { drawInThread } from '../pdf/drawing.ts';
import { importRenderer } from './built-renderer.ts';

interface ManifestEntry {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** The addresses of an entry's file and its static imports. */
function filesOf(manifest: Readonly<Record<string, ManifestEntry>>, entry: string, seen = new Set<string>()): string[] {
  const found = manifest[entry];
  if (found === undefined || seen.has(entry)) return [];
  seen.add(entry);
  return [`${serverPaths.own}${found.file}`, ...(found.imports ?? []).flatMap((each) => filesOf(manifest, each, seen))];
}

/** The texts of the scripts that pages inline, by name. */
async function inlinedIn(folder: string): Promise<Record<string, string>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const texts = files.map(async (name) => [name.slice(0, -3), (await readFile(join(folder, name), 'utf8')).trim()]);
  return Object.fromEntries(await Promise.all(texts)) as Record<string, string>;
}

/**
 * Loads the built renderer.
 * @param dist the build's folder
 * @param traces which visits are recorded
 * @throws Error that asks for a build when there is none
 */
export async function loadRenderer(dist: string, traces: Config['traces']): Promise<PageRenderer> {
  try {
    const [inlined, manifestText, fonts] = await Promise.all([
      inlinedIn(join(dist, 'inlined')),
      readFile(join(dist, 'client/.vite/manifest.json'), 'utf8'),
      readFile(join(dist, 'client/fonts.json'), 'utf8'),
    ]);
    const manifest = JSON.parse(manifestText) as Record<string, ManifestEntry>;
    const fetch = filesOf(manifest, 'renderer/islands/flow.ts');
    const known = new Set(fetch);
    const extraFilesOf = (entry: string): string[] => filesOf(manifest, entry).filter((file) => !known.has(file));
    const { createPageRenderer } = await importRenderer(dist);
    const pages = createPageRenderer({
      inlined,
      code: fetch[0],
      fetch,
      react: extraFilesOf('renderer/islands/hydrate.tsx'),
      allViews: extraFilesOf('renderer/islands/all-views.ts'),
      more: extraFilesOf('renderer/islands/more.ts'),
      rules: extraFilesOf('renderer/islands/rules.ts'),
      controls: {
        looks: extraFilesOf('renderer/islands/exclusive-options.ts'),
        amounts: extraFilesOf('renderer/islands/amounts.ts'),
      },
      moreViews: {
        looks: extraFilesOf('renderer/parts/looks.tsx'),
        amounts: extraFilesOf('renderer/parts/amounts.tsx'),
        phone: extraFilesOf('renderer/parts/phone.tsx'),
        ranking: extraFilesOf('renderer/parts/ranking.tsx'),
        matrix: extraFilesOf('renderer/parts/matrix.tsx'),
        signature: extraFilesOf('renderer/parts/signature.tsx'),
        search: extraFilesOf('renderer/parts/search.tsx'),
        varied: extraFilesOf('renderer/parts/varied.tsx'),
        rows: extraFilesOf('renderer/parts/rows.tsx'),
        computed: extraFilesOf('renderer/parts/computed.tsx'),
      },
      shuffled: extraFilesOf('renderer/islands/shuffle-bundle.ts'),
      answers: extraFilesOf('engine/expressions/answer-display.ts'),
      functions: extraFilesOf('renderer/behaviours/extension-functions.ts'),
      overlay: extraFilesOf('renderer/islands/overlay.ts'),
      behaviours: filesOf(manifest, 'renderer/behaviours/behaviours.ts')[0],
      guard: filesOf(manifest, 'renderer/guard/guard.ts')[0],
      consent: filesOf(manifest, 'renderer/behaviours/consent.ts')[0],
      tracking: filesOf(manifest, 'renderer/tracking/tracking.ts')[0],
      carry: filesOf(manifest, 'renderer/tracking/carry.ts')[0],
      attribution: filesOf(manifest, 'renderer/tracking/attribution.ts')[0],
      tags: filesOf(manifest, 'renderer/tracking/tags/tags.ts')[0],
      adapters: Object.fromEntries(
        Object.entries(tagKinds).map(([kind, { adapter }]) => [
          kind,
          filesOf(manifest, `renderer/tracking/tags/${adapter}.ts`)[0],
        ]),
      ),
      fonts: JSON.parse(fonts) as unknown,
      traces: traces === 'off' ? null : { to: serverPaths.traces, isSampled: traces === 'site' },
    });
    return { ...pages, renderDocument: drawInThread(join(dist, 'pdf')) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(`There is no build in ${dist}. Run \`npm run build\`.`, { cause: error });
  }
}
