import { nearest } from '../../engine/errors/nearest.ts';
import { check } from './check.ts';
import { type Command, type Output, runCommand } from './command.ts';

/** Every subcommand. What is long to load is loaded when it is called. */
const commands: Readonly<Record<string, Command>> = {
  check,
  replay: {
    usage: 'funnel replay TRACE…',
    about:
      'Replays recorded sessions step by step and shows where they differ. A TRACE is a file of JSON Lines, or a folder:\nevery .jsonl file below it.',
    options: {
      funnels: {
        value: 'FOLDER',
        about:
          'The definitions to replay on (funnels, when left out). A folder with a site.yaml among the\nTRACEs is used as this one.',
      },
      at: {
        value: 'MOMENT',
        about:
          "Replays at this moment of the site's events, such as workshop.after or 2026-03-01T09:00:00-03:00;\nwhen left out, each trace at the moment it was recorded.",
      },
      json: { about: "Prints one JSON object with every trace's result." },
      whole: { about: 'Counts an open trace, one without an end, as one that cannot be replayed.' },
    },
    notes:
      'Exit codes: 0 no difference, or other words only; 1 a difference; 2 a trace could not be replayed to its end.',
    run: async (call, output) => (await import('./replay.ts')).replay(call, output),
  },
  records: {
    usage: 'funnel records COLLECTION SUBJECT [FOLDER]',
    about:
      'Shows what a subject sent, such as an e-mail address: the records of one visit as one. Reads DATA_DIR.\nFOLDER holds the definitions (FUNNELS_DIR, when left out).',
    options: {},
    notes: 'Exit codes: 0 there are records; 1 there are none; 2 they could not be read.',
    run: async (call, output) => (await import('./records.ts')).records(call, output),
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
  return runCommand(command, rest, output);
}

const help = (): string =>
  [
    'Usage: funnel COMMAND',
    '',
    ...Object.values(commands).map(({ usage, about }) => `  ${usage}\n      ${about.replaceAll('\n', '\n      ')}`),
    '',
    '`funnel COMMAND --help` lists its options.',
  ].join('\n');
