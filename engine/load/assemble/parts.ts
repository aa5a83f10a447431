/** Replaces each `part` block by the blocks of its `*.part.yaml` file, so that later stages do not know about parts. */
import type { PartFile } from '../../../schemas/generated/types.ts';
import { nearest } from '../../errors/nearest.ts';
import type { Report } from '../../errors/report.ts';
import type { Memo } from '../../memo/memo.ts';
import { planOf, type SchemaPlan } from '../../vocabulary/plan.ts';
import type { DataPath, Origin, Source } from '../source/source.ts';
import { nothingUnknown } from '../source/unknown.ts';

interface PartBlock {
  readonly type: 'part';
  readonly part: string;
}

const isPart = (block: unknown): block is PartBlock => (block as PartBlock | null)?.type === 'part';

/**
 * Expands every `part` block of pages and flows. A mistake inside a part is reported at the part's own file.
 * @param unknown names in what could not be read, which may define and use parts
 * @returns the definitions without parts
 */
export function expandParts(sources: readonly Source[], unknown: ReadonlySet<string>, memo: Memo): Source[] {
  const { report } = memo;
  const parts = new Map<string, Source<PartFile>>();
  for (const source of sources) {
    if (source.kind !== 'part') continue;
    const id = String(source.data.part);
    const other = parts.get(id);
    if (other) report.add('id-taken', source, source.place(['part']), { kind: 'part', id, other: other.path });
    else parts.set(id, source as Source<unknown> as Source<PartFile>);
  }
  for (const source of parts.values()) {
    blocksWithin(planOf('part'), source.data, [], (list, path) => {
      list.forEach((block, index) => {
        if (isPart(block)) report.add('part-in-part', source, source.place([...path, index, 'part']));
      });
    });
  }
  const used = new Set<string>();
  const known = [...parts.keys()].join('\n');
  const namesUsed = memo.each('parts used', sources, [], (source) =>
    source.kind === 'part' ? [] : partsUsedIn(source),
  );
  const expanded = sources.flatMap((source, index) => {
    if (source.kind === 'part') return [];
    const names = namesUsed[index] ?? [];
    if (names.length === 0) return [source];
    for (const name of names) used.add(name);
    const given = [names.some((name) => unknown.has(name)), known, ...names.map((name) => parts.get(name))];
    return [memo.once('expanded', source, given, () => expand(source, parts, unknown, memo.report))];
  });
  for (const [id, source] of parts)
    if (!used.has(id) && !unknown.has(id)) report.add('part-unused', source, source.place(['part']), { part: id });
  return expanded;
}

/** Calls a function for every list of blocks below a value, outer lists first. */
function blocksWithin(
  plan: SchemaPlan,
  value: unknown,
  path: DataPath,
  found: (list: readonly unknown[], path: DataPath) => void,
): void {
  if (plan.kind !== undefined || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    const { items } = plan;
    if (items === undefined) return;
    if (items.byType !== undefined) found(value, path);
    value.forEach((item, index) => {
      blocksWithin(items, item, [...path, index], found);
    });
    return;
  }
  const record = value as Record<string, unknown>;
  const { properties, additional } = plan.byType?.get(String(record.type)) ?? plan;
  for (const key of Object.keys(record)) {
    const part = properties?.get(key) ?? additional;
    if (part !== undefined) blocksWithin(part, record[key], [...path, key], found);
  }
}

function partsUsedIn(source: Source): readonly string[] {
  const names = new Set<string>();
  blocksWithin(planOf(source.kind), source.data, [], (list) => {
    for (const block of list) if (isPart(block)) names.add(block.part);
  });
  return [...names];
}

function expand(
  source: Source,
  parts: ReadonlyMap<string, Source<PartFile>>,
  unknown: ReadonlySet<string>,
  report: Report,
): Source {
  const grafts = new Map<string, readonly Origin[]>();
  /** Lists with a part that is unknown. */
  const unsure: DataPath[] = [];
  const inside = source as Source<unknown>;
  /** Copies a value. `from` is its path in its own file, `to` the path of the copy. */
  const copy = (plan: SchemaPlan, value: unknown, from: DataPath, to: DataPath): unknown => {
    if (plan.kind !== undefined || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const { items } = plan;
      if (items === undefined) return value;
      if (items.byType === undefined || !value.some(isPart))
        return value.map((item, index) => copy(items, item, [...from, index], [...to, index]));
      const blocks: unknown[] = [];
      const origins: Origin[] = [];
      value.forEach((block: unknown, index) => {
        if (!isPart(block)) {
          blocks.push(copy(items, block, [...from, index], [...to, blocks.length]));
          origins.push({ source: inside, path: [...from, index] });
          return;
        }
        const part = parts.get(block.part);
        if (part === undefined || part.lacksEntries(['blocks'])) unsure.push(source.writtenPath(from));
        if (part === undefined) {
          if (!unknown.has(block.part))
            report.add('part-unknown', source, source.place([...from, index, 'part']), {
              name: block.part,
              near: nearest(block.part, [...parts.keys()]),
              known: [...parts.keys()],
            });
          return;
        }
        (part.data.blocks as readonly unknown[]).forEach((each, at) => {
          // A part inside a part has been reported.
          if (isPart(each)) return;
          blocks.push(each);
          origins.push({ source: part as Source<unknown>, path: ['blocks', at] });
        });
      });
      grafts.set(JSON.stringify(to), origins);
      return blocks;
    }
    const record = value as Record<string, unknown>;
    const { properties, additional } = plan.byType?.get(String(record.type)) ?? plan;
    return Object.fromEntries(
      Object.keys(record).map((key) => {
        const part = properties?.get(key) ?? additional;
        return [key, part === undefined ? record[key] : copy(part, record[key], [...from, key], [...to, key])];
      }),
    );
  };
  const data = copy(planOf(source.kind), source.data, [], []) as Record<string, unknown>;
  if (unsure.length === 0) return source.with(data, grafts);
  const before = source.unknown ?? nothingUnknown;
  return source.with(data, grafts, { ...before, records: [...before.records, ...unsure] });
}
