/** The server's reserved paths: one list defines its routes and is checked against definitions. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reservedPath, serverPaths } from '../../../engine/paths.ts';
import { loadFolder } from '../../../server/definitions/load.ts';
import { copySite, startTestServer, type TestServer } from './running.ts';

let site: TestServer;
beforeAll(async () => {
  site = await startTestServer({ funnels: await copySite('http') });
});
afterAll(() => site.stop());

const places = Object.values(serverPaths).map((path) => (path.endsWith('/') ? `${path}anything` : path));

describe.each(places)('%s', (path) => {
  test('is handled by the server itself', async () => {
    const reply = await site.get(path);
    // In the calendar's folder, only files belong to the server; the rest is unknown paths.
    expect(reply.headers.get('content-type')).not.toContain('text/html');
  });
});

test.each(['/healthz', '/readyz', '/api/x', '/assets/x', '/assets'])(
  'a page at %s is refused with its line',
  async (path) => {
    const funnels = await copySite('http');
    await writeFile(
      join(funnels, 'geral', 'own.page.yaml'),
      `page: own\ntitle: Own\npaths: [/own, ${path}]\nblocks: [{ type: hero, title: Hello }]\n`,
    );
    const { problems, site: loaded } = await loadFolder(funnels);
    expect(loaded).toBeNull();
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(errors).toMatchObject([{ code: 'route-reserved', file: 'geral/own.page.yaml', line: 3, column: 15 }]);
  },
);

test('other paths are available to authors', () => {
  for (const path of ['/', '/health', '/apis', '/calendario/x', '/asset']) expect(reservedPath(path)).toBeUndefined();
});
