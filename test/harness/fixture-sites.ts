/** The fixture sites in `test/fixtures/sites/`: small sites for testing the engine. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { SiteDefinition } from '../../engine/definition.ts';
import { applyEdits, type Edit } from './funnels-copy.ts';
import { loadFunnels } from './load-site.ts';
import { projectRoot } from './site-server.ts';

export type FixtureSite = 'bench' | 'fields' | 'http' | 'landing' | 'short' | 'tags' | 'visits';

/** The folder of a fixture site. */
export const fixtureFolder = (name: FixtureSite): string => join(projectRoot, 'test/fixtures/sites', name);

/** Loads a fixture site as the server does. @throws Error when it has problems */
export const loadFixture = (name: FixtureSite): Promise<SiteDefinition> => loadFunnels(fixtureFolder(name));

/**
 * Copies a fixture site and edits the copy, which is removed after the tests of the file.
 * @returns the folder of the copy
 */
export function copyFixture(name: FixtureSite, edits: readonly Edit[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'fixture-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(fixtureFolder(name), folder, { recursive: true });
  applyEdits(folder, edits);
  return folder;
}
