/**
 * One-expression edits of every flow of a site: an accepted edit makes no page and no step throw. `EDITS=896 npx vitest
 * run edits` makes that many edits per flow instead of the default.
 */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createSiteLoader, type DefinitionFile } from '../../../engine/load/load-site.ts';
import { readDefinitionFiles } from '../../../server/definitions/read.ts';
import { fingerprint } from '../../../server/disk/fingerprint.ts';
import { projectRoot } from '../../harness/site-server.ts';
import { editsOf, sample } from './edits.ts';
import { filesAround } from './one-flow.ts';
import { walkFlow } from './walk.tsx';

const count = Number(process.env['EDITS'] ?? 12);
const options = { hash: fingerprint, now: Date.UTC(2026, 10, 20) };

const idOf = ({ text }: DefinitionFile): string => (parse(text) as { flow: string }).flow;

/**
 * Declares the tests for every flow of some folders.
 * @param cut whether each flow is loaded only with the files it needs; a large site is too slow to load for each edit
 */
export async function describeEdits(folders: readonly string[], { cut = false } = {}): Promise<void> {
  const flows = (
    await Promise.all(
      folders.map(async (folder) => {
        const { files } = await readDefinitionFiles(join(projectRoot, folder));
        return files
          .filter(({ path }) => path.endsWith('.flow.yaml'))
          .map((flow) => ({
            name: `${folder}/${flow.path}`,
            flow,
            files: cut ? filesAround(files, flow.path) : files,
            // An edit loads what it affects, as in a server that watches the folder.
            loader: createSiteLoader(),
          }));
      }),
    )
  ).flat();

  describe('unchanged', () => {
    test.each(flows)('$name loads, and every step of it is reached', ({ flow, files, loader }) => {
      const { site, problems } = loader.load(files, options);
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      if (site === null) return;
      const id = idOf(flow);
      const { reached, off } = walkFlow(site, id);
      const conditional = Object.values(site.flows[id]?.steps ?? {}).flatMap((step) =>
        step.kind === 'branch' ? step.branch.map(({ to }) => to) : [],
      );
      const missed = Object.keys(site.flows[id]?.steps ?? {}).filter(
        (step) =>
          ![reached, off].some((known) => known.has(step)) &&
          site.flows[id]?.steps[step]?.kind !== 'branch' &&
          !conditional.includes(step),
      );
      expect(missed).toEqual([]);
    });
  });

  describe('an accepted edit of one expression makes nothing throw', () => {
    test.each(flows)('$name', { timeout: 3_600_000 }, ({ name, flow, files, loader }) => {
      const id = idOf(flow);
      const fields = files
        .filter(({ path }) => path.endsWith('.form.yaml'))
        .flatMap(({ text }) => Object.keys((parse(text) as { fields: object }).fields));
      const all = editsOf(flow.text, [...new Set(fields)]);
      const taken = sample(all, count, 20261120);
      const thrown: string[] = [];
      let accepted = 0;
      const began = performance.now();
      let walking = 0;
      for (const edit of taken) {
        const text = edit.text();
        if (text === null) continue;
        const edited = files.map((file) => (file.path === flow.path ? { ...file, text } : file));
        const { site } = loader.load(edited, options);
        if (site === null) continue;
        accepted += 1;
        const before = performance.now();
        try {
          walkFlow(site, id);
        } catch (error) {
          thrown.push(`${edit.name} → ${String(error)}`);
        }
        walking += performance.now() - before;
      }
      if (process.env['EDITS'] !== undefined)
        console.log(
          `${name}: ${taken.length} of ${all.length} edits, ${accepted} accepted, ${thrown.length} throw; ${Math.round(performance.now() - began)} ms, ${Math.round(walking)} of them drawing`,
        );
      expect(thrown).toEqual([]);
      expect(taken.length).toBe(Math.min(count, all.length));
    });
  });
}
