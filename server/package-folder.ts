/** The folder of this package. */
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** Absolute. A checkout of the project, or a folder below the `node_modules` of a site. */
export const packageFolder: string = dirname(findPackageJSON(import.meta.url) as string);
