/** Tokens of the admin port's API. Only their hashes are stored: in the data folder, and in a database of processes. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredToken, TokenStore } from '../store/types.ts';

/** What a token allows: reading the leads of every collection, or of one. */
export type TokenScope = 'leads:read' | `leads:read:${string}`;

export interface ApiToken {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  /** ISO 8601. */
  readonly created: string;
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

/** The tokens in the file of a data folder, which one process uses. */
export const tokenFolder = (dataDir: string): TokenStore => ({
  list: () => read(dataDir),
  async add(token) {
    const tokens = await read(dataDir);
    if (tokens.some(({ name }) => name === token.name)) return false;
    await write(dataDir, [...tokens, token]);
    return true;
  },
  async remove(name) {
    const tokens = await read(dataDir);
    const rest = tokens.filter((token) => token.name !== name);
    if (rest.length === tokens.length) return false;
    await write(dataDir, rest);
    return true;
  },
});

/** The tokens of several places: new ones are added to the first. */
export const allTokens = (places: readonly [TokenStore, ...TokenStore[]]): TokenStore => {
  const list = async (): Promise<StoredToken[]> => (await Promise.all(places.map((place) => place.list()))).flat();
  return {
    list,
    add: async (token) => (await list()).every(({ name }) => name !== token.name) && (await places[0].add(token)),
    async remove(name) {
      const removed: boolean[] = [];
      for (const place of places) removed.push(await place.remove(name));
      return removed.includes(true);
    },
  };
};

/** The tokens of a place, without their hashes. */
export const listTokens = async (place: TokenStore): Promise<ApiToken[]> =>
  (await place.list()).map(({ name, scopes, created }) => ({ name, scopes: scopes.filter(isScope), created }));

/**
 * Creates a token.
 * @returns the token itself, which is stored nowhere; null when the name is taken
 */
export async function createToken(
  place: TokenStore,
  name: string,
  scopes: readonly TokenScope[],
  at: number,
): Promise<string | null> {
  const secret = `fnl_${randomBytes(32).toString('base64url')}`;
  const token = { name, scopes, created: new Date(at).toISOString(), sha256: hashOf(secret) };
  return (await place.add(token)) ? secret : null;
}

export interface TokenCheck {
  /** The scopes of a token; null when it is unknown. */
  scopesOf(secret: string): Promise<readonly TokenScope[] | null>;
}

/** Checks tokens against a place, which is read for every check: a removed token is refused at once. */
export const createTokenCheck = (place: TokenStore): TokenCheck => ({
  async scopesOf(secret) {
    const sha256 = hashOf(secret);
    // The comparison is of hashes, so its time reveals nothing about a token.
    return (await place.list()).find((token) => token.sha256 === sha256)?.scopes.filter(isScope) ?? null;
  },
});

/** The collections that scopes give access to; null for all. */
export function collectionsOf(scopes: readonly TokenScope[]): readonly string[] | null {
  if (scopes.includes('leads:read')) return null;
  return scopes.map((scope) => scope.slice('leads:read:'.length));
}
