/** What a page loads from elsewhere, for its content security policy. */

import { pandaOrigin } from '../blocks/parts/panda.ts';

/** Hosts by what is loaded from them, as sources of a content security policy. */
export interface Sources {
  readonly frames: readonly string[];
  readonly scripts: readonly string[];
  readonly images: readonly string[];
  readonly connections: readonly string[];
}

/** The origin of a video's player, by the `host` of the video. */
const playerOrigins: Readonly<Record<string, (video: string) => string>> = {
  youtube: () => 'https://www.youtube-nocookie.com',
  vimeo: () => 'https://player.vimeo.com',
  panda: pandaOrigin,
};

const pixelScript = 'https://connect.facebook.net';
const pixelServer = 'https://www.facebook.com';

/** The players that stand anywhere in a definition. */
function playersIn(value: unknown, found: Set<string>): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  const { host, video } = value as { host?: unknown; video?: unknown };
  const origin = typeof host === 'string' && typeof video === 'string' ? playerOrigins[host]?.(video) : undefined;
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
