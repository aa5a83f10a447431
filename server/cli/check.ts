import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import { loadSiteThroughout } from '../../engine/load/throughout.ts';
import { UnreadableFile } from '../definitions/disk.ts';
import { fingerprint } from '../definitions/fingerprint.ts';
import { type DefinitionFiles, readDefinitionFiles } from '../definitions/read.ts';
import type { Command, Output } from './command.ts';
import { sarifOf } from './sarif.ts';

/** Checks a funnels folder and tells everything that is wrong with it. */
export const check: Command = {
  usage: 'funnel check [folder] [--json | --sarif]',
  about: 'Checks every definition below a folder (funnels, when left out). Exits 1 on errors, 0 on warnings alone.',
  async run(args, output) {
    const options = optionsOf(args, output);
    if (options === undefined) return 2;
    const { folder, json, sarif } = options;
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
      return 1;
    }
    if (read instanceof Error) throw read;
    const { files, assets } = read as DefinitionFiles;
    const { problems, accepted } = loadSiteThroughout(files, { hash: fingerprint, assets, now: Date.now() });
    if (json) output.out(JSON.stringify({ files: files.length, problems, accepted }, null, 2));
    else if (sarif) output.out(JSON.stringify(sarifOf(problems, accepted, folder), null, 2));
    else tell(problems, { files: files.length, accepted: accepted.length }, output);
    return problems.some((problem) => problem.severity === 'error') ? 1 : 0;
  },
};

function optionsOf(
  args: readonly string[],
  output: Output,
): { folder: string; json: boolean; sarif: boolean } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { json: { type: 'boolean', default: false }, sarif: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    if (positionals.length > 1) throw new TypeError('Only one folder can be checked at a time.');
    if (values.json && values.sarif) throw new TypeError('Give only one of --json and --sarif.');
    return { folder: positionals[0] ?? 'funnels', json: values.json, sarif: values.sarif };
  } catch (error) {
    output.err(`${(error as Error).message}\nUsage: ${check.usage}`);
    return undefined;
  }
}

function tell(
  problems: readonly AuthorProblem[],
  { files, accepted }: { files: number; accepted: number },
  output: Output,
): void {
  const paint = (code: number, text: string) => (output.colours ? `\u001b[${code}m${text}\u001b[0m` : text);
  for (const { severity, code, message, hint, file, line, column, frame } of problems) {
    const head = paint(severity === 'error' ? 31 : 33, severity);
    output.out(`${paint(1, `${file}:${line}:${column}`)} ${head} ${code}`);
    output.out(`  ${message}`);
    if (hint !== undefined) output.out(`  ${paint(36, hint)}`);
    output.out(frame === '' ? '' : `${frame}\n`);
  }
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  const counts = [count(files, 'file'), count(errors, 'error'), count(problems.length - errors, 'warning')];
  output.out([...counts, ...(accepted === 0 ? [] : [`${accepted} accepted`])].join(', '));
}

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;
