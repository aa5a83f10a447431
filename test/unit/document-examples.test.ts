/** The YAML examples of the guide and the documents pass the check, each in a site of its kind. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '../harness/site-server.ts';
import { base, baseWith, load } from './load/fixtures.ts';

interface Example {
  readonly title: string;
  readonly text: string;
  /** The keys at its first level. */
  readonly keys: readonly string[];
}

function examplesIn(document: string): Example[] {
  const whole = readFileSync(join(projectRoot, document), 'utf8');
  return [...whole.matchAll(/```yaml\n([\s\S]*?)```/g)].map(({ 1: text = '', index }) => {
    const value = parse(text) as unknown;
    const keys = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
    return { title: `${document}:${whole.slice(0, index).split('\n').length}`, text, keys };
  });
}

const examples = [
  ...['funnels/README.md', 'docs/deliveries.md', 'docs/tracking.md', 'docs/operations.md'].flatMap(examplesIn),
];

const site = base.find(({ path }) => path === 'site.yaml')?.text ?? '';
/** Keys of a site, of which an example shows one. */
const siteKeys: ReadonlySet<string> = new Set(['destinations', 'integrations', 'consent', 'attribution', 'recording']);

/** What an example refers to, such as the path of a policy, that only the base site of the tests does not have. */
const references = new Set([
  'link-unknown-route',
  'asset-missing',
  'mask-unknown',
  'tag-event-unknown',
  'consent-unreachable',
]);

const errorsOf = (files: Readonly<Record<string, string>>): string[] =>
  load(baseWith(files)).problems.flatMap(({ severity, code, file, line, message }) =>
    severity === 'error' && Object.hasOwn(files, file) && !references.has(code)
      ? [`${code} ${file}:${line} ${message}`]
      : [],
  );

const named = (key: string) => examples.filter(({ keys }) => keys[0] === key).map(({ title, text }) => [title, text]);

test('there are examples of each kind', () => {
  for (const key of ['fields', 'funnel', 'email', 'destinations']) expect(named(key), key).not.toEqual([]);
});

describe('fields of a form', () => {
  test.each(named('fields'))('%s', (_, text) => {
    expect(errorsOf({ 'example.form.yaml': `form: example\n${text}` })).toEqual([]);
  });
});

describe('a funnel in one file', () => {
  test.each(named('funnel'))('%s', (_, text) => {
    expect(errorsOf({ 'example.funnel.yaml': text.replace(/^funnel: .*/, 'funnel: example') })).toEqual([]);
  });
});

describe('a part of the site', () => {
  test.each(
    examples
      .filter(({ keys }) => siteKeys.has(keys[0] ?? ''))
      .map(({ title, text, keys }) => [title, text, keys] as const),
  )('%s', (_, text, keys) => {
    const rest = keys.reduce((all, key) => all.replace(new RegExp(`^${key}:.*\\n(?:[ \\t].*\\n)*`, 'm'), ''), site);
    expect(errorsOf({ 'site.yaml': `${rest}\n${text}` })).toEqual([]);
  });
});
