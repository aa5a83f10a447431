/** `funnel explain [CODE]`: what a code of the check means, with an example. */
import { nearest } from '../../engine/errors/nearest.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { acceptance, explanations, type MistakeExplanation } from './explanations.ts';

const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ');

/** @returns the exit code: 0 explained, 1 there is no such code */
export async function explain({ positionals }: CommandCall, output: Output): Promise<number> {
  const [code, ...more] = positionals;
  if (more.length > 0) throw new InvalidArguments('Only one code can be explained at a time.');
  const all = explanations();
  if (code === undefined) {
    const width = Math.max(...Object.keys(all).map((each) => each.length));
    for (const [each, { severity, title }] of Object.entries(all))
      output.out(`${each.padEnd(width)}  ${severity.padEnd(7)}  ${title}`);
    return 0;
  }
  const found = Object.hasOwn(all, code) ? all[code] : undefined;
  if (found === undefined) {
    const near = nearest(code, Object.keys(all));
    output.err(
      `There is no code ${code}. ${near === undefined ? '`funnel explain` lists all.' : `Did you mean ${near}?`}`,
    );
    return 1;
  }
  print(code, found, output);
  return 0;
}

function print(code: string, { severity, title, ...example }: MistakeExplanation, output: Output): void {
  const paint = (colour: number, text: string) => (output.colours ? `\u001b[${colour}m${text}\u001b[0m` : text);
  const { message, hint, file, line, column, frame, correction } = example;
  output.out(`${paint(1, code)} ${paint({ error: 31, warning: 33, note: 36 }[severity], severity)}  ${title}\n`);
  output.out(indented(message));
  if (hint !== undefined) output.out(paint(36, indented(hint)));
  if (frame !== '') output.out(`\nFor example, at ${file}:${line}:${column}\n${frame}`);
  if (correction !== undefined) output.out(`\nWithout the mistake:\n${indented(correction)}`);
  if (severity !== 'error') output.out(`\nTo accept the ${severity}, write above its line:\n  ${acceptance(code)}`);
}
