/** The workflow in the documents: it parses, and its commands exist with their options. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { commands } from '../../../server/cli/main.ts';
import { projectRoot } from '../../harness/site-server.ts';

interface Workflow {
  readonly on: object;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly run?: string; readonly uses?: string }[] }>
  >;
}

const workflow = parse(readFileSync(join(projectRoot, 'docs/ci/publish-gate.yml'), 'utf8')) as Workflow;

test('runs on pull requests, and its actions have versions', () => {
  expect(Object.keys(workflow.on)).toEqual(['pull_request']);
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w/-]+@v\d+$/);
});

test('calls commands with options that they have', () => {
  const scripts = Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  const calls = scripts.flatMap((script) => [...script.matchAll(/npx funnel ([a-z-]+)([^\n|>]*)/g)]);
  expect(calls.map(([, name]) => name)).toEqual(['check', 'impact', 'impact', 'impact']);
  for (const [, name = '', rest = ''] of calls) {
    const options = Object.keys(commands[name]?.options ?? {});
    for (const [, option] of rest.matchAll(/--([a-z-]+)/g)) expect(options).toContain(option);
  }
  const printed = calls.flatMap(([, , rest = '']) =>
    ['markdown', 'sarif', 'junit'].filter((each) => rest.includes(`--${each}`)),
  );
  expect(printed).toEqual(['markdown', 'sarif', 'junit']);
});
