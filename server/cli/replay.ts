/** `funnel replay TRACE [folder]`: replays a trace headlessly and shows the first difference. */
import { readFile } from 'node:fs/promises';
import { compileFlow } from '../../engine/compile/index.ts';
import { judgeForms } from '../../engine/forms/index.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import { type Replay, replayTrace } from '../../engine/trace/replay.ts';
import { trace as isTraceLine } from '../../schemas/generated/validators.js';
import { loadFolder } from '../definitions/load.ts';
import { formMessages } from '../messages/form-messages.ts';
import type { Output } from './command.ts';

/** How many steps before the difference are shown. */
const shownBefore = 5;

/** The lines of a trace. @throws SyntaxError that names the faulty line */
export function parseTrace(text: string): TraceLine[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch {
        throw new SyntaxError(`Line ${index + 1} of the trace is not JSON.`);
      }
      if (!isTraceLine(value))
        throw new SyntaxError(
          `Line ${index + 1} is no line of a trace: ${isTraceLine.errors?.[0]?.instancePath} ${isTraceLine.errors?.[0]?.message}.`,
        );
      return value as TraceLine;
    });
}

const eventText = (event: unknown): string => (event === null ? 'start' : JSON.stringify(event));

/** A replay as text: its steps, and what differs. */
export function describeReplay({ head, steps, divergence, sameBehaviour, ended }: Replay): string {
  const shown = divergence === null ? steps : steps.slice(-shownBefore - 1);
  const first = steps[0]?.at ?? 0;
  const lines = shown.map(({ n, at, event, state, effects, refused }) => {
    const asked = (effects as { kind: string }[]).map((effect) => effect.kind).join(', ');
    return `${String(n).padStart(4)}  +${((at - first) / 1000).toFixed(1).padStart(6)} s  ${state.padEnd(32)} ${eventText(event)}${refused ? '  (nobody took it)' : ''}${asked === '' ? '' : `  → ${asked}`}`;
  });
  const header = `Trace of flow ${head.flow}, recorded ${new Date(head.input.at).toISOString()}${sameBehaviour ? '' : '; the flow decides differently today'}`;
  const outcome =
    divergence === null
      ? `${steps.length} steps replayed, no difference.${ended ? '' : ' The visitor left before the end.'}`
      : `First difference at step ${divergence.n}: ${divergence.kind}\n  recorded  ${divergence.expected}\n  replayed  ${divergence.found}`;
  return [header, ...lines, outcome].join('\n');
}

/**
 * Replays a trace headlessly on the flows of a folder.
 * @param args the trace's file and the folder
 * @returns the exit code: 0 no difference, 1 a difference, 2 it could not be replayed
 */
export async function replay([path, folder = 'funnels']: readonly string[], output: Output): Promise<number> {
  if (path === undefined) {
    output.err('Usage: funnel replay TRACE [folder]');
    return 2;
  }
  try {
    const lines = parseTrace(await readFile(path, 'utf8'));
    const { site, problems } = await loadFolder(folder);
    if (site === null)
      throw new RangeError(`The definitions in ${folder} have ${problems.length} problems: run \`funnel check\`.`);
    const id = lines[0]?.kind === 'head' ? lines[0].flow : '';
    const flow = site.flows[id];
    if (flow === undefined) throw new RangeError(`There is no flow "${id}" in ${folder}.`);
    const forms = flow.forms.map((form) => site.forms[form]).filter((form) => form !== undefined);
    const result = replayTrace(compileFlow(flow, forms, judgeForms(forms, formMessages(site))), lines);
    output.out(describeReplay(result));
    return result.divergence === null ? 0 : 1;
  } catch (error) {
    output.err(error instanceof Error ? error.message : String(error));
    return 2;
  }
}
