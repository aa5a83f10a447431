/** Tools that show what definitions mean: drawings, pictures, and what an edit would do. */
import { join } from 'node:path';
import { mermaidOf } from '../../../engine/graph/mermaid.ts';
import { svgOf } from '../../../engine/graph/svg.ts';
import { expandFunnel } from '../../../engine/load/expand-funnel.ts';
import type { LoadedSite } from '../../../engine/load/load-site.ts';
import { problemText } from '../../definitions/refusal.ts';
import { draftOf } from '../definitions.ts';
import { graphOfFlow } from '../graph.ts';
import { impact } from '../impact.ts';
import { printedBy } from './command-tools.ts';
import { checked, type FileEdit, filesIn, withEdits } from './definition-files.ts';
import { withDraft } from './draft-folder.ts';
import { wholeFiles } from './file-tools.ts';
import { drawPreview, type PreviewSubject } from './preview.ts';
import { checkText, type McpTool, textArgument } from './tool.ts';

export function siteTools(folder: string): McpTool[] {
  /** The site with edits. @throws RangeError when it has errors */
  async function requireSite(edits: readonly FileEdit[] = []) {
    const files = await withEdits(folder, await filesIn(folder), edits);
    const loaded = checked(files);
    if (loaded.site === null)
      throw new RangeError(`The definitions have errors.\n\n${checkText(loaded, files.files.length)}`);
    return { site: loaded.site as NonNullable<LoadedSite['site']>, files };
  }
  return [
    {
      name: 'expand',
      title: 'Expand a funnel in one file',
      description:
        'Returns the page, flow, form and intake that a *.funnel.yaml stands for, to replace it where it lacks a key.',
      input: { type: 'object', properties: { funnel: textArgument('The id of the funnel.') }, required: ['funnel'] },
      isReadOnly: true,
      run: async ({ funnel }) => {
        const { files } = await filesIn(folder);
        const { path, files: long, known, report } = expandFunnel(files, funnel as string);
        if (path === undefined)
          throw new RangeError(
            `There is no funnel in one file with the id ${funnel}. ${known.length === 0 ? '' : `There are: ${known.join(', ')}.`}`.trim(),
          );
        const problems = report.problems.map(problemText);
        return {
          text: [...problems, ...long.map((file) => `# ${file.path}\n${file.text}`)].join('\n'),
          failed: report.failed,
        };
      },
    },
    {
      name: 'graph',
      title: 'Draw a flow',
      description:
        'Draws a flow as Mermaid or SVG: steps, conditions, calls, and what no visitor can reach. The flow of a *.funnel.yaml has its id.',
      input: {
        type: 'object',
        properties: {
          flow: textArgument('The id of the flow.'),
          format: { enum: ['mermaid', 'svg'], description: 'Default: mermaid.' },
        },
        required: ['flow'],
      },
      isReadOnly: true,
      run: async ({ flow, format }) => {
        const { site, files } = await requireSite();
        const found = graphOfFlow(site, draftOf(files), flow as string);
        return { text: format === 'svg' ? svgOf(found) : mermaidOf(found) };
      },
    },
    {
      name: 'preview',
      title: 'Preview a page, step or e-mail',
      description:
        'Shows a page, a step of a flow with plausible answers before it, or an e-mail with plausible values, as a picture. Nothing is stored.',
      input: {
        type: 'object',
        properties: {
          path: textArgument('The path of a page, such as /level.'),
          flow: textArgument('In place of a path: the id of a flow.'),
          step: textArgument('The step of the flow (default: its first one).'),
          when: textArgument(
            "A condition that holds at the step, over the values of the flow, to see one of several results: result == 'high'",
          ),
          email: textArgument('In place of a path: the id of an e-mail.'),
          files: {
            ...wholeFiles,
            description: 'Edits that are not written yet: the preview shows the site with them.',
          },
          device: { enum: ['phone', 'desktop'], description: 'Default: phone.' },
        },
      },
      isReadOnly: true,
      run: async ({ files = [], ...subject }) => {
        if ([subject['path'], subject['flow'], subject['email']].filter((each) => each !== undefined).length !== 1)
          throw new RangeError('Give either a path, or a flow with a step, or an email.');
        const edits = files as readonly FileEdit[];
        await requireSite(edits);
        return withDraft(folder, edits, (copy) => drawPreview(copy, subject as PreviewSubject));
      },
    },
    {
      name: 'impact',
      title: 'Impact of an edit',
      description:
        'Replays recorded visits on edited definitions, without writing them: which visitors would be refused or end elsewhere.',
      input: {
        type: 'object',
        properties: {
          files: wholeFiles,
          traces: {
            type: 'array',
            items: { type: 'string' },
            minItems: 1,
            description: 'Trace files, or folders of them (default: data/traces).',
          },
        },
        required: ['files'],
      },
      isReadOnly: true,
      run: async ({ files, traces }) => {
        const edits = files as readonly FileEdit[];
        await requireSite(edits);
        const positionals = (traces as string[] | undefined) ?? [join(process.env['DATA_DIR'] ?? 'data', 'traces')];
        return withDraft(folder, edits, async (copy) => {
          const call = { positionals, switches: new Set(['markdown']), values: { against: copy, funnels: folder } };
          const { code, printed } = await printedBy(impact, call);
          return { text: printed, failed: code === 2 };
        });
      },
    },
  ];
}
