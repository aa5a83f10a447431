/** Reads from a folder that may stop answering: a network disk, a FUSE mount, a named pipe. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** A file or folder that was not read, and why. The message is for whoever edits the folder. */
export class UnreadableFile extends Error {
  constructor(path: string, why: string) {
    super(`${path} ${why}`);
    this.name = 'UnreadableFile';
  }
}

export interface Disk {
  /**
   * Runs one file system call, or a few in sequence.
   * @param path what is read, for the message
   * @throws UnreadableFile when it takes too long, and what the call throws
   */
  run<Result>(path: string, call: () => Promise<Result>): Promise<Result>;
}

export interface DiskOptions {
  /**
   * Calls at a time. A call that hangs keeps its thread until the system returns it, and Node has four for every file
   * and every compression: two stay free.
   */
  readonly atOnce?: number;
  /** Milliseconds that one call may take. */
  readonly patience?: number;
}

const turns = 10;

/** Limits the calls at a time, and the time of each. A call that hangs never delays the others by more than its limit. */
export function createDisk({ atOnce = 2, patience = 15_000 }: DiskOptions = {}): Disk {
  const waiting: { readonly start: () => void; readonly refuse: () => void }[] = [];
  /** What calls that hang are reading. */
  const stuck = new Set<string>();
  let running = 0;
  let hanging = 0;

  function next(): void {
    if (hanging === atOnce) for (const { refuse } of waiting.splice(0)) refuse();
    else if (running < atOnce) waiting.shift()?.start();
  }

  return {
    run(path, call) {
      const late = new UnreadableFile(path, `was not read within ${patience / 1000} s: the disk does not answer.`);
      return new Promise((resolve, reject) => {
        const start = (): void => {
          running += 1;
          let hangs = false;
          let ticks = 0;
          // In short turns: while this process itself was busy, a read may have ended unheard.
          const timer = setInterval(() => {
            ticks += 1;
            if (ticks < turns) return;
            clearInterval(timer);
            hangs = true;
            hanging += 1;
            stuck.add(path);
            reject(late);
            next();
          }, patience / turns);
          const ended = (): void => {
            clearInterval(timer);
            running -= 1;
            if (hangs) {
              hanging -= 1;
              stuck.delete(path);
            }
            next();
          };
          call().then(resolve, reject).finally(ended);
        };
        // Another call for the same file would hang as well, and hold another thread.
        if (hanging === atOnce || stuck.has(path)) reject(late);
        else if (running < atOnce) start();
        else waiting.push({ start, refuse: () => reject(late) });
      });
    },
  };
}

/** The disk of callers that bring none: one for all of them, so that calls that hang are counted together. */
export const commonDisk = createDisk();

const kinds = [
  ['isFIFO', 'a named pipe'],
  ['isSocket', 'a socket'],
  ['isDirectory', 'a folder'],
  ['isCharacterDevice', 'a device'],
  ['isBlockDevice', 'a device'],
] as const;

/** Opens a regular file for reading. @throws UnreadableFile for anything else, which may never end; the caller closes it */
export async function openRegular(path: string, name: string): Promise<FileHandle> {
  // Without it, opening a pipe waits for somebody to write into it.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await file.stat();
    if (found.isFile()) return file;
    const kind = kinds.find(([is]) => found[is]())?.[1] ?? 'no file';
    throw new UnreadableFile(name, `is ${kind}, not a regular file. Remove it, or put a file in its place.`);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Reads a regular file whole. @throws UnreadableFile, or the file system's error */
export async function readRegular(path: string, name: string): Promise<Buffer> {
  const file = await openRegular(path, name);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}
