/** Subcommands of `funnel`: their options, help and arguments. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { nearest } from '../../engine/errors/nearest.ts';

export interface CommandOption {
  /** The placeholder of its value in the help, such as `FOLDER`; a switch has none. */
  readonly value?: string;
  readonly about: string;
}

/** The parsed arguments of a call. */
export interface CommandCall {
  readonly positionals: readonly string[];
  /** The switches that are set. */
  readonly switches: ReadonlySet<string>;
  /** The values of options that take one. */
  readonly values: Readonly<Record<string, string | undefined>>;
}

export interface Command {
  /** The call without options: `funnel check [FOLDER]`. */
  readonly usage: string;
  readonly about: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Text below the options in the help. */
  readonly notes?: string;
  /**
   * Runs the command.
   * @returns the exit code: 0 for success, 1 for a finding, 2 for invalid arguments
   * @throws MistakenCall
   */
  run(call: CommandCall, output: Output): Promise<number>;
}

export interface Output {
  out(text: string): void;
  err(text: string): void;
  /** Whether the terminal supports colours. */
  readonly colours: boolean;
}

/** Invalid arguments; the message says what is wrong. */
export class InvalidArguments extends Error {}

/** How a command is called, with its options. */
export const usageOf = ({ usage, options }: Command): string =>
  [
    usage,
    ...Object.entries(options).map(([name, { value }]) => `[--${name}${value === undefined ? '' : ` ${value}`}]`),
  ].join(' ');

/** An option with the placeholder of its value. */
export const shownOption = (name: string, { value }: CommandOption): string =>
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

/** @throws MistakenCall for an unknown option, or one without its value */
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
      throw new InvalidArguments(`Unknown option ${rawName}.${near === undefined ? '' : ` Did you mean --${near}?`}`);
    }
    if (known.type === 'string') {
      if (value === undefined)
        throw new InvalidArguments(`${rawName} needs a value: --${shownOption(name, options[name] as CommandOption)}.`);
      values[name] = value;
    } else if (value !== undefined) throw new InvalidArguments(`${rawName} does not take a value.`);
    else if (name === 'help') return 'help';
    else switches.add(name);
  }
  return { positionals, switches, values };
}

/** Runs a command with the arguments after its name. @returns the exit code */
export async function runCommand(command: Command, args: readonly string[], output: Output): Promise<number> {
  try {
    const call = readCall(command, args);
    if (call !== 'help') return await command.run(call, output);
    output.out(helpOf(command));
    return 0;
  } catch (error) {
    if (!(error instanceof InvalidArguments)) throw error;
    output.err(`${error.message}\nUsage: ${usageOf(command)}`);
    return 2;
  }
}
