/** Rewrites the renamed words of a folder's definitions. */

import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { byPlace } from '../../engine/errors/problem.ts';
import { Report } from '../../engine/errors/report.ts';
import { migrateFile } from '../../engine/migrate/migrate.ts';
import { type DefinitionFiles, readDefinitionFiles } from '../definitions/read.ts';
import { problemText } from '../definitions/refusal.ts';
import { UnreadableFile } from '../disk/disk.ts';
import { type Command, InvalidArguments } from './command.ts';
import { countOf } from './lines.ts';
import { migrateExtensions } from './migrate-folder.ts';

export const migrateCommand: Command = {
  usage: 'funnel migrate [FOLDER]',
  about:
    'Renames the old keys and values of the definitions below a folder (default: funnels).\nA folder words/ beside it becomes extensions/.\nPreserves comments and layout. A file that cannot be parsed is not changed.',
  options: { 'dry-run': { about: 'Lists what would be renamed and changes no file.' } },
  notes:
    'Exit codes: 0 no file contains old words any more; 1 a file could not be parsed; 2 the folder could not be read.',
  async run({ positionals, switches }, output) {
    const [folder = 'funnels'] = positionals;
    if (positionals.length > 1) throw new InvalidArguments('Only one folder can be migrated at a time.');
    const isFolder = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isFolder) {
      output.err(`There is no folder ${folder}.`);
      return 2;
    }
    const read = await readDefinitionFiles(folder).catch((error: unknown) => error);
    if (read instanceof UnreadableFile) {
      output.err(read.message);
      return 2;
    }
    if (read instanceof Error) throw read;
    const dry = switches.has('dry-run');
    const report = new Report();
    let words = 0;
    let changed = 0;
    for (const file of (read as DefinitionFiles).files) {
      const migrated = migrateFile(file, report);
      if (migrated === undefined || migrated.renames.length === 0) continue;
      changed += 1;
      words += migrated.renames.length;
      output.out(file.path);
      for (const { line, was, now } of migrated.renames) output.out(`  ${line}: ${was} → ${now}`);
      if (!dry) await writeFile(join(folder, file.path), migrated.text);
    }
    const errors = report.problems.filter(({ severity }) => severity === 'error').sort(byPlace);
    for (const problem of errors) output.err(problemText(problem));
    const moved = errors.length === 0 ? await migrateExtensions(folder, dry) : [];
    for (const line of moved) output.out(line);
    const done = dry ? 'would be renamed' : 'renamed';
    if (words === 0 && moved.length > 0) return 0;
    output.out(words === 0 ? 'No old words.' : `${countOf(words, 'word')} ${done} in ${countOf(changed, 'file')}.`);
    return errors.length === 0 ? 0 : 1;
  },
};
