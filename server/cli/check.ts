import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type AuthorProblem, withNotesLast } from '../../engine/errors/problem.ts';
import { fixFiles } from '../../engine/fix/fix-files.ts';
import { loadForAxes } from '../../engine/load/load-axes.ts';
import type { DefinitionFile } from '../../engine/load/load-site.ts';
import { type DefinitionFiles, readDefinitionFiles } from '../definitions/read.ts';
import { UnreadableFile } from '../disk/disk.ts';
import { fingerprint } from '../disk/fingerprint.ts';
import { replaceFiles } from '../disk/replace-files.ts';
import { updateEditorSchemas } from '../extensions/editor.ts';
import { type Command, InvalidArguments, type Output } from './command.ts';
import { countOf, excerpt, severityCounts } from './lines.ts';
import { sarifOf } from './sarif.ts';
import { exampleLine, type FindWitness, problemWith, witnessFinder, writeWitnesses } from './witnesses.ts';

/** `funnel check [FOLDER]`: checks a funnels folder and reports its problems. */
export const check: Command = {
  usage: 'funnel check [FOLDER]',
  about: 'Checks all definitions in a folder (default: funnels).',
  options: {
    json: { about: 'Prints the problems as one JSON object.' },
    fix: {
      about:
        'Corrects the mistakes that can have one correction only: misspelt names, renamed words, texts without quotes,\ntabs. Comments and layout stay.',
    },
    'dry-run': { about: 'With --fix: shows the changed lines, and changes no file.' },
    witnesses: {
      value: 'FOLDER',
      about:
        'Writes the shortest visits that meet what problems say of flows, as scenarios. In the folder of the definitions,\n`funnel scenario` runs them.',
    },
    sarif: { about: 'Prints the problems as a SARIF log, which code hosts show next to the changed lines.' },
  },
  notes: 'Exit codes: 0 no errors (warnings and notes are possible); 1 errors; 2 the folder could not be read.',
  async run({ positionals, switches, values }, output) {
    const [folder = 'funnels'] = positionals;
    if (positionals.length > 1) throw new InvalidArguments('Only one folder can be checked at a time.');
    if (switches.has('json') && switches.has('sarif'))
      throw new InvalidArguments('Use either --json or --sarif, not both.');
    const isFixing = switches.has('fix');
    if (isFixing && (switches.has('json') || switches.has('sarif')))
      throw new InvalidArguments('--fix prints the changed lines, so it cannot be used with --json or --sarif.');
    if (switches.has('dry-run') && !isFixing) throw new InvalidArguments('--dry-run needs --fix.');
    const isFolder = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isFolder) {
      output.err(`The folder ${folder} does not exist.`);
      return 2;
    }
    const read = await readDefinitionFiles(folder).catch((error: unknown) => error);
    if (read instanceof UnreadableFile) {
      output.err(read.message);
      return 1;
    }
    if (read instanceof Error) throw read;
    const found = read as DefinitionFiles;
    const files = isFixing ? await fix(folder, found, switches.has('dry-run'), output) : found.files;
    const { assets, extensions, code, growthOf } = found;
    await updateEditorSchemas(dirname(resolve(folder)), extensions);
    const { problems, accepted, site } = loadForAxes(files, {
      hash: fingerprint,
      assets,
      extensions,
      growthOf,
      submissions: 'try',
      notes: { code },
      now: Date.now(),
    });
    const witness = witnessFinder(site);
    const { witnesses } = values;
    if (witnesses !== undefined) {
      const written = await writeWitnesses(witnesses, problems, witness);
      for (const file of written) output.err(`Wrote ${file}.`);
      if (written.length === 0)
        output.err(
          `Nothing to write to ${witnesses}: ${site === null ? 'the definitions have errors' : 'no visit shows a problem'}.`,
        );
    }
    const print = (log: object) => output.out(JSON.stringify(log, null, 2));
    if (switches.has('json'))
      print({
        files: files.length,
        problems: problems.map((each) => problemWith(each, witness)),
        accepted: accepted.map((each) => problemWith(each, () => null)),
      });
    else if (switches.has('sarif'))
      print(
        sarifOf(
          problems.map((each) => withExample(each, witness)),
          accepted,
          folder,
        ),
      );
    else report(problems, { files: files.length, accepted: accepted.length, witness }, output);
    return problems.some((problem) => problem.severity === 'error') ? 1 : 0;
  },
};

/** A problem with its witness in its message. */
function withExample(problem: AuthorProblem, witness: FindWitness): AuthorProblem {
  const shown = witness(problem);
  return shown === null ? problem : { ...problem, message: `${problem.message} ${exampleLine(shown)}` };
}

/** Corrects the definitions of a folder. @returns them as they are afterwards */
async function fix(
  folder: string,
  { files, assets, extensions, growthOf }: DefinitionFiles,
  isDry: boolean,
  output: Output,
): Promise<readonly DefinitionFile[]> {
  const fixed = fixFiles(files, { hash: fingerprint, assets, extensions, growthOf, now: Date.now() });
  for (const { path } of fixed.files) {
    output.out(join(folder, path));
    for (const { file, line, was, now } of fixed.lines) {
      if (file !== path) continue;
      const column = [...now].findIndex((sign, index) => sign !== was[index]) + 1;
      output.out(`  ${String(line).padStart(4)}  - ${excerpt(was, column)}\n        + ${excerpt(now, column)}`);
    }
  }
  if (!isDry)
    await replaceFiles(
      folder,
      fixed.files.map(({ path, text }) => ({ path, content: text })),
    );
  const done = isDry ? 'would be corrected' : 'corrected';
  output.out(`${countOf(fixed.lines.length, 'line')} ${done} in ${countOf(fixed.files.length, 'file')}.\n`);
  const texts = new Map(fixed.files.map((file) => [file.path, file]));
  return isDry ? files : files.map((file) => texts.get(file.path) ?? file);
}

function report(
  problems: readonly AuthorProblem[],
  { files, accepted, witness }: { files: number; accepted: number; witness: FindWitness },
  output: Output,
): void {
  const paint = (code: number, text: string) => (output.colours ? `\u001b[${code}m${text}\u001b[0m` : text);
  for (const problem of withNotesLast(problems)) {
    const { severity, code, message, hint, file, line, column, frame } = problem;
    const shown = witness(problem);
    const head = paint({ error: 31, warning: 33, note: 36 }[severity], severity);
    output.out(`${paint(1, `${file}:${line}:${column}`)} ${head} ${code}`);
    output.out(`  ${message}`);
    if (hint !== undefined) output.out(`  ${paint(36, hint)}`);
    if (shown !== null) output.out(`  ${exampleLine(shown)}`);
    output.out(frame === '' ? '' : `${frame}\n`);
  }
  const counts = [countOf(files, 'file'), ...severityCounts(problems)];
  output.out([...counts, ...(accepted === 0 ? [] : [`${accepted} accepted`])].join(', '));
  const [first] = withNotesLast(problems);
  if (first !== undefined) output.out(`\`npx funnel explain ${first.code}\` explains a code, with an example.`);
}
