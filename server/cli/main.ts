import { nearest } from '../../engine/text/nearest.ts';
import { check } from './check.ts';
import type { Command, Output } from './command.ts';

/** Every subcommand. What is long to load is loaded when it is called. */
const commands: Readonly<Record<string, Command>> = {
  check,
  replay: {
    usage: 'funnel replay TRACE… [--funnels FOLDER] [--json] [--whole]',
    about: 'Replays recorded sessions, given as files or folders, and shows where they differ. Exits 1 when one does.',
    run: async (args, output) => (await import('./replay.ts')).replay(args, output),
  },
  records: {
    usage: 'funnel records COLLECTION SUBJECT [folder]',
    about: 'Shows what a subject sent, such as an e-mail address: the records of one visit as one. Reads DATA_DIR.',
    run: async (args, output) => (await import('./records.ts')).records(args, output),
  },
};

const terminal: Output = {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  colours: process.stdout.isTTY === true && process.env.NO_COLOR === undefined,
};

/**
 * Runs `funnel` with its arguments.
 * @returns the exit code; 2 when there is no such subcommand
 */
export async function main(args: readonly string[], output: Output = terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    output.out(help());
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const near = nearest(name, Object.keys(commands));
    output.err(`There is no command ${name}.${near === undefined ? '' : ` Did you mean ${near}?`}\n\n${help()}`);
    return 2;
  }
  return command.run(rest, output);
}

const help = (): string =>
  ['Usage:', ...Object.values(commands).map(({ usage, about }) => `  ${usage}\n      ${about}`)].join('\n');
