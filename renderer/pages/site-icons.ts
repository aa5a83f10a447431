import type { SiteDefinition } from '../../engine/definition.ts';
import { serverPaths } from '../../engine/paths.ts';
import type { Icons } from '../document/Document.tsx';

/** The addresses of a site's icons. */
export const iconsOf = ({ site: { icon } }: SiteDefinition): Icons => ({
  pixels: serverPaths.oldFavicon,
  drawing: icon === undefined || icon.endsWith('.svg') ? serverPaths.favicon : null,
  touch: serverPaths.touchIcon,
  manifest: serverPaths.manifest,
});
