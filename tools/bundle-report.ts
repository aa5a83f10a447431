/**
 * `npm run bundle`: the sizes of what browsers fetch, by chunk and by package.
 * A chunk's size is that of its minified code at brotli 11. A package's share is an estimate: the code of each package in
 * the chunk is minified and compressed separately, and the chunk's size is divided in proportion.
 */
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, minifySync } from 'vite';
import { inlinedScripts } from './builds.ts';
import { printTable } from './table.ts';

interface ChunkReport {
  readonly file: string;
  /** Bytes, minified. */
  readonly raw: number;
  /** Bytes at brotli 11. */
  readonly br: number;
  /** Whether it is fetched on demand. */
  readonly lazy: boolean;
  /** Estimated brotli bytes by package; the project's own code by folder. */
  readonly packages: Readonly<Record<string, number>>;
}

const brotliSize = (text: string): number =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

const root = process.cwd();

/** The package of a module in node_modules (`react-dom`), or the folder of an own module (`engine/session`). */
function packageOf(id: string): string {
  const [, inside] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
  if (inside !== undefined) return inside;
  if (!id.startsWith(root)) return '(bundler)';
  return id
    .slice(root.length + 1)
    .split('/')
    .slice(0, 2)
    .join('/')
    .replace(/\?.*$/, '');
}

// Code without its importers looks unused.
const keepAll = { module: true, compress: { unused: false }, mangle: { toplevel: true } };

/** A package's code in a chunk, minified; unchanged if it cannot be parsed separately. */
function minified(name: string, code: string): string {
  const { code: small, errors } = minifySync(`${name}.js`, code, keepAll);
  return errors.length === 0 && small !== '' ? small : code;
}

/** Builds the islands without writing files. @returns all chunks, largest first */
export async function measureChunks(): Promise<ChunkReport[]> {
  const reports: ChunkReport[] = [];
  await build({
    mode: 'client',
    build: { write: false },
    plugins: [
      {
        name: 'measure',
        generateBundle(_options, bundle) {
          for (const chunk of Object.values(bundle)) {
            if (chunk.type !== 'chunk') continue;
            const code = new Map<string, string>();
            for (const [id, module] of Object.entries(chunk.modules)) {
              const name = packageOf(id);
              code.set(name, `${code.get(name) ?? ''}\n${module.code ?? ''}`);
            }
            const alone = [...code].map(([name, text]) => [name, brotliSize(minified('part', text))] as const);
            const sum = alone.reduce((total, [, size]) => total + size, 0);
            const br = brotliSize(chunk.code);
            reports.push({
              file: chunk.fileName.replace('assets/', ''),
              raw: Buffer.byteLength(chunk.code),
              br,
              lazy: chunk.isDynamicEntry,
              packages: Object.fromEntries(alone.map(([name, size]) => [name, Math.round((br * size) / sum)])),
            });
          }
        },
      },
    ],
  });
  return reports.sort((a, b) => b.br - a.br);
}

if (process.argv[1] === import.meta.filename) {
  const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
  const chunks = await measureChunks();
  printTable(
    ['chunk', 'min KB', 'br KB', 'fetched'],
    chunks.map(({ file, raw, br, lazy }) => [
      file,
      kilobytes(raw),
      kilobytes(br),
      lazy ? 'on demand' : 'with the island',
    ]),
  );
  const rows = chunks.flatMap(({ file, br, packages }) =>
    Object.entries(packages)
      .sort(([, a], [, b]) => b - a)
      .map(([name, size]) => [file, name, kilobytes(size), `${Math.round((100 * size) / br)} %`]),
  );
  console.log('');
  printTable(['chunk', 'package', 'about br KB', 'of the chunk'], rows);
  try {
    for (const name of inlinedScripts)
      console.log(
        `${name} script, inlined: ${kilobytes(brotliSize(readFileSync(`dist/inlined/${name}.js`, 'utf8')))} KB br`,
      );
  } catch {
    console.log('\nRun `npm run build` to include the inlined scripts.');
  }
}
