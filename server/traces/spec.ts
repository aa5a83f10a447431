/** A recorded visit as a Playwright test. */
import type { SiteDefinition } from '../../engine/definition.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { equalJson } from '../../engine/trace/differences.ts';
import { replayTrace } from '../../engine/trace/replay.ts';
import { playwrightSpec, type ReplayedTrace } from '../../engine/trace/spec.ts';
import type { TraceHead } from '../../schemas/generated/types.ts';
import type { TraceSource } from './read.ts';

/** The overlay of the page on which a flow was begun; null if the flow was a page of its own. */
function overlayOf({ pages, routes }: SiteDefinition, { flow, input }: TraceHead): string | null {
  const page = pages[routes[input.visit['path'] ?? '/']?.page ?? ''];
  const fits = Object.entries(page?.overlays ?? {}).filter(
    ([, overlay]) => overlay.flow === flow && equalJson({ ...overlay.with }, input.saved),
  );
  return fits[0]?.[0] ?? null;
}

/**
 * Writes the test of the traces of one visit.
 * @param flowOf the flow of a trace
 * @param name of the file, for messages
 * @throws RangeError if they cannot be read, or differ from the definitions
 */
export async function specOfTraces(
  site: SiteDefinition,
  sources: readonly TraceSource[],
  flowOf: (head: TraceHead) => CompiledFlow | Promise<CompiledFlow>,
  name: string,
): Promise<string> {
  const recorded: ReplayedTrace[] = [];
  let compiled: CompiledFlow | null = null;
  for (const source of sources) {
    if (source.error !== null) throw new RangeError(`${source.name}: ${source.error}`);
    const flow = await flowOf(source.head);
    const { divergence, missing, head, steps } = replayTrace(flow, source.lines);
    if (divergence !== null)
      throw new RangeError(
        `${source.name} differs from the definitions at step ${divergence.n}: the test would fail. \`funnel replay\` shows the difference.`,
      );
    if (missing !== null) throw new RangeError(`${source.name} is incomplete: step ${missing[0]} is missing.`);
    compiled ??= flow;
    if (head.flow === compiled.flow.flow) recorded.push({ head, steps });
  }
  const [first] = recorded;
  if (compiled === null || first === undefined) throw new RangeError(`${name} has no trace.`);
  return playwrightSpec(compiled, recorded, overlayOf(site, first.head));
}
