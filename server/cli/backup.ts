/** `funnel backup FILE` and `funnel restore FILE`. */

import { writeBackup } from '../backup/backup.ts';
import { RestoreRefused, restoreBackup } from '../backup/restore.ts';
import { readConfig } from '../config.ts';
import { openStoreReader } from '../store/open.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { countOf, messageOf } from './lines.ts';
import { replayAfterRestore } from './privacy.ts';

function fileOf({ positionals }: CommandCall): string {
  const [file, ...more] = positionals;
  if (file === undefined) throw new InvalidArguments('Give the file of the backup.');
  if (more.length > 0) throw new InvalidArguments('Give one file only.');
  return file;
}

/** @returns the exit code: 0 the backup is complete, 2 there is none */
export async function backup(call: CommandCall, output: Output): Promise<number> {
  const file = fileOf(call);
  try {
    const config = readConfig(process.env, process.cwd());
    const store = await openStoreReader(config);
    try {
      const { submissions } = await writeBackup(store, config.dataDir, file);
      output.out(
        `${file} contains ${countOf(submissions, 'submission')}. It contains personal data and keys: store it safely.`,
      );
      return 0;
    } finally {
      await store.close();
    }
  } catch (error) {
    output.err(messageOf(error));
    return 2;
  }
}

/** @returns the exit code: 0 restored, 1 refused and nothing changed, 2 another error */
export async function restore(call: CommandCall, output: Output): Promise<number> {
  const file = fileOf(call);
  try {
    const config = readConfig(process.env, process.cwd());
    const { dataDir, databaseUrl } = config;
    if (databaseUrl !== null) {
      output.err(
        'The leads are in PostgreSQL (DATABASE_URL). Restore them with pg_restore, then run funnel privacy replay.',
      );
      return 1;
    }
    const { submissions, previous } = restoreBackup(file, dataDir, call.switches.has('force'), Date.now());
    output.out(`${dataDir} contains ${countOf(submissions, 'submission')} now.`);
    if (previous !== null) output.out(`The previous database is ${previous}.`);
    const replayed = await replayAfterRestore(config, output);
    if (replayed !== 0) output.err('Run `funnel privacy replay` before the server starts.');
    return replayed;
  } catch (error) {
    output.err(messageOf(error));
    return error instanceof RestoreRefused ? 1 : 2;
  }
}
