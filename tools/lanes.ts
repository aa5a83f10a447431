/** The two lanes of tests: which files and tests `npm test` runs, and which ones `npm run test:full`. */
import { globSync } from 'node:fs';

export type Lane = 'quick' | 'full';

/** The tests that Vitest runs and counts, by the folders they are in. */
export const suites: Readonly<Record<string, readonly string[]>> = {
  unit: ['test/unit/', 'test/site/'],
  server: ['test/contracts/', 'test/faults/'],
  browser: ['test/browser/', 'test/browsers/'],
};

const fullFiles = '.full.test.';
const fullFolders: readonly string[] = ['test/faults/', 'test/browsers/'];

/** A run of Vitest: which files, and which of their tests. */
export interface Selection {
  /** Of its report in `.cache`. */
  readonly name: string;
  /** Parts of the paths of files. */
  readonly paths: readonly string[];
  readonly args: readonly string[];
}

/**
 * One run for all suites, because tests that wait for a server or a browser leave the processor to the others; another one
 * for the tests with PostgreSQL of files whose other tests are in the quick lane.
 * @param names of suites
 * @param lane null for both
 */
export function selectionsOf(names: readonly string[], lane: Lane | null): Selection[] {
  const folders = names.flatMap((name) => suites[name] ?? []);
  if (lane === null) return [{ name: 'all', paths: folders, args: [] }];
  if (lane === 'quick') {
    const paths = folders.filter((folder) => !fullFolders.includes(folder));
    return [{ name: 'quick', paths, args: [`--exclude=**/*${fullFiles}*`] }];
  }
  const files = folders.flatMap((folder) =>
    fullFolders.includes(folder)
      ? [folder]
      : globSync(`${folder}**/*${fullFiles}*`).map((path) => path.replaceAll('\\', '/')),
  );
  // The quick lane has run the other tests of these files.
  const contracts = {
    name: 'postgres',
    paths: ['test/contracts/'],
    args: [`--exclude=**/*${fullFiles}*`, '--testNamePattern=[Pp]ostgre'],
  };
  const all = [{ name: 'full', paths: files, args: [] }, ...(names.includes('server') ? [contracts] : [])];
  // Without a path Vitest would run every file.
  return all.filter(({ paths }) => paths.length > 0);
}

/** A lane by its name; null without a name. @throws Error for a lane that does not exist */
export function laneOf(text: string | undefined): Lane | null {
  if (text === undefined || text === 'quick' || text === 'full') return text ?? null;
  throw new Error(`There is no lane ${text}; there are quick and full.`);
}
