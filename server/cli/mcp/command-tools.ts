/** Tools that are commands of `funnel`: the reply is what the command prints. */
import type { CommandCall, Output } from '../command.ts';
import { explain } from '../explain.ts';
import { paths } from '../paths.ts';
import { rollback, versions } from '../publications.ts';
import { publish } from '../publish.ts';
import { renameCommand } from '../rename.ts';
import { scenario } from '../scenario.ts';
import { whereUsed } from '../where-used.ts';
import { type McpTool, textArgument } from './tool.ts';

type Run = (call: CommandCall, output: Output) => Promise<number>;

/** Runs a command, and returns its exit code and all that it prints. */
export async function printedBy(run: Run, call: CommandCall): Promise<{ code: number; printed: string }> {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const code = await run(call, { out: print, err: print, colours: false });
  return { code, printed: lines.join('\n') };
}

interface CommandTool extends Pick<McpTool, 'name' | 'title' | 'description' | 'isReadOnly'> {
  readonly command: Run;
  readonly properties?: McpTool['input']['properties'];
  readonly required?: string[];
  /** The call for the arguments of the tool. */
  call(args: Readonly<Record<string, unknown>>): Partial<CommandCall>;
}

const given = (...all: readonly unknown[]): string[] => all.filter((each) => typeof each === 'string');

const commandTool = ({ command, properties = {}, required = [], call, ...tool }: CommandTool): McpTool => ({
  ...tool,
  input: { type: 'object', properties, required },
  run: async (args) => {
    const { code, printed } = await printedBy(command, {
      positionals: [],
      switches: new Set(),
      values: {},
      ...call(args),
    });
    return { text: printed, failed: code !== 0 };
  },
});

export function commandTools(folder: string): McpTool[] {
  const tools: readonly CommandTool[] = [
    {
      name: 'explain',
      title: 'Explain a code of the check',
      description: 'What a code means, with an example and its correction. Without a code it lists all.',
      isReadOnly: true,
      command: explain,
      properties: { code: textArgument('Such as step-unknown.') },
      call: ({ code }) => ({ positionals: given(code) }),
    },
    {
      name: 'where_used',
      title: 'Find the uses of a name',
      description: 'Every place of a step, field, fact, form, address or another name, with what it does there.',
      isReadOnly: true,
      command: whereUsed,
      properties: {
        name: textArgument('A name, with its kind if several things have it: email, field:contact.email.'),
      },
      required: ['name'],
      call: ({ name }) => ({ positionals: [...given(name), folder] }),
    },
    {
      name: 'rename',
      title: 'Rename a thing',
      description:
        'Renames a thing and all that refers to it, with the former name as an alias of fields. Refused if the name is taken.',
      isReadOnly: false,
      command: renameCommand,
      properties: {
        name: textArgument('A name, with its kind if several things have it.'),
        to: textArgument('The new name alone.'),
        dry: { type: 'boolean', description: 'Shows the changed lines, and changes nothing.' },
      },
      required: ['name', 'to'],
      call: ({ name, to, dry }) => ({
        positionals: [...given(name, to), folder],
        switches: new Set(dry === true ? ['dry-run'] : []),
      }),
    },
    {
      name: 'paths',
      title: 'Walk through flows',
      description:
        'Every screen, transition and condition of the flows with the shortest walk to each, and what no visitor reaches.',
      isReadOnly: true,
      command: paths,
      properties: { flow: textArgument('The id of a flow; all of them by default.') },
      call: ({ flow }) => ({ positionals: given(flow), values: { funnels: folder } }),
    },
    {
      name: 'scenario',
      title: 'Run scenarios',
      description: 'Runs the scenarios of the site: visits with failures, and what is expected of them.',
      isReadOnly: true,
      command: scenario,
      properties: { scenario: textArgument('The id of a scenario; all of them by default.') },
      call: (args) => ({ positionals: given(args['scenario']), values: { funnels: folder } }),
    },
    {
      name: 'versions',
      title: 'List published versions',
      description: 'What visitors get, on servers with PUBLISH=on-command, and what they got before.',
      isReadOnly: true,
      command: versions,
      call: () => ({}),
    },
    {
      name: 'publish',
      title: 'Publish the definitions',
      description:
        'Publishes the folder to the visitors of servers with PUBLISH=on-command. Refused with the errors if a page or a first screen cannot be drawn, or with the lost visits and leads and the lines of the edits if a rule of `publish` is exceeded.',
      isReadOnly: false,
      command: publish,
      properties: {
        message: textArgument('What changed.'),
        canary: textArgument('A share of the visitors, such as 10%; all of them by default.'),
        override: textArgument(
          'Why it is published although a rule of `publish` is exceeded. Only if the person who owns the site has said so.',
        ),
      },
      call: ({ message, canary, override }) => ({
        positionals: [folder],
        values: {
          ...(message === undefined ? {} : { message: message as string }),
          ...(canary === undefined ? {} : { canary: canary as string }),
          ...(override === undefined ? {} : { override: override as string }),
        },
      }),
    },
    {
      name: 'rollback',
      title: 'Go back to an earlier version',
      description: 'Gives all visitors an earlier version again; the one before the last publication by default.',
      isReadOnly: false,
      command: rollback,
      properties: { version: textArgument('The hash, as `versions` shows it.') },
      call: ({ version }) => ({ positionals: given(version) }),
    },
  ];
  return tools.map(commandTool);
}
