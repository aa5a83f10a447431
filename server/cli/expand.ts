/** `funnel expand NAME [FOLDER]`: prints a funnel in one file as separate definition files. */
import { nearest } from '../../engine/errors/nearest.ts';
import { byPlace } from '../../engine/errors/problem.ts';
import { expandFunnel } from '../../engine/load/expand-funnel.ts';
import { readDefinitionFiles } from '../definitions/read.ts';
import { problemText } from '../definitions/refusal.ts';
import { UnreadableFile } from '../disk/disk.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';

/** @returns the exit code: 0 printed, 1 the definitions have errors, 2 there is no such funnel or folder */
export async function expand({ positionals }: CommandCall, output: Output): Promise<number> {
  const [name, folder = 'funnels', ...more] = positionals;
  if (name === undefined) throw new InvalidArguments('Name the funnel to expand.');
  if (more.length > 0) throw new InvalidArguments('Only one funnel can be expanded at a time.');
  const read = await readDefinitionFiles(folder).catch((error: unknown) => error as Error);
  if (read instanceof Error) {
    output.err(read instanceof UnreadableFile ? read.message : `The folder ${folder} could not be read.`);
    return 2;
  }
  const { path, files, known, report } = expandFunnel(read.files, name, read.extensions);
  if (path === undefined) {
    const near = nearest(name, known);
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    output.err(`No funnel in one file (*.funnel.yaml) in ${folder} has the id ${name}.${hint}`);
    return 2;
  }
  for (const problem of [...report.problems].sort(byPlace)) output.err(problemText(problem));
  for (const { path: long, text } of files) output.out(`# ${long}\n${text}`);
  return report.failed ? 1 : 0;
}
