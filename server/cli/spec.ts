/** `funnel spec TRACE`: a recorded visit as a Playwright test. */
import { writeFile } from 'node:fs/promises';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { equalJson } from '../../engine/trace/differences.ts';
import { replayTrace } from '../../engine/trace/replay.ts';
import { playwrightSpec, type ReplayedTrace } from '../../engine/trace/spec.ts';
import type { TraceHead } from '../../schemas/generated/types.ts';
import { readTraces } from '../traces/read.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { siteOf } from './definitions.ts';
import { flowsOf } from './trace-flows.ts';

/** The overlay of the page on which a flow was begun; null if the flow was a page of its own. */
function overlayOf({ pages, routes }: SiteDefinition, { flow, input }: TraceHead): string | null {
  const page = pages[routes[input.visit['path'] ?? '/']?.page ?? ''];
  const fits = Object.entries(page?.overlays ?? {}).filter(
    ([, overlay]) => overlay.flow === flow && equalJson({ ...overlay.with }, input.saved),
  );
  return fits[0]?.[0] ?? null;
}

/**
 * Prints the test, or writes it to a file.
 * @returns the exit code: 0 written; 2 the trace cannot be read or replayed on the definitions
 */
export async function spec({ positionals, values }: CommandCall, output: Output): Promise<number> {
  const [file, ...more] = positionals;
  if (file === undefined) throw new InvalidArguments('Give a trace file.');
  if (more.length > 0)
    throw new InvalidArguments('A test is made of one trace file. Several traces of it become one test.');
  try {
    const folder = values['funnels'] ?? 'funnels';
    const flowOf = await flowsOf(folder, undefined);
    const sources = await readTraces(file);
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
    if (compiled === null) throw new RangeError(`${file} has no trace.`);
    const [first] = recorded;
    const overlay = first === undefined ? null : overlayOf(await siteOf(folder), first.head);
    const text = playwrightSpec(compiled, recorded, overlay);
    if (values['output'] === undefined) output.out(text.trimEnd());
    else await writeFile(values['output'], text);
    return 0;
  } catch (error) {
    output.err(error instanceof Error ? error.message : String(error));
    return 2;
  }
}
