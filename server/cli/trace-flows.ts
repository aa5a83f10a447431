/** The flows of a folder of definitions, for traces. */
import { type FlowOf, flowsOfFolder } from '../impact/flows.ts';
import { axesAtMoment, siteOf } from './definitions.ts';

/**
 * The flows of a folder, each compiled when a trace first needs it.
 * @param moment the moment at which every trace is replayed, instead of the trace's own
 * @throws RangeError when the definitions have errors
 */
export async function flowsOf(folder: string, moment: string | undefined): Promise<FlowOf> {
  const today = await siteOf(folder);
  const axes = moment === undefined ? undefined : axesAtMoment(moment, today);
  return flowsOfFolder(
    async (wanted) => (wanted === undefined ? today : siteOf(folder, { axes: wanted })),
    folder,
    axes,
  );
}
