/** Finds out whether code has changed an object of the language that all other code uses. */

type Holder = object;
type Known = ReadonlyMap<
  Holder,
  { readonly name: string; readonly members: ReadonlyMap<PropertyKey, PropertyDescriptor> }
>;

/** Objects of Node that a server depends on. */
const ofNode = ['process', 'console', 'Buffer', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'URL'];
/** Those of the language; others are made when they are first used. */
const ofLanguage = Object.getOwnPropertyNames(globalThis).filter((name) => /^[A-Z]/.test(name) && isOfLanguage(name));

function isOfLanguage(name: string): boolean {
  const { value } = Object.getOwnPropertyDescriptor(globalThis, name) ?? {};
  return (typeof value === 'function' || typeof value === 'object') && !/^(?:WebAssembly|Crypto|Storage)/.test(name);
}

const membersOf = (holder: Holder): Map<PropertyKey, PropertyDescriptor> =>
  new Map(
    Reflect.ownKeys(holder).flatMap((key) => {
      const member = Reflect.getOwnPropertyDescriptor(holder, key);
      return member === undefined ? [] : [[key, member] as const];
    }),
  );

/** The built-in objects with their members. */
export function rememberBuiltIns(): Known {
  const known = new Map<Holder, { name: string; members: Map<PropertyKey, PropertyDescriptor> }>();
  const remember = (name: string, holder: unknown): void => {
    if ((typeof holder === 'object' && holder !== null) || typeof holder === 'function')
      if (!known.has(holder)) known.set(holder, { name, members: membersOf(holder) });
  };
  for (const name of [...ofLanguage, ...ofNode]) {
    const value = (globalThis as Readonly<Record<string, unknown>>)[name];
    remember(name, value);
    remember(`${name}.prototype`, (value as { readonly prototype?: unknown } | undefined)?.prototype);
  }
  const iterator: unknown = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  remember('the prototype of iterators', iterator);
  remember('the prototype of iterators of lists', Object.getPrototypeOf([][Symbol.iterator]()));
  remember('the prototype of matches', Object.getPrototypeOf('a'.matchAll(/a/g)));
  remember(
    'the prototype of generators',
    Object.getPrototypeOf(function* () {}),
  );
  // The bindings themselves.
  known.set(globalThis, {
    name: 'globalThis',
    members: new Map([...membersOf(globalThis)].filter(([key]) => [...ofLanguage, ...ofNode].includes(String(key)))),
  });
  return known;
}

/** Members that Node itself changes when they are first used. */
const isOwnWork = (name: string, key: PropertyKey): boolean =>
  name === 'process' && /^(?:_|report$|exitCode$)/.test(String(key));

/** The name of a built-in member that was changed, added or removed; null if all are as they were. */
export function changedBuiltIn(known: Known): string | null {
  for (const [holder, { name, members }] of known) {
    const now = membersOf(holder);
    for (const [key, { value, get, set }] of members) {
      const member = now.get(key);
      const isSame = member !== undefined && Object.is(member.value, value) && member.get === get && member.set === set;
      if (!isSame && !isOwnWork(name, key)) return `${name}.${String(key)}`;
    }
    if (holder === globalThis || name === 'process') continue;
    const added = [...now.keys()].find((key) => !members.has(key));
    if (added !== undefined) return `${name}.${String(added)}`;
  }
  return null;
}
