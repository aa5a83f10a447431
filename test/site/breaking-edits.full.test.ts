/**
 * Edits that break a submission, an answer's way or an ending are stopped, by the check or by the gate on visits and leads that
 * were stored before, which names the edited file. Edits of texts, looks and names pass.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadForAxes } from '../../engine/load/load-axes.ts';
import { createSiteLoader } from '../../engine/load/load-site.ts';
import { impact } from '../../server/cli/impact.ts';
import { readDefinitionFiles } from '../../server/definitions/read.ts';
import { fingerprint } from '../../server/disk/fingerprint.ts';
import type { PublishReport } from '../../server/impact/gate.ts';
import { applyEdits, copyFunnels, type Edit } from '../harness/funnels-copy.ts';
import { loadFunnels } from '../harness/load-site.ts';
import { recordVisits } from '../harness/recorded-visits.ts';
import { projectRoot } from '../harness/site-server.ts';
import { breakingEdits, type FolderEdit, neutralEdits } from './gated-edits.ts';

const traces = mkdtempSync(join(tmpdir(), 'breaking-'));
afterAll(() => rmSync(traces, { recursive: true }));
const loader = createSiteLoader();
const now = Date.parse('2026-11-24T12:00:00Z');

beforeAll(async () => recordVisits(traces, await loadFunnels()));

/** The site with edits, each after the other. */
function edited(edits: readonly (Edit | FolderEdit)[]): string {
  const folder = copyFunnels();
  for (const edit of edits) {
    if (typeof edit === 'function') edit(folder);
    else applyEdits(folder, [edit]);
  }
  return folder;
}

async function errorsIn(folder: string): Promise<string[]> {
  const { files, assets, extensions, growthOf } = await readDefinitionFiles(folder);
  const options = { hash: fingerprint, assets, extensions, growthOf, submissions: 'try', now } as const;
  const { problems } = loadForAxes(files, options, loader);
  return problems.flatMap(({ severity, code, file }) => (severity === 'error' ? [`${code} ${file}`] : []));
}

/** `file:line` of what differs, or was removed, with a line around it: a value may begin in the line above. */
function editedLines(folder: string, edits: readonly Edit[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const file of new Set(edits.map(([name]) => name))) {
    const [before, after] = [join(projectRoot, 'funnels'), folder].map((from) =>
      readFileSync(join(from, file), 'utf8').split('\n'),
    ) as [string[], string[]];
    const first = after.findIndex((line, index) => line !== before[index]);
    const last = after.length - after.toReversed().findIndex((line, index) => line !== before.at(-1 - index));
    const end = Math.max(first, last) + 1 + Math.max(0, before.length - after.length);
    for (let line = first; line <= end; line += 1) found.add(`${file}:${line}`);
  }
  return found;
}

interface GateRun {
  readonly code: number;
  readonly out: string;
  readonly report: PublishReport;
}

async function gateOn(folder: string): Promise<GateRun> {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const values = { against: folder, funnels: join(projectRoot, 'funnels') };
  const call = { positionals: [traces], switches: new Set(['gate', 'json']), values };
  const code = await impact(call, { out: print, err: print, colours: false });
  const out = lines.join('\n');
  return { code, out, report: code === 2 ? null : JSON.parse(out).gate };
}

test('there are 50 edits of each kind', () => {
  expect([breakingEdits, neutralEdits].map((edits) => Object.keys(edits).length)).toEqual([50, 50]);
});

test('without an edit nothing is named, and every visit is compared', { timeout: 120_000 }, async () => {
  const folder = copyFunnels();
  expect(await errorsIn(folder)).toEqual([]);
  const { code, report } = await gateOn(folder);
  expect([code, report.exceeded, report.findings]).toEqual([0, [], []]);
  expect(report.visits).toMatchObject({ unproven: 0, partial: 0 });
});

describe.each(Object.entries(breakingEdits))('%s', (_name, [namedBy, ...edits]) => {
  test(`is named by the ${namedBy}`, { timeout: 120_000 }, async () => {
    const folder = edited(edits);
    const errors = await errorsIn(folder);
    if (namedBy === 'check') return expect(errors).not.toEqual([]);
    expect(errors).toEqual([]);
    const { code, out, report } = await gateOn(folder);
    expect([code, out]).toEqual([1, expect.any(String)]);
    const lines = editedLines(folder, edits);
    for (const { causes, examples, change } of report.findings) {
      expect(examples.length).toBeGreaterThan(0);
      const places = causes.map(({ file, line }) => `${file}:${line}`);
      expect([change, places, places.filter((place) => lines.has(place))]).not.toEqual([change, places, []]);
    }
  });
});

describe.each(Object.entries(neutralEdits))('%s', (_name, edits) => {
  test('passes', { timeout: 120_000 }, async () => {
    const folder = edited(edits);
    expect(await errorsIn(folder)).toEqual([]);
    const { code, report } = await gateOn(folder);
    expect([report?.exceeded, report?.findings, code]).toEqual([[], [], 0]);
  });
});
