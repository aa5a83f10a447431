/** The secret that signs visits. */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';

const bytes = 32;

/**
 * Reads the secret of a data folder, or creates it at the first start. Processes that start together on one folder
 * agree on one secret. Processes with separate folders need copies of the file; otherwise visitors start again when
 * another process handles their request.
 * @returns 32 random bytes
 * @throws Error when the file does not contain a secret, or the folder cannot be written
 */
export async function visitSecret(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'visits.key');
  const text = (await readText(path)) ?? (await createText(dataDir, path));
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
