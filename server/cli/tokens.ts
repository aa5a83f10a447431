/** `funnel tokens create NAME | list | revoke NAME`: the tokens of the admin port. */
import {
  allTokens,
  createToken,
  isScope,
  isTokenName,
  listTokens,
  type TokenScope,
  tokenFolder,
} from '../admin/tokens.ts';
import { readConfig } from '../config.ts';
import { openSharedTokens } from '../store/open.ts';
import type { TokenStore } from '../store/types.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';

/** @returns the exit code: 0 done, 1 the name is taken or unknown, 2 invalid arguments or an unusable data folder */
export async function tokens({ positionals, values }: CommandCall, output: Output): Promise<number> {
  const [action, name, ...more] = positionals;
  if (action !== 'create' && action !== 'list' && action !== 'revoke')
    throw new InvalidArguments('Say what to do with the tokens: create NAME, list or revoke NAME.');
  if (more.length > 0 || (action === 'list' && name !== undefined)) throw new InvalidArguments('One token at a time.');
  if (action !== 'list' && (name === undefined || !isTokenName(name)))
    throw new InvalidArguments(`Give the token a name of letters, digits, and . _ @ -: funnel tokens ${action} NAME.`);
  const scopes = (values['scope'] ?? 'leads:read').split(',').map((scope) => scope.trim());
  const strange = scopes.find((scope) => !isScope(scope));
  if (strange !== undefined)
    throw new InvalidArguments(
      `Unknown scope ${JSON.stringify(strange)}. There are leads:read and leads:read:COLLECTION.`,
    );
  try {
    const { dataDir, databaseUrl } = readConfig(process.env, process.cwd());
    const shared = await openSharedTokens(databaseUrl);
    try {
      const place = shared === null ? tokenFolder(dataDir) : allTokens([shared, tokenFolder(dataDir)]);
      if (action === 'list') return await list(place, output);
      if (action === 'revoke') return await revoke(place, name as string, output);
      return await create(place, name as string, scopes as TokenScope[], output);
    } finally {
      await shared?.close();
    }
  } catch (error) {
    output.err((error as Error).message);
    return 2;
  }
}

async function list(place: TokenStore, output: Output): Promise<number> {
  const found = await listTokens(place);
  for (const { name, scopes, created } of found) output.out(`${name}  ${scopes.join(',')}  ${created}`);
  if (found.length === 0) output.err('There are no tokens.');
  return 0;
}

async function create(place: TokenStore, name: string, scopes: readonly TokenScope[], output: Output): Promise<number> {
  const secret = await createToken(place, name, scopes, Date.now());
  if (secret === null) {
    output.err(`There is a token named ${name} already. Revoke it first, or choose another name.`);
    return 1;
  }
  output.out(secret);
  output.err('This is the only time the token is shown: only its hash is stored.');
  return 0;
}

async function revoke(place: TokenStore, name: string, output: Output): Promise<number> {
  if (await place.remove(name)) return 0;
  output.err(`There is no token named ${name}.`);
  return 1;
}
