/** `funnel docs [FOLDER]`: the reference of definitions as static HTML, with examples in the theme of a site. */
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { runTool } from './tool-process.ts';

/** @returns the exit code: 0 written, 2 the definitions have errors, the engine is not built, or OUT cannot be written */
export async function docs({ positionals, values }: CommandCall, output: Output): Promise<number> {
  const [folder = 'funnels', ...more] = positionals;
  if (more.length > 0) throw new InvalidArguments('Only one folder can be documented at a time.');
  return runTool(
    new URL('../../tools/reference/docs.ts', import.meta.url),
    [folder, values['out'] ?? 'reference'],
    output,
  );
}
