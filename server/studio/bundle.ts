/** The code of the application, as the build leaves it in a folder of its own. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface StudioBundle {
  /** The address of the entry; null if the studio was not built. */
  entry(): Promise<string | null>;
  /** A file by its name; null if there is none. */
  file(name: string): Promise<Buffer | null>;
}

export const assetPath = '/studio/assets/';

/** @param folder of the build's files, whose names contain a hash of their content */
export function openStudioBundle(folder: string): StudioBundle {
  // Names that the build chose: what is not listed is not read.
  let names: Promise<readonly string[]> | undefined;
  const list = async (): Promise<readonly string[]> => {
    names ??= readdir(folder).catch(() => []);
    return await names;
  };
  return {
    async entry() {
      const name = (await list()).find((each) => /^studio-[\w-]+\.js$/.test(each));
      return name === undefined ? null : assetPath + name;
    },
    file: async (name) => ((await list()).includes(name) && name.endsWith('.js') ? readFile(join(folder, name)) : null),
  };
}
