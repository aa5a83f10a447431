/** Searches the bytes of a data folder for values, in every form in which they may have been written. */
import { hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { relative } from 'node:path';
import { filesBelow, unlessGone } from './files.ts';

/** A shorter value occurs in other bytes by chance. */
const minLength = 6;
const chunkBytes = 4 * 1024 * 1024;

/** A value as UTF-8, percent-encoded, in JSON with escapes, in Base64 at every offset, and as SHA-256. */
export function encodingsOf(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const percent = encodeURIComponent(text);
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const digest = hash('sha256', bytes, 'buffer');
  const texts = [
    text,
    percent,
    percent.replace(/%20/g, '+'),
    percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    escaped,
    digest.toString('hex'),
    digest.toString('base64').slice(0, 42),
    digest.toString('base64url').slice(0, 42),
  ];
  for (const offset of [0, 1, 2]) {
    // Characters that do not depend on the neighbouring bytes.
    const aligned = Buffer.concat([Buffer.alloc(offset), bytes]);
    const from = Math.ceil((offset * 8) / 6);
    const to = Math.floor((aligned.length * 8) / 6);
    for (const encoding of ['base64', 'base64url'] as const) texts.push(aligned.toString(encoding).slice(from, to));
  }
  return [...new Set(texts)].filter((each) => each.length >= minLength).map((each) => Buffer.from(each));
}

/** Where a value was found. */
export interface Finding {
  /** Relative to the folder. */
  readonly file: string;
  readonly text: string;
  readonly count: number;
}

/** Searches all files below a folder. @throws the error of a file that cannot be read */
export async function searchFolder(folder: string, texts: Iterable<string>): Promise<Finding[]> {
  const patterns = [...texts]
    .filter((text) => text.length >= minLength)
    .flatMap((text) => encodingsOf(text).map((bytes) => ({ text, bytes })));
  if (patterns.length === 0) return [];
  const findings: Finding[] = [];
  for (const path of await filesBelow(folder)) {
    for (const [text, count] of await searchFile(path, patterns))
      findings.push({ file: relative(folder, path), text, count });
  }
  return findings;
}

async function searchFile(
  path: string,
  patterns: readonly { readonly text: string; readonly bytes: Buffer }[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const overlap = Math.max(...patterns.map(({ bytes }) => bytes.length)) - 1;
  const file = await unlessGone(open(path));
  if (file === null) return found;
  try {
    const buffer = Buffer.alloc(chunkBytes + overlap);
    let kept = 0;
    for (let at = 0; ; ) {
      const { bytesRead } = await file.read(buffer, kept, chunkBytes, at);
      if (bytesRead === 0) return found;
      at += bytesRead;
      const chunk = buffer.subarray(0, kept + bytesRead);
      for (const { text, bytes } of patterns)
        for (let index = chunk.indexOf(bytes); index >= 0; index = chunk.indexOf(bytes, index + 1))
          // A match that lies in the overlap was counted with the previous chunk.
          if (index + bytes.length > kept) found.set(text, (found.get(text) ?? 0) + 1);
      kept = Math.min(overlap, chunk.length);
      buffer.copyWithin(0, chunk.length - kept, chunk.length);
    }
  } finally {
    await file.close();
  }
}
