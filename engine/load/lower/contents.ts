import type { Block, BlockPlace, Contents, FlowDefinition, PageFile, Player } from '../../definition.ts';
import { stepRole } from '../../steps/machines.ts';
import { planOf } from '../../vocabulary/plan.ts';
import { walk } from '../../vocabulary/walk.ts';
import type { DataPath } from '../source/source.ts';

const isWithin = (path: DataPath, outer: DataPath): boolean => outer.every((segment, index) => path[index] === segment);

/** The contents of a page. @param page compiled, without blocks that are never shown */
export const pageContents = (page: PageFile): Contents => contentsOf('page', page, false);

/** The contents of a flow's steps. @param flow compiled, without blocks that are never shown */
export const flowContents = (flow: FlowDefinition): Contents =>
  contentsOf(
    'flow',
    flow,
    Object.values(flow.steps).some((step) => stepRole(step) === 'exit'),
  );

/** Collects values by the kinds in the schemas. */
function contentsOf(kind: 'page' | 'flow', definition: unknown, leaves: boolean): Contents {
  const blocks: (BlockPlace & { readonly players: Player[] })[] = [];
  const assets = new Set<string>();
  const flows = new Set<string>();
  const around: { readonly path: DataPath; readonly held: (typeof blocks)[number] }[] = [];
  let opens = false;
  /** The innermost block that contains a value. */
  const blockAt = (path: DataPath) => {
    while (around.length > 0 && !isWithin(path, (around.at(-1) as (typeof around)[number]).path)) around.pop();
    return around.at(-1)?.held ?? null;
  };
  walk(planOf(kind), definition, {
    annotated(word, value) {
      if (word === 'asset') assets.add(String(value));
      else if (word === 'flow') flows.add(String(value));
      else if (word === 'overlay') opens = true;
      return value;
    },
    enter(name, value, path) {
      if (name !== 'block') return;
      const held = { block: value as Block, parent: blockAt(path)?.block ?? null, players: [] };
      blocks.push(held);
      around.push({ path: [...path], held });
    },
    hold(_, { provider, videoId }, path) {
      blockAt(path)?.players.push({ host: String(provider), video: String(videoId) });
    },
  });
  return { blocks, assets: [...assets], flows: [...flows].sort(), opens, leaves };
}
