/** Values that change between loads. A memo records which unit reads which value. */
import type { Memo, Trackable } from './memo.ts';

/** The key that records a read of all entries. */
const all = Symbol('all');

/** A value that is read as a whole. */
export class TrackedValue<T> implements Trackable {
  private readonly memo: Memo;
  private value: T;
  changed = 0;
  constructor(memo: Memo, first: T) {
    this.memo = memo;
    this.value = first;
  }

  peek(): T {
    return this.value;
  }

  get(): T {
    this.memo.read(this, all, this.value);
    return this.value;
  }

  set(value: T): void {
    if (value === this.value) return;
    this.value = value;
    this.memo.clock += 1;
    this.changed = this.memo.clock;
  }
}

/**
 * A map that tracks reads of single entries and of all entries. An entry that equals the previous one stays the same
 * object.
 */
export class TrackedMap<Key, Value> implements Trackable, ReadonlyMap<Key, Value> {
  private readonly memo: Memo;
  private entriesNow: ReadonlyMap<Key, Value> = new Map();
  /** Replaced by a new object after each change. */
  private version = {};
  changed = 0;
  constructor(memo: Memo) {
    this.memo = memo;
  }

  /** Replaces the entries. */
  set(next: ReadonlyMap<Key, Value>): void {
    const before = this.entriesNow;
    const keysBefore = [...before.keys()];
    let isSame = before.size === next.size;
    let index = 0;
    const settled = new Map<Key, Value>();
    for (const [key, value] of next) {
      const old = before.get(key);
      const kept = old !== undefined && isAlike(old, value) ? old : value;
      settled.set(key, kept);
      isSame &&= keysBefore[index++] === key && kept === old;
    }
    if (isSame) return;
    this.entriesNow = settled;
    this.version = {};
    this.memo.clock += 1;
    this.changed = this.memo.clock;
  }

  peek(key: unknown): unknown {
    return key === all ? this.version : this.entriesNow.get(key as Key);
  }

  get(key: Key): Value | undefined {
    const value = this.entriesNow.get(key);
    this.memo.read(this, key, value);
    return value;
  }

  has(key: Key): boolean {
    return this.get(key) !== undefined;
  }

  private whole(): ReadonlyMap<Key, Value> {
    this.memo.read(this, all, this.version);
    return this.entriesNow;
  }

  get size(): number {
    return this.whole().size;
  }

  keys(): MapIterator<Key> {
    return this.whole().keys();
  }

  values(): MapIterator<Value> {
    return this.whole().values();
  }

  entries(): MapIterator<[Key, Value]> {
    return this.whole().entries();
  }

  forEach(callback: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    this.whole().forEach(callback);
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.whole()[Symbol.iterator]();
  }
}

/** Names that track look-ups of single names and of all names. */
export class TrackedNames implements Iterable<string> {
  private readonly map: TrackedMap<string, true>;
  constructor(memo: Memo) {
    this.map = new TrackedMap(memo);
  }

  set(names: Iterable<string>): void {
    this.map.set(new Map([...names].map((name) => [name, true])));
  }

  has(name: string): boolean {
    return this.map.has(name);
  }

  get size(): number {
    return this.map.size;
  }

  [Symbol.iterator](): MapIterator<string> {
    return this.map.keys();
  }
}

/** Whether two values are identical, or are lists or records of identical values. */
function isAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((each, index) => each === other[index]);
  const isPlain = [one, other].every((each) => Object.getPrototypeOf(each) === Object.prototype);
  if (!isPlain) return false;
  const [keys, values] = [Object.keys(one), other as Record<string, unknown>];
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(values, key) && (one as Record<string, unknown>)[key] === values[key])
  );
}
