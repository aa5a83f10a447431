/** A loader that has loaded a site before gives the same result as a new one, and does only what an edit affects again. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadForAxes } from '../../../engine/load/load-axes.ts';
import { createSiteLoader, type DefinitionFile, type LoadedSite } from '../../../engine/load/load-site.ts';
import { fingerprint } from '../../../server/disk/fingerprint.ts';
import { base, invalidCodes, invalidSite } from './fixtures.ts';
import { funnels } from './many-funnels.ts';

const options = { hash: fingerprint, assets: new Set(['sample/seal.svg']), now: Date.parse('2026-11-20T12:00:00Z') };

const landing = join(import.meta.dirname, '../../fixtures/sites/landing');
const landingFiles: DefinitionFile[] = readdirSync(landing, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.yaml'))
  .sort()
  .map((path) => ({ path, text: readFileSync(join(landing, path), 'utf8') }));

const textOf = ({ site, problems, accepted }: LoadedSite): string =>
  JSON.stringify({ site, problems, accepted }, null, 1);

/** A generator of numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One edit: a line less, a line twice, a word exchanged for another of the site, a file less, or a file as it was. */
function edit(files: readonly DefinitionFile[], before: readonly DefinitionFile[], random: () => number) {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const chosen = pick(before);
  const now = files.find(({ path }) => path === chosen.path);
  const others = files.filter(({ path }) => path !== chosen.path);
  if (now === undefined || (now.text !== chosen.text && random() < 0.7)) return [...others, chosen].sort(byPath);
  if (random() < 0.1) return others;
  const lines = now.text.split('\n');
  const at = Math.floor(random() * lines.length);
  const ways = [
    () => lines.toSpliced(at, 1),
    () => lines.toSpliced(at, 0, lines[at] as string),
    () => {
      const words = pick(before).text.match(/[\w-]+/g) ?? [];
      const old = pick(lines[at]?.match(/[\w-]+/g) ?? ['']);
      return lines.with(
        at,
        (lines[at] as string).replace(old, () => pick(words)),
      );
    },
  ];
  return [...others, { path: chosen.path, text: pick(ways)().join('\n') }].sort(byPath);
}

const byPath = (one: DefinitionFile, other: DefinitionFile): number => (one.path < other.path ? -1 : 1);

/** EDIT_SERIES=20 makes that many series of edits. */
const series = Array.from({ length: Number(process.env['EDIT_SERIES'] ?? 1) }, (_, index) => index + 1);

describe.each([
  ['the base site', [...base].sort(byPath)],
  ['a landing page', landingFiles],
] as const)('random edits of %s', (_name, first) => {
  test.each(series)('give what a new loader gives, series %i', { timeout: 300_000 }, (seed) => {
    const random = randomOf(seed);
    const loader = createSiteLoader();
    let files: DefinitionFile[] = [...first];
    let valid = 0;
    for (let round = 0; round < 40; round += 1) {
      const again = loadForAxes(files, options, loader);
      const anew = loadForAxes(files, options);
      expect(textOf(again), `edit ${round}`).toBe(textOf(anew));
      if (anew.site !== null) valid += 1;
      files = random() < 0.4 ? [...first] : edit(files, first, random);
    }
    expect(valid).toBeGreaterThan(5);
  });
});

test('every mistake of the catalogue is reported after an edit, and disappears with it', { timeout: 300_000 }, () => {
  const loader = createSiteLoader();
  const sound = textOf(createSiteLoader().load(base, options));
  for (const code of invalidCodes) {
    const files = invalidSite(code);
    expect(textOf(loader.load(files, options)), code).toBe(textOf(createSiteLoader().load(files, options)));
    expect(textOf(loader.load(base, options)), code).toBe(sound);
  }
});

describe('of 60 funnels', () => {
  const all = funnels(60);
  const cold = createSiteLoader();
  cold.load(all, options);

  /** How many units of work an edit of one file causes. */
  function runsAfter(path: string, from: string, to: string): number {
    const loader = createSiteLoader();
    loader.load(all, options);
    const before = loader.runs;
    const { text } = all.find((file) => file.path === path) as DefinitionFile;
    expect(text).toContain(from);
    const { problems, site } = loader.load(
      all.map((file) => (file.path === path ? { path, text: text.replace(from, to) } : file)),
      options,
    );
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(site).not.toBeNull();
    return loader.runs - before;
  }

  test('none is loaded again when nothing changed', () => {
    const before = cold.runs;
    cold.load(
      all.map((file) => ({ ...file })),
      options,
    );
    expect(cold.runs - before).toBe(0);
  });

  test('only the edited one is loaded again', () => {
    const perFunnel = cold.runs / 60;
    expect(runsAfter('f7/quiz.flow.yaml', 'title: The', 'title: This')).toBeLessThan(perFunnel);
    expect(runsAfter('f7/contact.form.yaml', 'label: ', 'label: Your ')).toBeLessThan(perFunnel);
  });
});
