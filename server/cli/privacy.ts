/** `funnel privacy export | erase | replay | list`: the data of one person, also while the server runs. */

import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type Config, readConfig } from '../config.ts';
import { loadFolder } from '../definitions/load.ts';
import { auditFile, auditKeyOf, noteErasures, readAudit } from '../privacy/audit.ts';
import { collectPerson, type ErasureOptions, type ErasureResult, erasePerson, hashesOf } from '../privacy/erase.ts';
import { personalRulesOf, personBy } from '../privacy/person.ts';
import { replayErasures } from '../privacy/replay.ts';
import { exportOf, outOfReach, personSummary, recipientsOf } from '../privacy/report.ts';
import { openPrivacyStore, openStore } from '../store/open.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { messageOf } from './lines.ts';

type Open = Awaited<ReturnType<typeof openAll>>;

/** Opens the store and reads what the definitions say about personal values. */
async function openAll(config: Config, { compact, operator }: { compact: boolean; operator: string }) {
  const { site } = await loadFolder(config.funnelsDir).catch(() => ({ site: undefined }));
  const store = await openPrivacyStore(config);
  try {
    const secret = await secretOf(config, (name) => store.agreed(name));
    const options: ErasureOptions = {
      ...{ store, dataDir: config.dataDir, operator, compact, clock: Date.now, random: randomBytes },
      rules: personalRulesOf(site ?? null),
      key: auditKeyOf(secret),
      isEmbedded: config.databaseUrl === null,
    };
    return { site: site ?? null, store, options };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function secretOf({ dataDir, databaseUrl }: Config, agreed: (name: string) => Promise<string | null>) {
  const shared = databaseUrl === null ? null : await agreed('visits.key');
  return (shared ?? readFileSync(join(dataDir, 'visits.key'), 'utf8')).trim();
}

const operatorName = (): string => `${userInfo().username}@${hostname()}`;

/**
 * Runs the subcommand.
 * @returns the exit code: 0 done, 1 nothing found, refused, or values are left; 2 an error
 */
export async function privacy(call: CommandCall, output: Output): Promise<number> {
  const [action, person, ...more] = call.positionals;
  const takesPerson = action === 'export' || action === 'erase';
  if (!takesPerson && action !== 'replay' && action !== 'list')
    throw new InvalidArguments('Choose export, erase, replay or list.');
  if (takesPerson && (person ?? '').trim() === '')
    throw new InvalidArguments('Give an e-mail address, a telephone number or a subject.');
  if (more.length > 0 || (action === 'list' && person !== undefined))
    throw new InvalidArguments('Give one person only, in quotes if it contains spaces.');
  try {
    const config = readConfig(process.env, process.cwd());
    const opened = await openAll(config, { compact: call.switches.has('compact'), operator: operatorName() });
    try {
      if (opened.site === null)
        output.err(`${config.funnelsDir} cannot be loaded: telephone numbers are compared by all their digits.`);
      if (action === 'list') return await list(opened, output);
      if (action === 'replay') return await replay(opened, config, person, output);
      return await (action === 'export' ? exportPerson : erase)(opened, person as string, call, output);
    } finally {
      await opened.store.close();
    }
  } catch (error) {
    output.err(messageOf(error));
    return 2;
  }
}

async function exportPerson({ site, options }: Open, person: string, call: CommandCall, output: Output) {
  const data = await collectPerson(options, personBy(person, options.rules));
  const text = JSON.stringify(await exportOf(person, data, { site: site?.site.name ?? null, at: Date.now() }), null, 2);
  const file = call.values['output'];
  if (file === undefined) output.out(text);
  else {
    writeFileSync(file, `${text}\n`, { flag: 'wx', mode: 0o600 });
    output.err(`${file} contains ${data.records.length} records.`);
  }
  warnOfOthers(data.others.length, output);
  return data.records.length > 0 ? 0 : 1;
}

function warnOfOthers(count: number, output: Output): void {
  if (count > 0)
    output.err(
      `${count} other records share a visit, an e-mail address or a telephone number with this person, and have another address or number: they are not included. Name that address or number to include them.`,
    );
}

async function erase({ options }: Open, person: string, call: CommandCall, output: Output): Promise<number> {
  const query = personBy(person, options.rules);
  const data = await collectPerson(options, query);
  warnOfOthers(data.others.length, output);
  const lines = personSummary(data);
  if (lines.length === 0) {
    output.err('Nothing is stored of this person. Check the spelling; a telephone number may have an area code.');
    return 1;
  }
  output.out(`Stored of this person:\n${lines.map((line) => `  ${line}`).join('\n')}`);
  const recipients = recipientsOf(data);
  if (recipients.length > 0)
    output.out(`Already delivered to ${recipients.join(', ')}: ask these recipients to erase it as well.`);
  if (call.switches.has('dry-run')) {
    output.out('Nothing was changed.');
    return 0;
  }
  if (!call.switches.has('yes') && !(await confirmed(output))) return 1;
  const result = await erasePerson(data, query, hashesOf(person, options.rules, options.key), options);
  return report(result, options.isEmbedded, output);
}

async function confirmed(output: Output): Promise<boolean> {
  if (process.stdin.isTTY !== true) {
    output.err('Nothing was changed. Without a terminal to confirm on, pass --yes.');
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question('This cannot be undone. Type "erase" to go on: ');
    if (answer.trim().toLowerCase() === 'erase') return true;
    output.err('Nothing was changed.');
    return false;
  } finally {
    terminal.close();
  }
}

function report({ erasure, left, shared, notes }: ErasureResult, isEmbedded: boolean, output: Output): number {
  const counts = Object.entries(erasure.counts).map(([kind, count]) => `${count} ${kind}`);
  output.out(`Erased ${counts.join(', ')}. Audit entry ${erasure.id}.`);
  for (const note of [...notes, ...outOfReach]) output.out(`- ${note}`);
  if (shared > 0) output.out(`- ${shared} values, such as a common name, are also in records of other people.`);
  if (left.length === 0) {
    output.out(
      isEmbedded ? 'No value is left in the data folder.' : 'No value is left in the data folder of this machine.',
    );
    return 0;
  }
  const files = new Map<string, number>();
  for (const { file, count } of left) files.set(file, (files.get(file) ?? 0) + count);
  for (const [file, count] of files) output.err(`${file} still contains ${count} of the values.`);
  output.err(
    isEmbedded
      ? 'Rows are erased. Free space of the database is rewritten by `funnel privacy erase PERSON --compact` or `funnel privacy replay --compact`, which blocks submissions for about 1 s per 150 MB. Remove other files that you no longer need, such as store.sqlite.before-restore-….'
      : 'Remove the files that you no longer need.',
  );
  return 1;
}

async function list({ store }: Open, output: Output): Promise<number> {
  const erasures = await store.erasures();
  for (const each of erasures) output.out(JSON.stringify({ ...each, at: new Date(each.at).toISOString() }));
  return erasures.length > 0 ? 0 : 1;
}

/** Repeats the erasures that the audit file of a data folder has, on a database that was restored. @returns the exit code */
export async function replayAfterRestore(config: Config, output: Output): Promise<number> {
  if (readAudit(join(config.dataDir, auditFile)).length === 0) return 0;
  // The backup may be from an older version.
  await (await openStore(config)).close();
  const opened = await openAll(config, { compact: false, operator: operatorName() });
  try {
    return await replay(opened, config, undefined, output);
  } finally {
    await opened.store.close();
  }
}

async function replay({ store, options }: Open, config: Config, file: string | undefined, output: Output) {
  noteErasures(config.dataDir, await store.erasures());
  const path = file ?? join(config.dataDir, auditFile);
  const audit = readAudit(path);
  if (audit.length === 0 && file !== undefined) throw new Error(`${path} contains no erasure.`);
  const { replayed, unknownKey, left } = await replayErasures(audit, options);
  output.out(`${audit.length} erasures were checked; ${replayed} records had come back and were erased again.`);
  if (unknownKey > 0)
    output.err(
      `${unknownKey} erasures have hashes under another key (visits.key) and could not be checked: erase these persons by name.`,
    );
  for (const { file: place, count } of left) output.err(`${place} still contains ${count} of the values.`);
  return unknownKey > 0 || left.length > 0 ? 1 : 0;
}
