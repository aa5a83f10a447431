/** The studio's list of visits while the site is edited. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createVisitList, type VisitFilter } from '../../../server/studio/visits.ts';
import { copyFixture, loadFixture } from '../../harness/fixture-sites.ts';
import { compiledFlow, loadFunnels } from '../../harness/load-site.ts';
import { traceLines } from '../../harness/recorded-trace.ts';

const folder = mkdtempSync(join(tmpdir(), 'visit-list-'));
afterAll(() => rmSync(folder, { recursive: true }));
const everything: VisitFilter = { flow: null, screen: null, version: null, outcome: null, hasErrors: false, page: 1 };

test('lists that are read during an edit have the words of their own definitions', async () => {
  const site = await loadFixture('visits');
  const edited = await loadFunnels(copyFixture('visits', [['teste.flow.yaml', 'Primeira?', 'Uma?']]));
  const lines = await traceLines(compiledFlow(site, 'teste'), { run: (driver) => driver.press('begin') });
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  mkdirSync(join(folder, '2026-01-01'));
  for (let visit = 0; visit < 8; visit += 1) writeFileSync(join(folder, '2026-01-01', `visit${visit}-a.jsonl`), text);
  const visits = createVisitList(folder);
  const before = visits.list(site, everything);
  const after = visits.list(edited, everything);
  const titles = async (list: typeof before) => new Set((await list).visits.map(({ screenTitle }) => screenTitle));
  expect([...(await titles(before))]).toEqual(['Primeira?']);
  expect([...(await titles(after))]).toEqual(['Uma?']);
  expect([...(await titles(visits.list(edited, everything)))]).toEqual(['Uma?']);
});
