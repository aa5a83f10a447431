/** The collected traces by visit, one visit at a time. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessGone } from '../privacy/files.ts';
import { readTraces, type TraceSource } from './read.ts';

type ReadableTrace = Extract<TraceSource, { error: null }>;

/** What was recorded of a visit. */
export interface TracedVisit {
  /** The oldest first. */
  readonly traces: readonly ReadableTrace[];
  /** The files, or traces of them, that could not be read. */
  readonly faults: readonly { readonly name: string; readonly error: string }[];
}

/** The traces of some files of a visit. Files that were removed meanwhile are left out. */
export async function readTracedVisit(files: readonly string[]): Promise<TracedVisit> {
  const sources: TraceSource[] = [];
  for (const file of files) sources.push(...(await readTraces(file, { isGrowing: true })));
  return {
    traces: sources
      .flatMap((source) => (source.error === null ? [source] : []))
      .sort((a, b) => a.head.input.at - b.head.input.at),
    faults: sources.flatMap(({ name, error }) => (error === null ? [] : [{ name, error }])),
  };
}

/** The beginning of a file's or a session's name: the visit, unless the session has no visit. */
export const visitOfTrace = (name: string): string => name.split(/[-.]/)[0] ?? name;

const namesIn = async (folder: string): Promise<string[]> => ((await unlessGone(readdir(folder))) ?? []).sort();

/** The days with traces, the oldest first. */
export const traceDays = (folder: string): Promise<string[]> => namesIn(folder);

/** The files of each visit that began on a day, by the beginning of their names. */
export async function visitFilesOn(folder: string, day: string): Promise<Map<string, string[]>> {
  const files = new Map<string, string[]>();
  for (const name of await namesIn(join(folder, day)).catch(() => [])) {
    if (!name.endsWith('.jsonl')) continue;
    const visit = visitOfTrace(name);
    files.set(visit, [...(files.get(visit) ?? []), join(folder, day, name)]);
  }
  return files;
}

/**
 * Every visit with a trace, by the day on which it began; a visit that continues on a later day is another one. Holds the
 * traces of one visit, and the names of one day's files.
 * @param folder contains one folder per day
 */
export async function* visitsIn(folder: string): AsyncGenerator<TracedVisit> {
  for (const day of await traceDays(folder))
    for (const files of (await visitFilesOn(folder, day)).values()) yield await readTracedVisit(files);
}
