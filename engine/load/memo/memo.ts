import type { AuthorProblem } from '../../errors/problem.ts';
import { Report } from '../../errors/report.ts';

/** Something that units read piece by piece. Its pieces are compared by identity. */
export interface Trackable {
  /** The current piece under a key. */
  peek(key: unknown): unknown;
}

/** What a unit has read, with the pieces that it found. */
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

/** Results kept per unit: the phases of a site's events each give other constants, and so other results. */
const mostKept = 8;

/**
 * Results of earlier loads. A unit is a piece of work about one file; its result holds until the file, a value that it
 * was given, or something that it read has changed. What a unit reads is recorded while it runs (`read`), so no list of
 * dependencies can be incomplete as long as a unit reads other files only through `TrackedMap`, `TrackedSet` and `Tracked`.
 */
export class Memo {
  /** How many units have run because no earlier result held. */
  runs = 0;
  private readonly entries = new WeakMap<object, Map<string, Entry[]>>();
  private units: Unit[] = [];
  private root = new Report();

  /** Begins a load, whose problems go to `report`. */
  begin(report: Report): void {
    this.root = report;
    this.units = [];
  }

  /** The problems of the unit that runs, or of the load. */
  get report(): Report {
    return this.units.at(-1)?.report ?? this.root;
  }

  /** Records that the running units have read a piece. */
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
   * The result of a unit: from an earlier load when it still holds, otherwise from `work`. Either way its problems are
   * reported.
   * @param name - identifies the work
   * @param about - the object that the work is about, such as a file; a changed file is another object
   * @param given - other values that decide the result, compared by identity
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
    // Hints that were left out because of earlier problems belong to this load alone.
    if (!isCut) named.set(name, [{ given, reads: unit.reads, result, problems }, ...entries].slice(0, mostKept));
    this.report.adopt(problems);
    this.readAll(unit.reads);
    return result;
  }

  /** What a unit within a unit read, the outer one has read too. */
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
