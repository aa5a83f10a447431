/** Reads from a folder that may stop responding: a network disk, a FUSE mount, a named pipe. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** A file or folder that was not read, and why. The message is for the person who edits the folder. */
export class UnreadableFile extends Error {
  constructor(path: string, why: string) {
    super(`${path} ${why}`);
    this.name = 'UnreadableFile';
  }
}

export interface Disk {
  /**
   * Runs one file system call, or a few in sequence.
   * @param path the path that is read, for the message
   * @throws UnreadableFile when it times out, or the error of the call
   */
  run<Result>(path: string, call: () => Promise<Result>): Promise<Result>;
}

export interface DiskOptions {
  /**
   * Concurrent calls. A call that hangs blocks its thread until the system returns it. Node has four threads for all
   * files and compressions, so two stay free.
   */
  readonly concurrency?: number;
  /** Time limit of one call, in milliseconds. */
  readonly timeoutMs?: number;
}

const ticksPerTimeout = 10;

/** Limits concurrent calls, and the time of each. A call that hangs delays the others by at most its time limit. */
export function createDisk({ concurrency = 2, timeoutMs = 15_000 }: DiskOptions = {}): Disk {
  const waiting: { readonly start: () => void; readonly refuse: () => void }[] = [];
  /** The paths of calls that hang. */
  const hangingPaths = new Set<string>();
  let running = 0;
  let hanging = 0;

  function next(): void {
    if (hanging === concurrency) for (const { refuse } of waiting.splice(0)) refuse();
    else if (running < concurrency) waiting.shift()?.start();
  }

  return {
    run(path, call) {
      const timeoutError = new UnreadableFile(
        path,
        `was not read within ${timeoutMs / 1000} s: the disk does not respond.`,
      );
      return new Promise((resolve, reject) => {
        const start = (): void => {
          running += 1;
          let hangs = false;
          let ticks = 0;
          // Counted in short ticks: while this process was busy, a read may have ended before its callback could run.
          const timer = setInterval(() => {
            ticks += 1;
            if (ticks < ticksPerTimeout) return;
            clearInterval(timer);
            hangs = true;
            hanging += 1;
            hangingPaths.add(path);
            reject(timeoutError);
            next();
          }, timeoutMs / ticksPerTimeout);
          const ended = (): void => {
            clearInterval(timer);
            running -= 1;
            if (hangs) {
              hanging -= 1;
              hangingPaths.delete(path);
            }
            next();
          };
          call().then(resolve, reject).finally(ended);
        };
        // Another call for the same file would hang as well and block another thread.
        if (hanging === concurrency || hangingPaths.has(path)) reject(timeoutError);
        else if (running < concurrency) start();
        else waiting.push({ start, refuse: () => reject(timeoutError) });
      });
    },
  };
}

/** The default disk, shared by all callers, so that hanging calls are counted together. */
export const commonDisk = createDisk();

const kinds = [
  ['isFIFO', 'a named pipe'],
  ['isSocket', 'a socket'],
  ['isDirectory', 'a folder'],
  ['isCharacterDevice', 'a device'],
  ['isBlockDevice', 'a device'],
] as const;

/**
 * Opens a regular file for reading; the caller closes it.
 * @throws UnreadableFile for anything else, whose read may never end
 */
export async function openRegular(path: string, name: string): Promise<FileHandle> {
  // Without O_NONBLOCK, opening a pipe waits for a writer.
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

/** Reads a whole regular file. @throws UnreadableFile, or the file system's error */
export async function readRegular(path: string, name: string): Promise<Buffer> {
  const file = await openRegular(path, name);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}
