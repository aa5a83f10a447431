/** Tokens of the admin port's API. The file in the data folder contains their hashes only. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What a token allows: reading the leads of every collection, or of one. */
export type TokenScope = 'leads:read' | `leads:read:${string}`;

export interface ApiToken {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  /** ISO 8601. */
  readonly created: string;
}

interface StoredToken extends ApiToken {
  /** SHA-256 of the token. It is random and long, so the hash needs no salt. */
  readonly sha256: string;
}

const scopePattern = /^leads:read(?::[\w-]{1,100})?$/;
export const isScope = (text: string): text is TokenScope => scopePattern.test(text);
export const isTokenName = (text: string): boolean => /^[\w.@-]{1,60}$/.test(text);

const tokenFile = (dataDir: string): string => join(dataDir, 'tokens.json');
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

function isStored(value: unknown): value is StoredToken {
  const { name, scopes, created, sha256 } = (value ?? {}) as Partial<StoredToken>;
  const texts = [name, created, sha256].every((text) => typeof text === 'string');
  return texts && Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string' && isScope(scope));
}

/** @throws Error when the file exists and does not contain tokens: it must not be overwritten */
async function read(dataDir: string): Promise<StoredToken[]> {
  const file = tokenFile(dataDir);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  let tokens: unknown;
  try {
    tokens = JSON.parse(text);
  } catch {
    tokens = null;
  }
  if (!Array.isArray(tokens) || !tokens.every(isStored))
    throw new Error(`${file} does not contain tokens. Restore it, or remove it and create the tokens again.`);
  return tokens;
}

async function write(dataDir: string, tokens: readonly StoredToken[]): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = tokenFile(dataDir);
  const draft = `${path}.${process.pid}.part`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(tokens, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** The tokens of a data folder, without their hashes. */
export const listTokens = async (dataDir: string): Promise<ApiToken[]> =>
  (await read(dataDir)).map(({ name, scopes, created }) => ({ name, scopes, created }));

/**
 * Creates a token.
 * @returns the token itself, which is stored nowhere; null when the name is taken
 */
export async function createToken(
  dataDir: string,
  name: string,
  scopes: readonly TokenScope[],
  at: number,
): Promise<string | null> {
  const tokens = await read(dataDir);
  if (tokens.some((token) => token.name === name)) return null;
  const secret = `fnl_${randomBytes(32).toString('base64url')}`;
  await write(dataDir, [...tokens, { name, scopes, created: new Date(at).toISOString(), sha256: hashOf(secret) }]);
  return secret;
}

/** Removes a token. A running server refuses it from the next request on. @returns whether there was one */
export async function revokeToken(dataDir: string, name: string): Promise<boolean> {
  const tokens = await read(dataDir);
  const rest = tokens.filter((token) => token.name !== name);
  if (rest.length === tokens.length) return false;
  await write(dataDir, rest);
  return true;
}

export interface TokenCheck {
  /** The scopes of a token; null when it is unknown. */
  scopesOf(secret: string): Promise<readonly TokenScope[] | null>;
}

/** Checks tokens against the file of a data folder, which is read again when it changes. */
export function createTokenCheck(dataDir: string): TokenCheck {
  let known: { readonly stamp: string; readonly tokens: ReadonlyMap<string, readonly TokenScope[]> } | null = null;
  return {
    async scopesOf(secret) {
      const found = await stat(tokenFile(dataDir), { bigint: true }).catch(() => null);
      if (found === null) return null;
      const stamp = `${found.ino} ${found.mtimeNs} ${found.size}`;
      if (known?.stamp !== stamp)
        known = { stamp, tokens: new Map((await read(dataDir)).map(({ sha256, scopes }) => [sha256, scopes])) };
      // The look-up is by hash, so its time tells nothing about a token.
      return known.tokens.get(hashOf(secret)) ?? null;
    },
  };
}

/** The collections that scopes give access to; null for all. */
export function collectionsOf(scopes: readonly TokenScope[]): readonly string[] | null {
  if (scopes.includes('leads:read')) return null;
  return scopes.map((scope) => scope.slice('leads:read:'.length));
}
