/**
 * `npm run bundle`: what browsers fetch, chunk by chunk and package by package.
 * A chunk's size is its whole minified text at brotli 11. A package's share of it is estimated: its code in the chunk
 * is minified and compressed by itself, and the chunk's size is divided in that proportion.
 */
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, minifySync } from 'vite';
import { printTable } from './table.ts';

interface ChunkReport {
  readonly file: string;
  /** Bytes, minified. */
  readonly raw: number;
  /** Bytes at brotli 11. */
  readonly br: number;
  /** Fetched only when the code asks for it. */
  readonly lazy: boolean;
  /** Estimated brotli bytes by package; the project's own code by its folder. */
  readonly packages: Readonly<Record<string, number>>;
}

const brotliSize = (text: string): number =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

const root = process.cwd();

/** `react-dom` of a path in node_modules, `engine/session` of one's own. */
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

// Taken by itself a package looks unused.
const keepAll = { module: true, compress: { unused: false }, mangle: { toplevel: true } };

/** A package's code in a chunk, minified; as it stands where a piece cannot be parsed by itself. */
function minified(name: string, code: string): string {
  const { code: small, errors } = minifySync(`${name}.js`, code, keepAll);
  return errors.length === 0 && small !== '' ? small : code;
}

/** Builds the islands without writing them, and weighs every chunk. */
export async function weighChunks(): Promise<ChunkReport[]> {
  const reports: ChunkReport[] = [];
  await build({
    mode: 'client',
    build: { write: false },
    plugins: [
      {
        name: 'weigh',
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
  const chunks = await weighChunks();
  printTable(
    ['chunk', 'min KB', 'br KB', 'fetched'],
    chunks.map(({ file, raw, br, lazy }) => [
      file,
      kilobytes(raw),
      kilobytes(br),
      lazy ? 'when asked for' : 'with the island',
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
    for (const name of ['boot', 'hold'])
      console.log(
        `${name} script, inlined: ${kilobytes(brotliSize(readFileSync(`dist/${name}/${name}.js`, 'utf8')))} KB br`,
      );
  } catch {
    console.log('\nThe boot script is weighed after `npm run build`.');
  }
}
