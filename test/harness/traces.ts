/** The traces that a server stored. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The traces of a visit, as the server stores them: a file for each tab and flow. */
export function tracesIn(dataDir: string, visitId: string): { file: string; text: string }[] {
  const folder = join(dataDir, 'traces');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes(visitId) && name.endsWith('.jsonl'))
    .map((name) => ({ file: name, text: readFileSync(join(folder, name), 'utf8') }));
}
