/** The site's icon in the formats that browsers request, made from the declared icon or from a drawn mark. */
import { readFile } from 'node:fs/promises';
import type { SiteDefinition } from '../../engine/definition.ts';
import { serverPaths } from '../../engine/paths.ts';
import type { SiteLooks } from '../../renderer/contract.ts';
import { fingerprint } from '../disk/fingerprint.ts';
import { funnelAsset } from '../http/assets.ts';
import { imageFolder } from './formats.ts';
import { icoOf } from './ico.ts';
import type { PictureCache } from './picture-cache.ts';
import { squareIcon } from './sharp.ts';

export interface SiteIcons {
  /** A file by its name, such as `favicon.ico`; null when there is none. @throws the error of reading or encoding */
  find(name: string): Promise<{ readonly body: Buffer; readonly type: string } | null>;
  /** The web manifest, as JSON. */
  manifest(): Promise<string>;
}

export interface IconOptions {
  readonly pictures: PictureCache;
  readonly site: () => SiteDefinition;
  readonly assetsFolder: () => string;
  readonly looks: (site: SiteDefinition) => SiteLooks;
}

const icoSizes = [16, 32, 48] as const;
/** Masks show at least the inner four fifths of a home-screen icon. */
const maskPadding = 0.1;
const manifestIcons = [
  { size: 192, purpose: 'any' },
  { size: 512, purpose: 'any' },
  { size: 512, purpose: 'maskable' },
] as const;

export function createIcons({ pictures, site, assetsFolder, looks }: IconOptions): SiteIcons {
  interface Source {
    readonly bytes: Buffer;
    readonly isDrawing: boolean;
    readonly tag: string;
    readonly background: string;
  }

  /** The declared icon; the drawn mark when none is declared or its file is missing. */
  async function sourceOf(): Promise<Source> {
    const { icon } = site().site;
    // The browser's theme colour is the background, because it suits most marks.
    const { mark, color: background } = looks(site());
    const asset = icon === undefined ? null : await funnelAsset(assetsFolder(), encodeURI(icon));
    const bytes = asset === null ? null : await readFile(asset.file).catch(() => null);
    const source = bytes ?? Buffer.from(mark);
    const isDrawing = bytes === null || asset?.type === 'image/svg+xml';
    return { bytes: source, isDrawing, tag: fingerprint(`${source.toString('base64')} ${background}`), background };
  }

  const png = async (
    { bytes, tag, background }: Source,
    size: number,
    look: 'bare' | 'ground' | 'maskable',
  ): Promise<Buffer> => {
    const made = await pictures.find(
      `icon-${tag}-${size}-${look}.png`,
      () => () => squareIcon(bytes, size, look === 'maskable' ? maskPadding : 0, look === 'bare' ? null : background),
    );
    return made as Buffer;
  };

  const nameOf = (tag: string, size: number, purpose: string): string => `icon-${tag}-${size}-${purpose}.png`;

  return {
    async find(name) {
      const source = await sourceOf();
      if (name === 'favicon.svg') return source.isDrawing ? { body: source.bytes, type: 'image/svg+xml' } : null;
      if (name === 'apple-touch-icon.png')
        // Home screens paint transparent areas black.
        return { body: await png(source, 180, 'ground'), type: 'image/png' };
      if (name === 'favicon.ico') {
        const images = [];
        for (const size of icoSizes) images.push({ size, png: await png(source, size, 'bare') });
        return { body: icoOf(images), type: 'image/x-icon' };
      }
      const requested = manifestIcons.find(({ size, purpose }) => name === nameOf(source.tag, size, purpose));
      if (requested === undefined) return null;
      const look = requested.purpose === 'maskable' ? 'maskable' : 'bare';
      return { body: await png(source, requested.size, look), type: 'image/png' };
    },
    async manifest() {
      const { tag, isDrawing } = await sourceOf();
      const { name, locale, home = '/' } = site().site;
      const { color, background } = looks(site());
      return JSON.stringify({
        name,
        short_name: name,
        lang: locale,
        start_url: home,
        scope: '/',
        display: 'browser',
        theme_color: color,
        background_color: background,
        icons: [
          ...(isDrawing ? [{ src: serverPaths.favicon, sizes: 'any', type: 'image/svg+xml' }] : []),
          ...manifestIcons.map(({ size, purpose }) => ({
            src: imageFolder + nameOf(tag, size, purpose),
            sizes: `${size}x${size}`,
            type: 'image/png',
            purpose,
          })),
        ],
      });
    },
  };
}
