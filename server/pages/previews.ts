/** Shows developers the served version as of any moment. */
import { type ByAxes, thingAt } from '../../engine/axes/by-axes.ts';
import { instantOf, phasesAt } from '../../engine/axes/phase.ts';
import type { VersionBase } from '../definitions/version-making.ts';

export interface Previews<Version> {
  /** The version as of a moment; null when the text is not a moment. */
  at(text: string): Version | null;
}

/** @param served the versions that visitors get */
export function createPreviews<Version extends VersionBase>(
  served: () => ByAxes<Version>,
  clock: () => number,
): Previews<Version> {
  return {
    at(text) {
      const versions = served();
      const { axes, timed } = thingAt(versions, clock()).site;
      const instant = instantOf(text, timed);
      if (instant === null) return null;
      const version = versions.of({ ...axes, phase: phasesAt(Object.keys(axes.phase), timed, instant) });
      version.publish();
      return version;
    },
  };
}
