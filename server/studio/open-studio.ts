/** Assembles the studio of a server. */
import { createStudioApi, type StudioApiParts } from './api.ts';
import { openStudioBundle } from './bundle.ts';
import { createStudio, type Studio, type StudioParts } from './studio.ts';

export { createScreenPreviews } from './screen-preview.ts';

export interface StudioOptions extends Omit<StudioParts, 'bundle' | 'api'> {
  /** The folder of the application's code. */
  readonly builtDir: string;
  /** What the application shows. */
  readonly shown: StudioApiParts;
}

export function openStudio({ builtDir, shown, ...parts }: StudioOptions): Studio {
  return createStudio({ ...parts, bundle: openStudioBundle(builtDir), api: createStudioApi(shown) });
}
