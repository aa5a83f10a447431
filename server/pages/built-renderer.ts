/** The built renderer. Node runs no JSX, so it is a build; the package has `tools/packaged-renderer.ts` in place of this module. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRenderer } from '../../renderer/contract.ts';

interface BuiltRenderer {
  /** @param assets the output of the build */
  createPageRenderer(assets: unknown): Omit<PageRenderer, 'renderDocument'>;
}

/** Imports it. @param dist the build's folder */
export const importRenderer = (dist: string): Promise<BuiltRenderer> =>
  import(pathToFileURL(join(dist, 'server/pages.js')).href) as Promise<BuiltRenderer>;
