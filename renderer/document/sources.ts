/** External sources of a page, for its content security policy. */

import type { Player } from '../../engine/definition.ts';
import { playerOrigins } from '../parts/player-origins.ts';

/** Origins by the kind of content, as in a content security policy. */
export interface Sources {
  readonly frames: readonly string[];
  readonly scripts: readonly string[];
  readonly images: readonly string[];
  readonly connections: readonly string[];
}

const originOf: Readonly<Record<string, (video: string) => string>> = playerOrigins;

const pixelScript = 'https://connect.facebook.net';
const pixelServer = 'https://www.facebook.com';

/**
 * The external sources of a page with these players.
 * @param pixel whether the ads pixel is loaded
 */
export const sourcesOf = (players: readonly Player[], pixel: boolean): Sources => ({
  frames: [...new Set(players.flatMap(({ host, video }) => originOf[host]?.(video) ?? []))].sort(),
  scripts: pixel ? [pixelScript] : [],
  images: pixel ? [pixelServer] : [],
  connections: pixel ? [pixelScript, pixelServer] : [],
});
