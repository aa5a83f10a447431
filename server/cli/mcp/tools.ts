/** The tools that `funnel mcp` offers. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nearest } from '../../../engine/errors/nearest.ts';
import { mermaidOf } from '../../../engine/graph/mermaid.ts';
import { svgOf } from '../../../engine/graph/svg.ts';
import { expandFunnel } from '../../../engine/load/expand-funnel.ts';
import type { LoadedSite } from '../../../engine/load/load-site.ts';
import { fileKindOf } from '../../../engine/load/parse/parse-file.ts';
import { problemText } from '../../definitions/refusal.ts';
import { packageFolder } from '../../package-folder.ts';
import { draftOf } from '../definitions.ts';
import { graphOfFlow } from '../graph.ts';
import { impact } from '../impact.ts';
import { countOf } from '../lines.ts';
import { checked, definitionPlace, type FileEdit, filesIn, withEdits, writeEdits } from './definition-files.ts';
import { drawPreview } from './preview.ts';
import type { ToolReply } from './reply.ts';

export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The arguments, as JSON Schema. */
  readonly input: {
    readonly type: 'object';
    readonly properties: Record<string, object>;
    readonly required?: string[];
  };
  readonly isReadOnly: boolean;
  /** @param args are valid by `input` */
  run(args: Readonly<Record<string, unknown>>): Promise<ToolReply>;
}

const reference = join(packageFolder, 'llms-reference.md');

/** The most problems that a reply has: those behind them are often their consequences. */
const mostProblems = 20;

/** The problems of a check, and a line that sums them up. */
function checkText({ problems }: Pick<LoadedSite, 'problems'>, files: number): string {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const ordered = [...errors, ...problems.filter(({ severity }) => severity !== 'error')];
  const more = ordered.length - mostProblems;
  return [
    ...ordered.slice(0, mostProblems).map(problemText),
    ...(more > 0 ? [`${more} more; correct these first.`] : []),
    [countOf(files, 'file'), countOf(errors.length, 'error'), countOf(problems.length - errors.length, 'warning')].join(
      ', ',
    ),
  ].join('\n\n');
}

/** Replies with what went wrong for the caller; other errors are mistakes of the engine and are thrown. */
const answering =
  (run: McpTool['run']): McpTool['run'] =>
  async (args) => {
    try {
      return await run(args);
    } catch (error) {
      if (error instanceof RangeError || (error instanceof Error && 'code' in error))
        return { text: error.message, failed: true };
      throw error;
    }
  };

const text = (description: string) => ({ type: 'string', description });

const edits = {
  type: 'array',
  minItems: 1,
  description: 'The files, with their whole texts.',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['path', 'text'],
    properties: {
      path: text('The path below the folder, such as level/level.funnel.yaml.'),
      text: { type: ['string', 'null'], description: 'The whole new text; null removes the file.' },
    },
  },
};

/**
 * The tools over a definitions' folder. They read the folder at each call, so that they see the edits of others.
 * @param folder need not exist yet
 */
