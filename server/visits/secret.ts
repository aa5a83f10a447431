/** The secret that signs visits. */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '../store/types.ts';

const bytes = 32;

/**
 * Reads the secret of a data folder, or creates it at the first start. Processes that start together on one folder
 * agree on one secret, and so do all processes of a shared database; otherwise visitors would start again when another
 * process handles their request.
 * @param shared the store of several processes, null for an embedded one. The file of the first process counts
 * @returns 32 random bytes
 * @throws Error when there is something else than a secret, or it cannot be written
 */
export async function visitSecret(dataDir: string, shared: Pick<Store, 'agree'> | null = null): Promise<Buffer> {
  const path = join(dataDir, 'visits.key');
  const own = (await readText(path)) ?? (await createText(dataDir, path));
  const text = shared === null ? own : await shared.agree('visits.key', own.trim());
  if (!/^[0-9a-f]{64}$/.test(text.trim()))
    throw new Error(
      `${path} does not contain a secret. Remove it and restart the server; current visitors will have to start again.`,
    );
  return Buffer.from(text.trim(), 'hex');
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function createText(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const text = randomBytes(bytes).toString('hex');
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${text}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    // A link is created atomically, and only if the file does not exist yet.
    await link(draft, path);
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readText(path)) ?? '';
  } finally {
    await unlink(draft);
  }
}
