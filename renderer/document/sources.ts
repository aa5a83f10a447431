/** External sources of a page, for its content security policy. */

import type { Player } from '../../engine/definition.ts';
import type { ConfiguredTag } from '../../engine/tags/configuration.ts';
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

const unique = (origins: readonly string[]): string[] => [...new Set(origins)];

const addressesOf = (hosts: readonly string[]): string[] => hosts.map((host) => `https://${host}`);

/**
 * The external sources of a page with these players.
 * @param pixel the ads pixel that the page loads; null for none
 * @param tags the tags that it loads
 */
export function sourcesOf(
  players: readonly Player[],
  pixel: Pick<LoadedPixel, 'script' | 'hosts'> | null,
  tags: readonly Pick<ConfiguredTag, 'hosts'>[] = [],
): Sources {
  const ofTags = (kind: keyof ConfiguredTag['hosts']): string[] =>
    tags.flatMap(({ hosts }) => addressesOf(hosts[kind]));
  const videos = [...new Set(players.flatMap(({ host, video }) => originOf[host]?.(video) ?? []))].sort();
  const scripts = pixel === null ? [] : [new URL(pixel.script).origin];
  const images = addressesOf(pixel?.hosts ?? []);
  return {
    frames: unique([...videos, ...ofTags('frames')]),
    scripts: unique([...scripts, ...ofTags('scripts')]),
    images: unique([...images, ...ofTags('images')]),
    connections: unique([...scripts, ...images, ...ofTags('connections')]),
  };
}
