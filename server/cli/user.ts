/** `funnel user add NAME | list | remove NAME`: the people who may use the studio. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { readConfig } from '../config.ts';
import { openStaff } from '../store/open.ts';
import { type StaffRole, type StaffStore, staffRoles } from '../store/types.ts';
import { hashPassword, maxPasswordLength, minPasswordLength } from '../studio/passwords.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { alignedRows, messageOf } from './lines.ts';

/** Reads one line; at a terminal, what is typed is not shown. */
function readSecret(question: string): Promise<string> {
  const { stdin, stderr } = process;
  const isTerminal = stdin.isTTY === true;
  if (isTerminal) stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: isTerminal });
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('close', () => {
      if (isTerminal) stderr.write('\n');
      resolve('');
    });
  });
}

const isUserName = (text: string): boolean => /^[\w.@-]{1,60}$/.test(text);

/**
 * @param readPassword of the new user
 * @returns the exit code: 0 done; 1 the name is taken or unknown, or the password is refused; 2 the database is unusable
 */
export async function user(
  { positionals, values }: CommandCall,
  output: Output,
  readPassword: () => Promise<string> = () => readSecret('Password: '),
): Promise<number> {
  const [action, name, ...more] = positionals;
  if (action !== 'add' && action !== 'list' && action !== 'remove')
    throw new InvalidArguments('Say what to do with the users: add NAME, list or remove NAME.');
  if (more.length > 0 || (action === 'list' && name !== undefined)) throw new InvalidArguments('One user at a time.');
  if (action !== 'list' && (name === undefined || !isUserName(name)))
    throw new InvalidArguments(`Give the user a name of letters, digits, and . _ @ -: funnel user ${action} NAME.`);
  const role = staffRoles.find((each) => each === (values['role'] ?? 'viewer'));
  if (role === undefined)
    throw new InvalidArguments(
      `--role must be one of ${staffRoles.join(', ')}, not ${JSON.stringify(values['role'])}.`,
    );
  if (action !== 'add' && values['role'] !== undefined) throw new InvalidArguments('Only `user add` takes --role.');
  try {
    const store = await openStaff(readConfig(process.env, process.cwd()));
    try {
      if (action === 'list') return await list(store, output);
      if (action === 'remove') return await remove(store, name as string, output);
      return await add(store, { name: name as string, role }, readPassword, output);
    } finally {
      await store.close();
    }
  } catch (error) {
    output.err(messageOf(error));
    return 2;
  }
}

async function list(store: StaffStore, output: Output): Promise<number> {
  const users = await store.users();
  const rows = users.map(({ name, role, createdAt }) => [name, role, new Date(createdAt).toISOString()]);
  for (const line of alignedRows(rows)) output.out(line);
  if (users.length === 0) output.err('There are no users. `npx funnel user add NAME` adds one.');
  return 0;
}

async function add(
  store: StaffStore,
  { name, role }: { readonly name: string; readonly role: StaffRole },
  readPassword: () => Promise<string>,
  output: Output,
): Promise<number> {
  const taken = `There is a user named ${name} already. Remove it first, or choose another name.`;
  if ((await store.user(name)) !== null) {
    output.err(taken);
    return 1;
  }
  const password = await readPassword();
  if (password.length < minPasswordLength || password.length > maxPasswordLength) {
    output.err(`A password has ${minPasswordLength} to ${maxPasswordLength} characters. Nothing was stored.`);
    return 1;
  }
  const added = await store.addUser({ name, role, password: await hashPassword(password), createdAt: Date.now() });
  if (!added) output.err(taken);
  else
    output.out(
      `${name} may log in to the studio as ${role}: http://localhost:3001/studio/, or the server's ADMIN_PORT.`,
    );
  return added ? 0 : 1;
}

async function remove(store: StaffStore, name: string, output: Output): Promise<number> {
  if (await store.removeUser(name)) {
    output.out(`${name} was removed, and is logged out everywhere.`);
    return 0;
  }
  output.err(`There is no user named ${name}.`);
  return 1;
}
