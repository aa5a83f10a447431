/** What all `funnel` commands share: help, and errors for invalid arguments. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Command, type CommandCall, runCommand } from '../../../server/cli/command.ts';
import { commandGroups } from '../../../server/cli/command-groups.ts';
import { commands, main } from '../../../server/cli/main.ts';
import { projectRoot } from '../../harness/site-server.ts';

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function running(run: (output: Parameters<Command['run']>[1]) => Promise<number>): Promise<Ran> {
  const lines = { out: [] as string[], err: [] as string[] };
  const code = await run({
    out: (text) => void lines.out.push(text),
    err: (text) => void lines.err.push(text),
    colours: false,
  });
  return { code, out: lines.out.join('\n'), err: lines.err.join('\n') };
}

const funnel = (...args: string[]): Promise<Ran> => running((output) => main(args, output));

describe.each(['check', 'replay', 'records', 'leads', 'tokens'])('funnel %s', (name) => {
  test.each(['--help', '-h'])('prints its help with %s', async (flag) => {
    const { code, out, err } = await funnel(name, flag);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(new RegExp(`^Usage: funnel ${name}\\b`));
    expect(out).toContain('--help');
    expect(out).toContain('Exit codes: 0');
  });
  test('refuses an unknown option', async () => {
    const { code, out, err } = await funnel(name, '--nothing-like-it');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(new RegExp(`^Unknown option --nothing-like-it\\.\nUsage: funnel ${name}`));
  });
});

test.each([
  [['check', '--jsn'], 'Unknown option --jsn. Did you mean --json?'],
  [['check', '--help-me', '--sarff'], 'Unknown option --help-me.'],
  [['check', '--constructor'], 'Unknown option --constructor.'],
  [['check', '-j'], 'Unknown option -j.'],
  [['check', '--json=yes'], '--json does not take a value.'],
  [['replay', 'x', '--funels', 'y'], 'Unknown option --funels. Did you mean --funnels?'],
  [['replay', 'x', '--at'], '--at needs a value: --at MOMENT.'],
  [['records'], 'Give a collection, and a subject such as an e-mail address to see its records.'],
  [['records', 'a', 'b', 'c', 'd'], 'Only one subject of one collection can be shown at a time.'],
])('%s has invalid arguments', async (args, message) => {
  const { code, err } = await funnel(...args);
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(err).toContain(`\nUsage: funnel ${args[0]}`);
});

test('funnel lists every command once, and how to see its options', async () => {
  const { code, out } = await funnel();
  expect(code).toBe(0);
  const listed = out.split('\n').flatMap((line) => /^ {2}([a-z-]+) +[A-Z].*\.$/.exec(line)?.[1] ?? []);
  expect(listed.toSorted()).toEqual(Object.keys(commands).toSorted());
  expect(out).toContain('funnel COMMAND --help');
  expect((await funnel('--help')).out).toBe(out);
});

test('the README names every command in its group', () => {
  const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
  for (const { commands: names } of commandGroups)
    expect(readme).toContain(`| ${names.map((name) => `\`${name}\``).join(', ')} |`);
});

test('a command gets its parsed arguments', async () => {
  const calls: CommandCall[] = [];
  const command: Command = {
    usage: 'funnel try',
    about: 'Tries.',
    options: { loud: { about: 'Loud.' }, to: { value: 'FOLDER', about: 'Where to.' } },
    run: async (call) => {
      calls.push(call);
      return 7;
    },
  };
  const { code } = await running((output) => runCommand(command, ['a', '--to=x', '--loud', '--', '--b'], output));
  expect(code).toBe(7);
  expect(calls).toEqual([{ positionals: ['a', '--b'], switches: new Set(['loud']), values: { to: 'x' } }]);
});
