/** The package that `npm pack` makes, in a folder of its own: an author's site, without this checkout. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVisitor, viewports } from '../../harness/chromium.ts';
import { patience } from '../../harness/patience.ts';
import { returnChromium, shareChromium } from '../../harness/shared-chromium.ts';
import { freePort, projectRoot } from '../../harness/site-server.ts';

/**
 * The most that the package may weigh, compressed: what authors download beside its dependencies. 0.7 MB of it is `recheck`,
 * which would be 57 MB as a dependency.
 */
const budget = 3_600_000;

const folder = mkdtempSync(join(tmpdir(), 'own-site-'));
const site = join(folder, 'horta');
const installed = join(site, 'node_modules/funnel-engine');
let packed: string[] = [];
let size = 0;

/** Installs the libraries that npm would, those of the lock file that are not for development. */
function linkDependencies(): void {
  const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  for (const [path, { dev = false }] of Object.entries(packages)) {
    if (dev || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || !existsSync(join(projectRoot, path))) continue;
    mkdirSync(dirname(join(site, path)), { recursive: true });
    symlinkSync(join(projectRoot, path), join(site, path));
  }
  mkdirSync(join(site, 'node_modules/.bin'));
  symlinkSync('../funnel-engine/server/cli/funnel.mjs', join(site, 'node_modules/.bin/funnel'));
}

const env = {
  PATH: `${join(projectRoot, 'node_modules/.bin')}:${process.env['PATH']}`,
  ADMIN_PORT: 'off',
};
const funnel = join(site, 'node_modules/.bin/funnel');
/** Runs a command. One that does not end fails by its name, before the test does. */
const run = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)(funnel, args, { cwd: site, env, timeout: 100_000 })).stdout;

