/** Adds renamed names to the mapping that `funnel impact --mapping` reads. */
import { readFile } from 'node:fs/promises';
import { parseDocument } from 'yaml';
import type { RenamedInTraces } from '../../engine/names/rename.ts';
import { readEditMapping } from './edit-mapping.ts';

const kinds = ['flows', 'steps', 'fields'] as const;

const isRenamed = (renames: RenamedInTraces): boolean => kinds.some((kind) => Object.keys(renames[kind]).length > 0);

/** The name that a flow of today had in the traces. */
const oldFlow = (flow: string, flows: Readonly<Record<string, string>>): string =>
  Object.entries(flows).find(([, now]) => now === flow)?.[0] ?? flow;

/**
 * The text of a mapping file with more renames; comments stay. A thing that was renamed before keeps its first name.
 * Null if traces contain none of the names.
 * @param file does not have to exist
 * @throws RangeError when it exists and is no mapping
 */
export async function extendedMapping(file: string, renames: RenamedInTraces): Promise<string | null> {
  if (!isRenamed(renames)) return null;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const known = text === '' ? null : await readEditMapping(file);
  const document = parseDocument(text);
  const flows = known?.renamed.flows ?? {};
  for (const kind of kinds)
    for (const [name, now] of Object.entries(renames[kind])) {
      const [flow = '', own] = name.split('.');
      const scope = own === undefined ? '' : `${oldFlow(flow, flows)}.`;
      const [first] =
        Object.entries(known?.renamed[kind] ?? {}).find(([was, to]) => was.startsWith(scope) && to === (own ?? flow)) ??
        [];
      document.setIn(['renamed', kind, first ?? `${scope}${own ?? flow}`], now);
    }
  return document.toString();
}

/** The mapping of one rename, as YAML. Null if traces contain none of the names. */
export const mappingText = (renames: RenamedInTraces): string | null =>
  isRenamed(renames)
    ? [
        'renamed:',
        ...kinds.flatMap((kind) => {
          const entries = Object.entries(renames[kind]).map(([was, now]) => `${was}: ${now}`);
          return entries.length === 0 ? [] : [`  ${kind}: { ${entries.join(', ')} }`];
        }),
      ].join('\n')
    : null;
