import { type FolderWatch, watchFolder } from '../definitions/watch.ts';
import type { DevTools } from '../dev/dev-tools.ts';
import { extensionsFolderOf } from '../extensions/read.ts';
import type { Foundation } from './foundation.ts';
import type { ServedVersions } from './versions.ts';

/** Serves the edits of the folders that authors edit. What is published on command is no file of theirs. */
export function watchDefinitions(
  { options: { watch }, config }: Foundation,
  { definitions }: ServedVersions,
  tools: DevTools | null,
): readonly FolderWatch[] {
  if (watch === false || config.publish !== 'on-save') return [];
  const extensionsFolder = extensionsFolderOf(config.funnelsDir);
  const edited = watchFolder(
    config.funnelsDir,
    (paths) => void definitions.reload(paths).then(() => tools?.announce(paths)),
    watch,
  );
  if (extensionsFolder === null) return [edited];
  // A set of no paths: no definition changed, and extensions are always compared.
  const extensions = watchFolder(
    extensionsFolder,
    () => void definitions.reload(new Set()).then(() => tools?.announce(null)),
    {
      ...watch,
      isOptional: true,
    },
  );
  return [edited, extensions];
}
