/** The authors' guide: chapters of one sitting each, with an index in `funnels/README.md`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = 'docs/guide';

/** The text of each chapter, by its path in the project. */
export const readGuide = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(join(root, folder))
      .sort()
      .map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')]),
  );
