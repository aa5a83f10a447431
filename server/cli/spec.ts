/** `funnel spec TRACE`: a recorded visit as a Playwright test. */
import { writeFile } from 'node:fs/promises';
import { readTraces } from '../traces/read.ts';
import { specOfTraces } from '../traces/spec.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { siteOf } from './definitions.ts';
import { flowsOf } from './trace-flows.ts';

/**
 * Prints the test, or writes it to a file.
 * @returns the exit code: 0 written; 2 the trace cannot be read or replayed on the definitions
 */
export async function spec({ positionals, values }: CommandCall, output: Output): Promise<number> {
  const [file, ...more] = positionals;
  if (file === undefined) throw new InvalidArguments('Give a trace file.');
  if (more.length > 0)
    throw new InvalidArguments('A test is made of one trace file. Several traces of it become one test.');
  try {
    const folder = values['funnels'] ?? 'funnels';
    const flowOf = await flowsOf(folder, undefined);
    const text = await specOfTraces(await siteOf(folder), await readTraces(file), flowOf, file);
    if (values['output'] === undefined) output.out(text.trimEnd());
    else await writeFile(values['output'], text);
    return 0;
  } catch (error) {
    output.err(error instanceof Error ? error.message : String(error));
    return 2;
  }
}
