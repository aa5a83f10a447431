/** Loads sites of the fixtures: what the loader makes of them is in `test/fixtures/compiled`, to be read when it changes. */
import { fileURLToPath } from 'node:url';
import { type DefinitionFile, loadSite } from '../engine/load/load-site.ts';
import { readDefinitionFiles } from '../server/definitions/read.ts';
import { fingerprint } from '../server/disk/fingerprint.ts';
import { baseFiles, baseWith, fixtureFiles, splitFiles } from './mistakes.ts';

/** The base site, one with other words of flows, and those with every shorthand, every type of field, overlays, deliveries and tags. */
export const compiledNames = ['base', 'every', 'short', 'fields', 'landing', 'deliveries', 'tags'] as const;

/** How deep values are written out over several lines. */
const mostIndented = 5;

/** A value as JSON: the outer levels over several lines, so that a change is seen at its step or field. */
function outlined(value: unknown, level = 0): string {
  if (level === mostIndented || typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const indent = ' '.repeat(level + 1);
  const isList = Array.isArray(value);
  const parts = Object.entries(value).flatMap(([key, part]) =>
    part === undefined ? [] : [`${indent}${isList ? '' : `${JSON.stringify(key)}: `}${outlined(part, level + 1)}`],
  );
  const [open, close] = isList ? '[]' : '{}';
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(',\n')}\n${' '.repeat(level)}${close}`;
}

const filesOf = async (name: string): Promise<readonly DefinitionFile[]> => {
  if (name === 'base') return baseFiles;
  if (name === 'every') return baseWith(fixtureFiles(name, 'compiled'));
  const folder = fileURLToPath(new URL(`../test/fixtures/sites/${name}`, import.meta.url));
  return (await readDefinitionFiles(folder)).files;
};

/** The definition of a site of the fixtures as JSON. @throws Error if it has mistakes */
export async function compiledFixture(name: (typeof compiledNames)[number]): Promise<string> {
  const { definitions, words } = await splitFiles(await filesOf(name));
  const { site, problems } = loadSite(definitions, { hash: fingerprint, words, now: Date.parse('2026-11-20') });
  if (site === null) throw new Error(`${name} has mistakes: ${problems.map(({ message }) => message).join(' ')}`);
  // The code of own words is not compiled by the loader.
  return `${outlined({ ...site, words: undefined })}\n`;
}
