/** Which sources of visits a trace may name: those that a site lists, and those that several visits share. */
import { hash } from 'node:crypto';
import { isSourceName } from '../../engine/trace/redaction.ts';

/** Visits with a source before it is kept. A value that only one person's link has is not the name of a source. */
export const fewestVisits = 5;
/** Anybody can choose a source. */
const mostSources = 5000;

/** @param listed the sources that the site lists at present */
export function createSharedSources(listed: () => readonly string[]) {
  /** The visits by the hash of their source, each up to the number that counts. A restart forgets them. */
  const visits = new Map<string, Set<string>>();
  return {
    /** Whether the trace of a visit keeps the value of `src` or `utm_*`. The visit counts. */
    keeps(value: string, visit: string): boolean {
      if (listed().includes(value)) return true;
      if (!isSourceName(value)) return false;
      const key = hash('sha256', value, 'base64url');
      const known = visits.get(key) ?? new Set();
      if (known.size < fewestVisits) known.add(visit);
      // Moved to the end: the source that was seen longest ago is forgotten first.
      visits.delete(key);
      visits.set(key, known);
      for (const oldest of visits.keys()) {
        if (visits.size <= mostSources) break;
        visits.delete(oldest);
      }
      return known.size >= fewestVisits;
    },
  };
}