export function mcpTools(folder: string): McpTool[] {
  /** The folder's site. @throws RangeError when it has errors */
  const requireSite = async (): Promise<{
    site: NonNullable<LoadedSite['site']>;
    files: Awaited<ReturnType<typeof filesIn>>;
  }> => {
    const files = await filesIn(folder);
    const loaded = checked(files);
    if (loaded.site === null)
      throw new RangeError(`The definitions have errors.\n\n${checkText(loaded, files.files.length)}`);
    return { site: loaded.site, files };
  };
  const tools: McpTool[] = [
    {
      name: 'reference',
      title: 'Reference',
      description:
        'How definitions are written: files, keys, blocks, functions, rules, and a valid example. Read it before the first edit.',
      input: { type: 'object', properties: {} },
      isReadOnly: true,
      run: async () => ({ text: readFileSync(reference, 'utf8') }),
    },
    {
      name: 'list',
      title: 'List definitions',
      description: 'Lists the definition files with their kind, and the assets that they may refer to.',
      input: { type: 'object', properties: {} },
      isReadOnly: true,
      run: async () => {
        const { files, assets } = await filesIn(folder);
        if (files.length === 0)
          return { text: 'The folder is empty. Begin with site.yaml; `reference` has an example.' };
        const lines = files.map(({ path }) => `${path} (${fileKindOf(path) ?? 'unknown kind'})`);
        return { text: [...lines, ...[...assets].map((path) => `${path} (asset)`)].join('\n') };
      },
    },
    {
      name: 'read',
      title: 'Read a definition',
      description: 'Returns the text of a definition file.',
      input: { type: 'object', properties: { path: text('Its path, as `list` shows it.') }, required: ['path'] },
      isReadOnly: true,
      run: async ({ path }) => {
        definitionPlace(folder, path as string);
        const { files } = await filesIn(folder);
        const found = files.find((file) => file.path === path);
        if (found !== undefined) return { text: found.text };
        const near = nearest(
          path as string,
          files.map((file) => file.path),
        );
        throw new RangeError(`There is no file ${path}.${near === undefined ? '' : ` Did you mean ${near}?`}`);
      },
    },
    {
      name: 'write',
      title: 'Write definitions',
      description:
        'Writes definition files and checks the whole folder with them. If there is an error, nothing is written and the errors are returned. Files that refer to each other belong in one call. A running server serves them at once.',
      input: { type: 'object', properties: { files: edits }, required: ['files'] },
      isReadOnly: false,
      run: async ({ files }) => {
        const wanted = files as readonly FileEdit[];
        const edited = withEdits(folder, await filesIn(folder), wanted);
        const loaded = checked(edited);
        const report = checkText(loaded, edited.files.length);
        if (loaded.site === null) return { text: `Nothing was written.\n\n${report}`, failed: true };
        writeEdits(folder, wanted);
        const done = wanted.map(({ path, text: its }) => `${its === null ? 'Removed' : 'Wrote'} ${path}.`);
        return { text: `${done.join('\n')}\n\n${report}` };
      },
    },
    {
      name: 'check',
      title: 'Check the definitions',
      description: 'Lists the errors and warnings of all definitions, each with its place and what to write instead.',
      input: { type: 'object', properties: {} },
      isReadOnly: true,
      run: async () => {
        const files = await filesIn(folder);
        const loaded = checked(files);
        return { text: checkText(loaded, files.files.length), failed: loaded.site === null };
      },
    },
    {
      name: 'expand',
      title: 'Expand a funnel in one file',
      description:
        'Returns the page, flow, form and intake that a *.funnel.yaml stands for, to replace it where it lacks a key.',
      input: { type: 'object', properties: { funnel: text('The id of the funnel.') }, required: ['funnel'] },
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
          flow: text('The id of the flow.'),
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
      title: 'Preview a page or step',
      description:
        'Shows a page, or a step of a flow with plausible answers before it, as a picture. Nothing is stored.',
      input: {
        type: 'object',
        properties: {
          path: text('The path of a page, such as /level.'),
          flow: text('In place of a path: the id of a flow.'),
          step: text('The step of the flow (default: its first one).'),
          device: { enum: ['phone', 'desktop'], description: 'Default: phone.' },
        },
      },
      isReadOnly: true,
      run: async ({ path, flow, step, device }) => {
        if ((path === undefined) === (flow === undefined))
          throw new RangeError('Give either a path, or a flow with a step.');
        await requireSite();
        return drawPreview(folder, { path, flow, step, device } as Parameters<typeof drawPreview>[1]);
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
          files: edits,
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
        const wanted = files as readonly FileEdit[];
        const edited = withEdits(folder, await filesIn(folder), wanted);
        const loaded = checked(edited);
        if (loaded.site === null) return { text: checkText(loaded, edited.files.length), failed: true };
        const copy = mkdtempSync(join(tmpdir(), 'funnel-impact-'));
        try {
          cpSync(folder, copy, { recursive: true, dereference: true });
          writeEdits(copy, wanted);
          const lines: string[] = [];
          const output = {
            out: (line: string) => void lines.push(line),
            err: (line: string) => void lines.push(line),
            colours: false,
          };
          const positionals = (traces as string[] | undefined) ?? [join(process.env['DATA_DIR'] ?? 'data', 'traces')];
          const code = await impact(
            { positionals, switches: new Set(['markdown']), values: { against: copy, funnels: folder } },
            output,
          );
          return { text: lines.join('\n'), failed: code === 2 };
        } finally {
          rmSync(copy, { recursive: true, force: true });
        }
      },
    },
  ];
  return tools.map((tool) => ({ ...tool, run: answering(tool.run) }));
}