beforeAll(() => {
  execFileSync('npm', ['pack', '--loglevel=error', '--pack-destination', folder], {
    cwd: projectRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.tgz'));
  const tarball = join(folder, name);
  size = statSync(tarball).size;
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['xzf', tarball, '-C', installed, '--strip-components=1']);
  packed = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1));
  linkDependencies();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package', () => {
  test('is small', () => {
    console.log(`The package: ${packed.length} files, ${size} bytes compressed.`);
    expect(size).toBeLessThan(budget);
  });

  test('contains no test, no site and no source that would have to run', () => {
    expect(packed.filter((path) => /(?<!\.d)\.tsx?$|\.test\.|(^|\/)test\//.test(path))).toEqual([]);
    expect(packed.filter((path) => path.endsWith('.d.ts'))).toEqual(['schemas/extensions/extensions.d.ts']);
    expect(packed.filter((path) => path.startsWith('funnels/'))).toEqual(['funnels/README.md']);
  });

  test('links only to what it has, apart from the picture of the site', () => {
    const documents = packed.filter((path) => /\.(md|txt)$/.test(path) && !path.startsWith('dist/'));
    const missing = documents.flatMap((path) => {
      const text = readFileSync(join(installed, path), 'utf8').replace(/`[^`]*`/g, '');
      return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].flatMap(([, target = '']) => {
        if (/^[a-z]+:|^\/|^\.github\/|\{\{/.test(target)) return [];
        const linked = join(dirname(path), target);
        return packed.some((each) => each === linked || each.startsWith(`${linked}/`)) ? [] : [`${path}: ${target}`];
      });
    });
    expect(documents.length).toBeGreaterThan(8);
    expect(missing).toEqual([]);
  });

  test('has what `funnel dev` adds to pages', () => expect(packed).toContain('dist/dev/dev.js'));

  test('is without faults for publint', async () => {
    const { messages } = await publint({ pkgDir: installed, pack: false, strict: true });
    expect(messages).toEqual([]);
  });

  test('has the notices of what is bundled', () => {
    const notices = readFileSync(join(installed, 'dist/NOTICES.md'), 'utf8');
    for (const name of ['react', 'react-dom', '@chakra-ui/react', '@emotion/react', 'xstate', 'react-router'])
      expect(notices).toMatch(new RegExp(`^## ${name} \\d.*\n\n[^#]*(Copyright|MIT)`, 'm'));
    expect(notices).toContain('SIL OPEN FONT LICENSE');
  });

  test('imports only what is installed with it', async () => {
    // The entries do something when they are imported: servers, threads, the trial of own code, tools. Some tools need Playwright.
    const isEntry =
      /\/(main|thread|judge-thread|trial-process|watchdog-thread|walk-site|scenario-site|dev-services|docs|preview)\.js$/;
    const modules = packed.filter(
      (path) =>
        /^dist\/(run|server)\/.*\.js$/.test(path) && !isEntry.test(path) && !/\/(chromium|walk-page)-/.test(path),
    );
    expect(modules.length).toBeGreaterThan(20);
    const script = `for (const path of ${JSON.stringify(modules)}) await import('./' + path); console.log('imported');`;
    const { stdout } = await promisify(execFile)('node', ['--input-type=module', '-e', script], {
      cwd: installed,
      env,
    });
    expect(stdout).toBe('imported\n');
  });
});

describe('a site of one’s own', () => {
  test('is prepared, extended, checked and served without this checkout', async () => {
    // What an attempt before this one has left.
    for (const name of ['package.json', 'funnels', 'data', 'reference', '.funnel', '.vscode', '.gitignore'])
      rmSync(join(site, name), { recursive: true, force: true });
    const port = await freePort();
    const url = `http://localhost:${port}`;
    await run('init', '--name', "Horta d'Ana", '--url', url);
    const { scripts } = JSON.parse(readFileSync(join(site, 'package.json'), 'utf8')) as { scripts: object };
    expect(scripts).toEqual({ dev: 'funnel dev', start: 'funnel start', check: 'funnel check' });
    expect(readFileSync(join(site, '.gitignore'), 'utf8')).toBe('node_modules/\ndata/\n.funnel/\n');
    const settings = JSON.parse(readFileSync(join(site, '.vscode/settings.json'), 'utf8')) as Record<string, object>;
    const schemas = Object.keys(settings['yaml.schemas'] ?? {});
    expect(schemas.length).toBeGreaterThan(9);
    for (const path of schemas) expect(existsSync(join(site, path)), path).toBe(true);
    await run('new', 'page', 'sobre');
    // Nothing links to the new page yet.
    expect(await run('check')).toContain('\n5 files, 0 errors, 0 warnings, 1 note\n');

    await expect(run('paths', '--browser', url)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('npm install --save-dev playwright'),
    });
    // `docs` and `mcp` read data that the package has to contain.
    expect(await run('docs', '--out', 'reference')).toContain('Wrote 8 pages');
    expect(await run('explain', 'step-unknown')).toContain('Without the mistake:');
    await expect(run('services', '--smtp', 'x')).rejects.toMatchObject({ code: 1, stderr: 'x is not a port.\n' });

    const server = spawn(funnel, ['start', '--port', String(port)], { cwd: site, env });
    let output = '';
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (text: Buffer) => (output += text));
    try {
      await expect.poll(() => output, { timeout: patience }).toContain(`The site is at ${url}`);
      const page = await (await fetch(url)).text();
      expect(page).toContain('A sua primeira horta');
      const script = /\/_f\/assets\/[\w.-]+\.js/.exec(page)?.[0];
      expect((await fetch(`${url}${script}`)).status).toBe(200);
      expect((await fetch(`${url}/sobre`)).status).toBe(200);
      // What a browser sends without scripts.
      const action = /<form id="form-inicio"[^>]* action="([^"]*)" method="post"/.exec(page)?.[1];
      const sent = await fetch(new URL(action as string, url), {
        method: 'POST',
        headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ nome: 'Ana Lima', email: 'ana@example.com' }),
      });
      expect(await sent.text()).toMatch(/<h1[^>]*>Pronto, o seu lugar está guardado/);
      expect(await run('leads', 'list')).toContain('inicio_leads');
    } finally {
      server.kill();
      if (server.exitCode === null) await once(server, 'exit');
    }
    expect(server.exitCode, output).toBe(0);
    expect(existsSync(join(site, 'data/store.sqlite'))).toBe(true);
  });

  test('has extensions: a rule and a function on both sides, a block on a page, and their types', async () => {
    for (const [kind, name] of [
      ['rule', 'placa'],
      ['block', 'numeros'],
      ['connector', 'agenda'],
      ['function', 'iniciais'],
    ] as const)
      await run('new', kind, name);
    execFileSync('tsc', ['-p', 'extensions'], { cwd: site, env });
    const path = join(site, 'funnels/inicio/inicio.funnel.yaml');
    const text = readFileSync(path, 'utf8')
      .replace(
        '\nform:\n',
        '  placa: { type: text, label: Placa, pii: text, rules: [{ rule: placa, message: Confira a placa. }] }\n\nform:\n',
      )
      .replace(
        '\nblocks:\n',
        "\nblocks:\n  - { type: numeros, title: Em números, items: [{ figure: '5', meaning: aulas }] }\n",
      )
      .replace(/(\nthanks:\n {2}title: ).*/, "$1\"Pronto{{ nome == '' ? '' : ', ' + iniciais(nome) }}\"");
    writeFileSync(path, text);
    expect(readFileSync(join(site, '.funnel/schemas/page.schema.json'), 'utf8')).toContain('"const":"numeros"');
    // Nothing links to the new page yet.
    expect(await run('check')).toContain('\n5 files, 0 errors, 0 warnings, 1 note\n');

    const port = await freePort();
    const url = `http://localhost:${port}`;
    const server = spawn(funnel, ['start', '--port', String(port)], { cwd: site, env: { ...env, SITE_URL: url } });
    let output = '';
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (part: Buffer) => (output += part));
    const browser = await shareChromium('shell');
    try {
      await expect.poll(() => output, { timeout: patience }).toContain(`The site is at`);
      // Node's warning about what removes the types.
      expect(output).not.toContain('ExperimentalWarning');
      const values = { nome: 'Ana Lima', email: 'ana@example.com', placa: 'AB-1' };
      const refused = await fetch(`${url}/api/inicio`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(values),
      });
      expect([refused.status, await refused.json()]).toEqual([
        422,
        expect.objectContaining({ errors: { placa: 'Confira a placa.' } }),
      ]);
      const { page, leave, complaints } = await openVisitor(browser, { viewport: viewports.phone });
      await page.goto(url);
      expect(await page.locator('.extension-numeros__figure').textContent()).toBe('5');
      const posts: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname));
      for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).first().fill(value);
      await page.locator('[type=submit]').first().click();
      await page.getByText('Confira a placa.').first().waitFor();
      expect(posts).not.toContain('/api/inicio');
      await page.locator('[name=placa]').first().fill('AB123');
      await page.locator('[type=submit]').first().click();
      await page.getByRole('heading', { name: 'Pronto, AL' }).waitFor();
      expect(complaints).toEqual([]);
      await leave();
    } finally {
      await returnChromium(browser);
      server.kill();
      if (server.exitCode === null) await once(server, 'exit');
    }
  });
});
