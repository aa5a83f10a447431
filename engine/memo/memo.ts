import type { AuthorProblem } from '../errors/problem.ts';
import { Report } from '../errors/report.ts';

/** A collection whose entries units read one by one. Entries are compared by identity. */
export interface Trackable {
  /** The current entry for a key. */
  peek(key: unknown): unknown;
}

/** The entries that a unit has read, with their values. */
type Reads = ReadonlyMap<Trackable, ReadonlyMap<unknown, unknown>>;

interface Entry {
  readonly given: readonly unknown[];
  readonly reads: Reads;
  readonly result: unknown;
  readonly problems: readonly AuthorProblem[];
}

interface Unit {
  readonly report: Report;
  readonly reads: Map<Trackable, Map<unknown, unknown>>;
}

/**
 * The number of cached results per unit. Each phase of a site's events has its own constants, and therefore its own
 * results.
 */
const maxCached = 8;

/**
 * Caches results of the loader, and of what the server compiles from its result. A unit is a piece of work on one file.
 * Its result is valid until the file, an argument or anything else that it read has changed. Reads are recorded while the
 * unit runs (`read`). Dependencies are therefore complete as long as units read other files only through `TrackedMap`,
 * `TrackedNames` and `Tracked`.
 */
export class Memo {
  /** The number of units that have run because no cached result was valid. */
  runs = 0;
  private readonly entries = new WeakMap<object, Map<string, Entry[]>>();
  private units: Unit[] = [];
  private root = new Report();

  /** Starts a load. Its problems are added to `report`. */
  begin(report: Report): void {
    this.root = report;
    this.units = [];
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
    const known = entries.find((entry) => holds(entry, given));
    if (known !== undefined) {
      this.report.adopt(known.problems);
      this.readAll(known.reads);
      return known.result as Result;
    }
    const unit: Unit = { report: new Report(this.report.problems.length), reads: new Map() };
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
    if (!isCut) named.set(name, [{ given, reads: unit.reads, result, problems }, ...entries].slice(0, maxCached));
    this.report.adopt(problems);
    this.readAll(unit.reads);
    return result;
  }

  /** Everything that a nested unit read counts as read by the outer one. */
  private readAll(reads: Reads): void {
    if (this.units.length === 0) return;
    for (const [of, pieces] of reads) for (const [key, piece] of pieces) this.read(of, key, piece);
  }
}

function holds({ given, reads }: Entry, now: readonly unknown[]): boolean {
  if (given.length !== now.length || given.some((value, index) => !Object.is(value, now[index]))) return false;
  for (const [of, pieces] of reads) for (const [key, piece] of pieces) if (of.peek(key) !== piece) return false;
  return true;
}
