/** `funnel graph [FLOW…]`: flows as Mermaid and SVG. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { SiteDefinition } from '../../engine/definition.ts';
import { flowGraph } from '../../engine/graph/flow-graph.ts';
import { mermaidOf } from '../../engine/graph/mermaid.ts';
import type { FlowGraph } from '../../engine/graph/model.ts';
import { svgOf } from '../../engine/graph/svg.ts';
import { createIntakeAnswers } from '../../engine/intakes/answers.ts';
import type { DraftContent } from '../../engine/load/link/draft.ts';
import { findFlowPaths } from '../../engine/walks/paths.ts';
import { compiledFlow } from '../definitions/flow-machine.ts';
import { redirectOf } from '../intakes/redirect.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { axesAtMoment, definitionFilesOf, draftOf, missingFlow, sitesOf } from './definitions.ts';
import { countOf } from './lines.ts';

type Format = 'svg' | 'mmd';

/** How each ending of a file is drawn. */
const formatOf: Readonly<Record<string, Format>> = { '.svg': 'svg', '.mmd': 'mmd', '.mermaid': 'mmd' };

/** The graph of a flow of a site. @param draft the same definitions as written */
export function graphOfFlow(site: SiteDefinition, draft: DraftContent | undefined, id: string): FlowGraph {
  const flow = site.flows[id];
  if (flow === undefined) throw new RangeError(missingFlow(site, id) as string);
  const compiled = compiledFlow(site, flow);
  const written = draft?.flows.get(id)?.data.steps;
  return flowGraph(compiled, {
    paths: findFlowPaths(compiled, createIntakeAnswers(site, redirectOf, true)),
    // As written, texts and conditions are strings.
    condition: (step, branch) => (written?.[step]?.branch?.[branch]?.when as string | undefined) ?? null,
  });
}

/** @returns the exit code: 0 drawn, 2 there is no such flow or folder, or the drawing could not be written */
export async function graph({ positionals, switches, values }: CommandCall, output: Output): Promise<number> {
  const folder = values['funnels'] ?? 'funnels';
  const { out, at } = values;
  if (switches.has('svg') && switches.has('mermaid'))
    throw new InvalidArguments(
      'Use either --svg or --mermaid. With --out FOLDER and neither of them, both are written.',
    );
  const wantedFormat: Format | null = switches.has('svg') ? 'svg' : switches.has('mermaid') ? 'mmd' : null;
  try {
    const files = await definitionFilesOf(folder);
    const { site: today, sites } = await sitesOf(folder);
    const site = at === undefined ? today : sites.of(axesAtMoment(at, today));
    const draft = draftOf(files);
    const wanted = positionals.length > 0 ? positionals : Object.keys(site.flows);
    for (const id of wanted) {
      const missing = missingFlow(site, id);
      if (missing !== null) throw new RangeError(missing);
    }
    if (wanted.length === 0) throw new RangeError(`The definitions in ${folder} have no flow.`);
    const drawn = (id: string, format: Format): string => {
      const found = graphOfFlow(site, draft, id);
      return format === 'svg' ? svgOf(found, at === undefined ? null : `at ${at}`) : `${mermaidOf(found)}\n`;
    };
    if (out === undefined) {
      if (wantedFormat === 'svg' && wanted.length > 1)
        throw new InvalidArguments(
          'SVG is printed for one flow at a time. Name the flow, or write all with --out FOLDER.',
        );
      for (const id of wanted) output.out(drawn(id, wantedFormat ?? 'mmd').trimEnd());
      return 0;
    }
    const ending = extname(out);
    if (ending !== '' && formatOf[ending] === undefined)
      throw new InvalidArguments(`--out ${out}: write .svg or .mmd at the end of a file. A folder has no ending.`);
    if (ending !== '') {
      const format = formatOf[ending] as Format;
      if (wantedFormat !== null && wantedFormat !== format)
        throw new InvalidArguments(`--out ${out} does not end in .${wantedFormat}.`);
      const [only, ...more] = wanted;
      if (only === undefined || more.length > 0)
        throw new InvalidArguments(`--out ${out} is one file. Name one flow, or give --out a folder.`);
      await written(out, drawn(only, format));
      output.out(`Wrote ${out}.`);
      return 0;
    }
    const formats: readonly Format[] = wantedFormat === null ? ['svg', 'mmd'] : [wantedFormat];
    for (const id of wanted)
      for (const format of formats) await written(join(out, `${id}.${format}`), drawn(id, format));
    output.out(`Wrote ${countOf(wanted.length * formats.length, 'file')} to ${out}.`);
    return 0;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    output.err(error.message);
    return 2;
  }
}

/** Writes a file and makes its folder. @throws RangeError */
async function written(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (error) {
    throw new RangeError(`${path} could not be written: ${(error as Error).message}`);
  }
}
