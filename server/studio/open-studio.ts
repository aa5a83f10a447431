/** Assembles the studio of a server. */
import type { Log } from '../log/log.ts';
import { createStudioApi, type StudioApiParts } from './api.ts';
import { openStudioBundle } from './bundle.ts';
import { createDevInspector, type DevInspector } from './dev-inspector.ts';
import type { StudioPlace } from './guard.ts';
import { createStudio, type Studio, type StudioParts } from './studio.ts';

export { createScreenPreviews } from './screen-preview.ts';

export interface StudioOptions extends Omit<StudioParts, 'bundle' | 'api'> {
  /** The folder of the application's code. */
  readonly builtDir: string;
  /** What the application shows. */
  readonly shown: StudioApiParts;
}

export function openStudio({ builtDir, shown, ...parts }: StudioOptions): Studio {
  return createStudio({ ...parts, bundle: openStudioBundle(builtDir, 'studio'), api: createStudioApi(shown) });
}

/** Assembles the inspector of `funnel dev`. */
export const openDevInspector = (
  { builtDir, shown }: Pick<StudioOptions, 'builtDir' | 'shown'>,
  place: StudioPlace,
  log: Log,
): DevInspector =>
  createDevInspector({ place, log, bundle: openStudioBundle(builtDir, 'dev-inspector'), api: createStudioApi(shown) });
