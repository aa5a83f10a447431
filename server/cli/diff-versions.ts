/** The versions of a site that are compared: folders, and revisions of git. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SiteVersion } from '../../engine/diff/version.ts';
import { compiledFlow } from '../definitions/flow-machine.ts';
import { parsedSources } from '../definitions/parsed-sources.ts';
import { fingerprint } from '../disk/fingerprint.ts';
import { siteOf } from './definitions.ts';
import { filesOfFolder } from './names.ts';

const run = promisify(execFile);

/** A folder of definitions; `remove` deletes what was made for it. */
export interface ComparedFolder {
  readonly folder: string;
  remove(): Promise<void>;
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Unpacks a folder as it was in a revision. @throws RangeError if git has no such revision or folder */
async function folderOfRevision(revision: string, beside: string): Promise<ComparedFolder> {
  const git = async (...args: string[]): Promise<string> =>
    (await run('git', ['-C', beside, ...args], { encoding: 'utf8' })).stdout.trim();
  const unknown = (): never => {
    throw new RangeError(`${revision} is neither a folder nor a revision of git in which ${beside} exists.`);
  };
  // An option of git is no revision.
  if (revision.startsWith('-')) return unknown();
  const prefix = await git('rev-parse', '--show-prefix').catch(unknown);
  const tree = await git('rev-parse', '--verify', '--quiet', `${revision}:${prefix}`).catch(unknown);
  const folder = await mkdtemp(join(tmpdir(), 'funnel-diff-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  // In a subfolder git would archive only that subfolder of the tree.
  const root = await git('rev-parse', '--show-toplevel');
  const archive = spawn('git', ['-C', root, 'archive', '--format=tar', tree], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const unpack = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'ignore', 'ignore'] });
  archive.stdout.pipe(unpack.stdin);
  const codes = await Promise.all([archive, unpack].map((child) => once(child, 'close')));
  if (codes.some(([code]) => code !== 0)) {
    await remove();
    return unknown();
  }
  return { folder, remove };
}

/**
 * The folder of a version.
 * @param named a folder, or a revision of git @param beside the folder whose earlier state a revision means
 * @throws RangeError if it is neither
 */
export async function versionFolder(named: string, beside: string): Promise<ComparedFolder> {
  if (await isFolder(named)) return { folder: named, remove: async () => {} };
  if (!(await isFolder(beside))) throw new RangeError(`There is no folder ${beside}.`);
  return folderOfRevision(named, beside);
}

/** Loads a version. @throws RangeError when its definitions have errors */
export async function siteVersion(folder: string): Promise<SiteVersion> {
  const { files, assets } = await filesOfFolder(folder);
  const site = await siteOf(folder);
  const contents = await Promise.all(
    [...assets].map(
      async (path) => [path, fingerprint((await readFile(join(folder, path))).toString('base64'))] as const,
    ),
  );
  return {
    site,
    sources: parsedSources(files).sources,
    assets: new Map(contents),
    compiled(id) {
      const flow = site.flows[id];
      if (flow === undefined) throw new RangeError(`There is no flow ${id}.`);
      return compiledFlow(site, flow);
    },
  };
}
