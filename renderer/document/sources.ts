/** What a page loads from elsewhere, for its content security policy. */

import { playerOrigins } from '../blocks/parts/player-origins.ts';

/** Hosts by what is loaded from them, as sources of a content security policy. */
export interface Sources {
  readonly frames: readonly string[];
  readonly scripts: readonly string[];
  readonly images: readonly string[];
  readonly connections: readonly string[];
}

/** Read by whatever stands under `host`. */
const originOf: Readonly<Record<string, (video: string) => string>> = playerOrigins;

const pixelScript = 'https://connect.facebook.net';
const pixelServer = 'https://www.facebook.com';

/** The players that stand anywhere in a definition. */
function playersIn(value: unknown, found: Set<string>): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  const { host, video } = value as { host?: unknown; video?: unknown };
  const origin = typeof host === 'string' && typeof video === 'string' ? originOf[host]?.(video) : undefined;
  if (origin !== undefined) found.add(origin);
  for (const part of Object.values(value)) playersIn(part, found);
  return found;
}

/**
 * What a page of these blocks may load from elsewhere.
 * @param pixel whether the ads pixel is loaded
 */
export const sourcesOf = (blocks: unknown, pixel: boolean): Sources => ({
  frames: [...playersIn(blocks, new Set())].sort(),
  scripts: pixel ? [pixelScript] : [],
  images: pixel ? [pixelServer] : [],
  connections: pixel ? [pixelScript, pixelServer] : [],
});
