/** The code of the studio and of the inspector of `funnel dev`, as the build leaves it in a folder of its own. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `studio` is the application; `dev-inspector` is the overlay of `funnel dev`. They share files. */
const entries = ['studio', 'dev-inspector'] as const;

export interface StudioBundle {
  /** The name of the entry's file; null if it was not built. */
  entry(): Promise<string | null>;
  /** A file by its name; null if there is none. */
  file(name: string): Promise<Buffer | null>;
}

/**
 * @param folder of the build's files, whose names contain a hash of their content
 * @param wanted the entry; the others are not served
 */
export function openStudioBundle(folder: string, wanted: (typeof entries)[number]): StudioBundle {
  const isEntry = (name: string, entry: string): boolean => new RegExp(`^${entry}-[\\w-]{8}\\.js$`).test(name);
  // Names that the build chose: what is not listed is not read.
  let names: Promise<readonly string[]> | undefined;
  const list = async (): Promise<readonly string[]> => {
    names ??= readdir(folder).then(
      (all) => all.filter((name) => !entries.some((entry) => entry !== wanted && isEntry(name, entry))),
      () => [],
    );
    return await names;
  };
  return {
    entry: async () => (await list()).find((name) => isEntry(name, wanted)) ?? null,
    file: async (name) => ((await list()).includes(name) && name.endsWith('.js') ? readFile(join(folder, name)) : null),
  };
}
