/** External sources of a page, for its content security policy. */

import type { Player } from '../../engine/definition.ts';
import { playerOrigins } from '../parts/player-origins.ts';
import type { LoadedPixel } from './events.ts';

/** Origins by the kind of content, as in a content security policy. */
export interface Sources {
  readonly frames: readonly string[];
  readonly scripts: readonly string[];
  readonly images: readonly string[];
  readonly connections: readonly string[];
}

const originOf: Readonly<Record<string, (video: string) => string>> = playerOrigins;

/**
 * The external sources of a page with these players.
 * @param pixel the ads pixel that the page loads; null for none
 */
export function sourcesOf(players: readonly Player[], pixel: Pick<LoadedPixel, 'script' | 'hosts'> | null): Sources {
  const frames = [...new Set(players.flatMap(({ host, video }) => originOf[host]?.(video) ?? []))].sort();
  if (pixel === null) return { frames, scripts: [], images: [], connections: [] };
  const scripts = [new URL(pixel.script).origin];
  const images = pixel.hosts.map((host) => `https://${host}`);
  return { frames, scripts, images, connections: [...scripts, ...images] };
}
