/** Replaces the blocks of a site's own by the elements that their views make, which later stages know. */
import type { BlockFile } from '../../../schemas/extensions/extensions.js';
import type { Report } from '../../errors/report.ts';
import type { Extensions } from '../../extensions/extensions.ts';
import { keyMistakes } from '../../extensions/keys.ts';
import { runView } from '../../extensions/view.ts';
import type { Memo } from '../../memo/memo.ts';
import { planOf, type SchemaPlan } from '../../vocabulary/plan.ts';
import { copied, separate } from '../source/origins.ts';
import type { DataPath, Source } from '../source/source.ts';

/** The keys that every block has. */
const commonKeys = ['type', 'id', 'when', 'tone'] as const;

type Block = Readonly<Record<string, unknown>>;

/** Replaces blocks of the site's own in pages, flows and parts. */
export function expandExtensionBlocks(sources: readonly Source[], extensions: Extensions, memo: Memo): Source[] {
  if (Object.keys(extensions.blocks).length === 0) return [...sources];
  return sources.map((source) =>
    source.kind === 'page' || source.kind === 'flow' || source.kind === 'part'
      ? memo.once('own blocks', source, [extensions], () => written(source, extensions, memo.report))
      : source,
  );
}

function written(source: Source, { blocks }: Extensions, report: Report): Source {
  let isChanged = false;
  const rewrite = (plan: SchemaPlan, value: unknown, path: DataPath): unknown => {
    if (plan.kind !== undefined || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const { items } = plan;
      return items === undefined ? value : value.map((item, index) => rewrite(items, item, [...path, index]));
    }
    const record = value as Block;
    const type = String(record['type']);
    if (plan.name === 'block' && Object.hasOwn(blocks, type)) {
      isChanged = true;
      return extensionBlock(type, blocks[type] as BlockFile, record, path, { source, report });
    }
    const { properties, additional } = plan.byType?.get(type) ?? plan;
    return Object.fromEntries(
      Object.entries(record).map(([key, item]) => {
        const part = properties?.get(key) ?? additional;
        return [key, part === undefined ? item : rewrite(part, item, [...path, key])];
      }),
    );
  };
  const data = rewrite(planOf(source.kind), source.data, []);
  if (!isChanged) return source;
  const made = separate(copied([], data));
  return source.made(source.kind, made.data as Record<string, unknown>, made.origins);
}

function extensionBlock(
  type: string,
  extension: BlockFile,
  block: Block,
  path: DataPath,
  { source, report }: { readonly source: Source; readonly report: Report },
): unknown {
  const mistakes = keyMistakes(extension.keys, block, path, commonKeys);
  for (const mistake of mistakes) {
    const { code } = mistake;
    const isKey = code === 'shape-unknown-key';
    const place = source.place(mistake.path, isKey ? { key: true } : {});
    const where = `A ${type} block`;
    if (code === 'shape-unknown-key')
      report.add(code, source, place, { ...mistake, key: String(mistake.path.at(-1)), where });
    else if (code === 'shape-missing-key')
      report.add(code, source, place, { key: mistake.key, where, about: undefined });
    else if (code === 'shape-wrong-type') report.add(code, source, place, { ...mistake, example: undefined });
    else report.add(code, source, place, { ...mistake, near: report.near(mistake.found, mistake.known) });
  }
  const { id, when, tone } = block;
  let root: unknown = { tag: 'div' };
  if (mistakes.length === 0)
    try {
      root = runView(extension, block, (value) => copied([...path, ...value.path], value.value));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      report.add('extension-view', source, source.place([...path, 'type']), { name: type, reason });
    }
  return copied(path, { type: 'extension', id, when, tone, extension: type, root });
}
