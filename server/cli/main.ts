import { nearest } from '../../engine/errors/nearest.ts';
import { check } from './check.ts';
import { type Command, type Output, runCommand } from './command.ts';
import { migrateCommand } from './migrate.ts';

/** Every subcommand. A command that is slow to load is imported when it is called. */
const commands: Readonly<Record<string, Command>> = {
  check,
  migrate: migrateCommand,
  replay: {
    usage: 'funnel replay TRACE…',
    about:
      'Replays recorded sessions step by step and shows where they differ. A TRACE is a JSON Lines file,\nor a folder whose .jsonl files are replayed.',
    options: {
      funnels: {
        value: 'FOLDER',
        about:
          'The definitions to replay on (default: funnels). A folder with a site.yaml among the TRACEs\nhas the same effect.',
      },
      at: {
        value: 'MOMENT',
        about:
          "Replays at this moment of the site's events, such as workshop.after or 2026-03-01T09:00:00-03:00.\nBy default, each trace is replayed at the moment of its recording.",
      },
      json: { about: "Prints one JSON object with every trace's result." },
      whole: { about: 'Counts an open trace (one without an end) as incomplete.' },
    },
    notes:
      'Exit codes: 0 no difference, or only in wording; 1 a difference; 2 a trace could not be replayed completely.',
    run: async (call, output) => (await import('./replay.ts')).replay(call, output),
  },
  records: {
    usage: 'funnel records COLLECTION SUBJECT [FOLDER]',
    about:
      'Shows the records of a subject, such as an e-mail address, merged by visit. Reads DATA_DIR.\nFOLDER contains the definitions (default: FUNNELS_DIR).',
    options: {},
    notes: 'Exit codes: 0 records found; 1 no records; 2 they could not be read.',
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
 * @returns the exit code; 2 for an unknown subcommand
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
    output.err(`Unknown command ${name}.${near === undefined ? '' : ` Did you mean ${near}?`}\n\n${help()}`);
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
