/** What the documents say works as they say it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '../harness/site-server.ts';

test('every script that the README names is there', () => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = [...readFileSync(join(projectRoot, 'README.md'), 'utf8').matchAll(/npm run ([a-z:]+)/g)].map(
    ([, name]) => name as string,
  );
  expect(named.length).toBeGreaterThan(4);
  for (const name of named) expect(scripts, name).toHaveProperty(name);
});

test('the changelog has a section for the version, and the lock file agrees', () => {
  const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({ version, packages: { '': { version } } });
  const sections = [...read('CHANGELOG.md').matchAll(/^## \[(\S+)\](?: - (\d{4}-\d{2}-\d{2}))?$/gm)];
  expect(sections[0]?.[1]).toBe('Unreleased');
  expect(sections[1]?.slice(1)).toEqual([version, expect.stringMatching(/^\d/)]);
});

test('the hosted CI runs what developers run', () => {
  const { jobs } = parse(readFileSync(join(projectRoot, '.github/workflows/ci.yml'), 'utf8')) as {
    jobs: Record<string, { steps: { run?: string }[] }>;
  };
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect(commands).toEqual(['.ci/run']);
});
