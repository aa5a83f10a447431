/** A short form of the metadata of a record: each lead of a site with attribution has its sources in the log and the database. */
import type { Json } from './types.ts';

type Meta = Readonly<Record<string, Json>>;
type Sources = Readonly<Record<string, Json | undefined>>;

const sourcesIn = ({ attribution }: Meta): Sources | null =>
  typeof attribution === 'object' && attribution !== null && !Array.isArray(attribution)
    ? (attribution as Sources)
    : null;

/** Leaves out the last source of a visitor who has one source only. */
export function shortMeta(meta: Meta): Meta {
  const sources = sourcesIn(meta);
  if (sources === null || sources['first'] === undefined || sources['first'] !== sources['last']) return meta;
  // All members of `StoredAttribution`, by name: an object without one of them takes several times as long to copy.
  return { ...meta, attribution: { visitor: sources['visitor'] ?? null, first: sources['first'] } };
}

/** The metadata that {@link shortMeta} has shortened; those of earlier versions are complete. */
export function readMeta(text: string): Record<string, Json> {
  const meta = JSON.parse(text) as Record<string, Json>;
  const sources = sourcesIn(meta);
  if (sources?.['first'] === undefined || sources['last'] !== undefined) return meta;
  return { ...meta, attribution: { ...(sources as Meta), last: sources['first'] } };
}
