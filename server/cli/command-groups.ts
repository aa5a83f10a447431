/** The subcommands of `funnel` by the work that they are for, in the order of the help and of `docs/commands.md`. */

export interface CommandGroup {
  readonly title: string;
  /** Names of commands. */
  readonly commands: readonly string[];
}

export const commandGroups: readonly CommandGroup[] = [
  {
    title: 'Write a site',
    commands: ['init', 'new', 'dev', 'check', 'explain', 'expand', 'messages', 'migrate', 'docs', 'lsp', 'mcp'],
  },
  { title: 'Change it safely', commands: ['where-used', 'rename', 'diff', 'graph', 'track', 'impact'] },
  { title: 'Test its flows', commands: ['paths', 'scenario', 'replay', 'spec', 'coverage'] },
  { title: 'See what visitors did', commands: ['visit', 'dropoff', 'traces'] },
  { title: 'Publish it', commands: ['versions', 'publish', 'rollback'] },
  { title: 'Run it', commands: ['start', 'services', 'user', 'tokens', 'backup', 'restore'] },
  { title: 'Work with what is stored', commands: ['leads', 'records', 'deliveries', 'privacy'] },
];
