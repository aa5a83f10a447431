/** A subcommand of `funnel`. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { nearest } from '../../engine/errors/nearest.ts';

/** An option of a command. */
export interface CommandOption {
  /** What its value is, as the help shows it, such as `FOLDER`; a switch has none. */
  readonly value?: string;
  readonly about: string;
}

/** What a command was called with. */
export interface CommandCall {
  readonly positionals: readonly string[];
  /** The switches that were given. */
  readonly switches: ReadonlySet<string>;
  /** The values of options that have one. */
  readonly values: Readonly<Record<string, string | undefined>>;
}

export interface Command {
  /** How it is called, without its options: `funnel check [FOLDER]`. */
  readonly usage: string;
  readonly about: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** What stands below the options in its help. */
  readonly notes?: string;
  /**
   * Runs it.
   * @returns the exit code: 0 for success, 1 for a finding, 2 for a mistaken call
   * @throws MistakenCall
   */
  run(call: CommandCall, output: Output): Promise<number>;
}

/** Where a command writes. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
  /** Whether colours may be used. */
  readonly colours: boolean;
}

/** A call that the command does not take; the message says why. */
export class MistakenCall extends Error {}

const usageOf = ({ usage, options }: Command): string =>
  [
    usage,
    ...Object.entries(options).map(([name, { value }]) => `[--${name}${value === undefined ? '' : ` ${value}`}]`),
  ].join(' ');

const shownOption = (name: string, { value }: CommandOption): string =>
  value === undefined ? name : `${name} ${value}`;

/** The help of one command. */
export function helpOf(command: Command): string {
  const options = { ...command.options, help: { about: 'Shows this help.' } };
  const lines = Object.entries(options).map(([name, option]) => [`--${shownOption(name, option)}`, option.about]);
  const width = Math.max(...lines.map(([name = '']) => name.length));
  return [
    `Usage: ${usageOf(command)}`,
    '',
    command.about,
    '',
    ...lines.map(
      ([name = '', about = '']) => `  ${name.padEnd(width)}  ${about.replaceAll('\n', `\n${' '.repeat(width + 4)}`)}`,
    ),
    ...(command.notes === undefined ? [] : ['', command.notes]),
  ].join('\n');
}

/** @throws MistakenCall for an option that the command does not have, or one without its value */
function readCall({ options }: Command, args: readonly string[]): CommandCall | 'help' {
  const table: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' } };
  for (const [name, { value }] of Object.entries(options))
    table[name] = { type: value === undefined ? 'boolean' : 'string' };
  const { tokens } = parseArgs({
    args: [...args],
    options: table,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const positionals: string[] = [];
  const switches = new Set<string>();
  const values: Record<string, string> = {};
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const known = table[name];
    if (known === undefined || !Object.hasOwn(table, name)) {
      const near = nearest(name, Object.keys(table));
      throw new MistakenCall(`There is no option ${rawName}.${near === undefined ? '' : ` Did you mean --${near}?`}`);
    }
    if (known.type === 'string') {
      if (value === undefined)
        throw new MistakenCall(`${rawName} needs a value: --${shownOption(name, options[name] as CommandOption)}.`);
      values[name] = value;
    } else if (value !== undefined) throw new MistakenCall(`${rawName} takes no value.`);
    else if (name === 'help') return 'help';
    else switches.add(name);
  }
  return { positionals, switches, values };
}

/** Runs a command with what stands after its name. @returns the exit code */
export async function runCommand(command: Command, args: readonly string[], output: Output): Promise<number> {
  try {
    const call = readCall(command, args);
    if (call !== 'help') return await command.run(call, output);
    output.out(helpOf(command));
    return 0;
  } catch (error) {
    if (!(error instanceof MistakenCall)) throw error;
    output.err(`${error.message}\nUsage: ${usageOf(command)}`);
    return 2;
  }
}
