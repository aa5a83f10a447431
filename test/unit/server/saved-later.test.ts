/** `funnel dev` saves a version once no other edit follows. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { serveDefinitions } from '../../../server/definitions/definition-service.ts';
import { createFolderLoader } from '../../../server/definitions/load.ts';
import { createVersionFolder, type SavedVersions } from '../../../server/definitions/version-folder.ts';
import { commonDisk } from '../../../server/disk/disk.ts';
import { createLog } from '../../../server/log/log.ts';
import { fixtureFolder } from '../../harness/fixture-sites.ts';
import { patience } from '../../harness/patience.ts';

const home = mkdtempSync(join(tmpdir(), 'saved-later-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
afterEach(() => vi.useRealTimers());

test('a version is saved after a pause, and at once when the server stops', async () => {
  const funnels = join(home, 'funnels');
  cpSync(fixtureFolder('http'), funnels, { recursive: true });
  const folder = createVersionFolder(join(home, 'versions'), commonDisk);
  const kept: string[] = [];
  const saved: SavedVersions = {
    async keep(content, definition) {
      kept.push(definition);
      return folder.keep(content, definition);
    },
    async *list() {},
    served: async () => {},
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const served = await serveDefinitions({
    ...{ folder: funnels, saved, saveAfterMs: 1000, load: createFolderLoader(), show: () => {} },
    prepare: (site) => ({ site, publish: () => {} }),
    validate: async () => {},
    log: createLog({ level: 'error', write: () => {} }),
  });
  const page = join(funnels, 'geral/home.page.yaml');
  const edit = async (): Promise<string> => {
    writeFileSync(page, `${readFileSync(page, 'utf8')}# more\n`);
    expect(await served.reload()).toBe(true);
    return served.current().site.hash;
  };
  await edit();
  vi.advanceTimersByTime(900);
  const second = await edit();
  vi.advanceTimersByTime(900);
  expect(kept).toEqual([]);
  vi.advanceTimersByTime(100);
  await vi.waitFor(() => expect(kept).toEqual([second]), { timeout: patience });
  const third = await edit();
  await served.settled();
  expect(kept).toEqual([second, third]);
  expect((await folder.intact()).map(({ definition }) => definition)).toContain(third);
});
