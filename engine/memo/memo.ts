import type { AuthorProblem } from '../errors/problem.ts';
import { Report } from '../errors/report.ts';

/** A collection whose entries units read one by one. Entries are compared by identity. */
export interface Trackable {
  /** The current entry for a key. */
  peek(key: unknown): unknown;
  /** The time of `Memo.clock` at which an entry changed last. */
  readonly changed: number;
}

/** The entries that a unit has read, with their values. */
type Reads = ReadonlyMap<Trackable, ReadonlyMap<unknown, unknown>>;

interface Entry {
  readonly given: readonly unknown[];
  readonly reads: Reads;
  readonly result: unknown;
  readonly problems: readonly AuthorProblem[];
  /** The time of `Memo.clock` at which all reads were found unchanged last. */
  verified: number;
}

interface Unit {
  readonly report: Report;
  readonly reads: Map<Trackable, Map<unknown, unknown>>;
}

/** The number of cached results per unit, so that an edit that is reverted finds its results. */
const minCached = 8;

/** A square root of the number of objects in a large site. */
const groupSize = 64;

/**
 * Caches results of the loader, and of what the server compiles from its result. A unit is a piece of work on one file.
 * Its result is valid until the file, an argument or anything else that it read has changed. Reads are recorded while the
 * unit runs (`read`). Dependencies are therefore complete as long as units read other files only through `TrackedMap`,
 * `TrackedNames` and `Tracked`.
 */
export class Memo {
  /** The number of units that have run because no cached result was valid. */
  runs = 0;
  /** Counts the changes of tracked values. */
  clock = 0;
  private readonly entries = new WeakMap<object, Map<string, Entry[]>>();
  /** The objects of each call of `each`, in groups. */
  private readonly groups = new Map<string, readonly (readonly object[])[]>();
  private units: Unit[] = [];
  private maxCached = minCached;
  private root = new Report();

  /** Starts a load. Its problems are added to `report`. */
  begin(report: Report): void {
    this.root = report;
    this.units = [];
  }

  /** Keeps a result per unit for each of so many values of a site's axes. */
  keepFor(values: number): void {
    this.maxCached = Math.max(this.maxCached, minCached, 2 * values);
  }

  /** The report of the running unit, or of the load. */
  get report(): Report {
    return this.units.at(-1)?.report ?? this.root;
  }

  /** Records that the running units have read an entry. */
  read(of: Trackable, key: unknown, piece: unknown): void {
    const unit = this.units.at(-1);
    if (unit === undefined) return;
    let pieces = unit.reads.get(of);
    if (pieces === undefined) {
      pieces = new Map();
      unit.reads.set(of, pieces);
    }
    pieces.set(key, piece);
  }

  /**
   * The result of a unit: cached if it is still valid, otherwise from `work`. Its problems are reported in both cases.
   * @param name - identifies the work
   * @param about - the object of the work, such as a file; a changed file is a different object
   * @param given - other arguments that affect the result, compared by identity
   */
  once<Result>(name: string, about: object, given: readonly unknown[], work: () => Result): Result {
    let named = this.entries.get(about);
    if (named === undefined) {
      named = new Map();
      this.entries.set(about, named);
    }
    const entries = named.get(name) ?? [];
    const known = entries.find((entry) => this.holds(entry, given));
    if (known !== undefined) {
      this.report.adopt(known.problems);
      this.readAll(known.reads);
      return known.result as Result;
    }
    const unit: Unit = { report: new Report(this.report.count, this.root.isDoubtful), reads: new Map() };
    this.units.push(unit);
    this.runs += 1;
    let result: Result;
    try {
      result = work();
    } finally {
      this.units.pop();
    }
    const { problems, isCut } = unit.report;
    // Suggestions may have been omitted because of earlier problems of this load only: such a result is not cached.
    const entry = { given, reads: unit.reads, result, problems, verified: this.clock };
    if (!isCut) named.set(name, [entry, ...entries].slice(0, this.maxCached));
    else this.report.isCut = true;
    this.report.adopt(problems);
    this.readAll(unit.reads);
    return result;
  }

  /**
   * The results of a unit for each of many objects, in order. Objects that are the same as at the last call with this name
   * are looked up in groups, so that an edit of one file of thousands looks at few of them.
   * @param name - identifies the work and the objects
   */
  each<About extends object, Result>(
    name: string,
    objects: Iterable<About>,
    given: readonly unknown[],
    work: (about: About) => Result,
  ): Result[] {
    const all = Array.isArray(objects) ? (objects as About[]) : [...objects];
    const before = this.groups.get(name) ?? [];
    const groups: (readonly object[])[] = [];
    for (let start = 0; start < all.length; start += groupSize) {
      const group = all.slice(start, start + groupSize);
      const known = before[groups.length];
      const isSame = known?.length === group.length && known.every((object, index) => object === group[index]);
      groups.push(isSame ? known : group);
    }
    this.groups.set(name, groups);
    return groups.flatMap((group) =>
      this.once(name, group, given, () =>
        (group as readonly About[]).map((about) => this.once(name, about, given, () => work(about))),
      ),
    );
  }

  /** Everything that a nested unit read counts as read by the outer one. */
  private readAll(reads: Reads): void {
    if (this.units.length === 0) return;
    for (const [of, pieces] of reads) for (const [key, piece] of pieces) this.read(of, key, piece);
  }

  /** Whether a result is valid. Looks only at what has changed since it was last found valid. */
  private holds(entry: Entry, given: readonly unknown[]): boolean {
    const { given: before, reads, verified } = entry;
    if (before.length !== given.length) return false;
    for (let index = 0; index < before.length; index += 1) if (!Object.is(before[index], given[index])) return false;
    if (verified === this.clock) return true;
    for (const [of, pieces] of reads) {
      if (of.changed <= verified) continue;
      for (const [key, piece] of pieces) if (of.peek(key) !== piece) return false;
    }
    entry.verified = this.clock;
    return true;
  }
}
