/** What a tool of `funnel mcp` is, and what the tools share. */
import { type AuthorProblem, withNotesLast } from '../../../engine/errors/problem.ts';
import type { LoadedSite } from '../../../engine/load/load-site.ts';
import { problemText } from '../../definitions/refusal.ts';
import { countOf, severityCounts } from '../lines.ts';
import { exampleLine, witnessFinder } from '../witnesses.ts';

/** What a tool replies. */
export interface ToolReply {
  readonly text: string;
  /** A PNG picture. */
  readonly image?: Buffer;
  /** What belongs beside the text and is no part of it. */
  readonly note?: string;
  /** Whether the call did not do what it was for. */
  readonly failed?: boolean;
}

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

/** The schema of a text. */
export const textArgument = (description: string) => ({ type: 'string', description });

/** The most problems that a reply has: those behind them are often their consequences. */
const mostProblems = 20;

/** The problems of a check, with what shows them, and a line that sums them up. */
export function checkText({ problems, site }: Pick<LoadedSite, 'problems' | 'site'>, files: number): string {
  const witness = witnessFinder(site);
  const textOf = (problem: AuthorProblem): string => {
    const shown = witness(problem);
    return [problemText(problem), ...(shown === null ? [] : [exampleLine(shown)])].join('\n');
  };
  const errors = problems.filter(({ severity }) => severity === 'error');
  const ordered = [...errors, ...withNotesLast(problems).filter(({ severity }) => severity !== 'error')];
  const more = ordered.length - mostProblems;
  return [
    ...ordered.slice(0, mostProblems).map(textOf),
    ...(more > 0 ? [`${more} more; correct these first.`] : []),
    [countOf(files, 'file'), ...severityCounts(problems)].join(', '),
  ].join('\n\n');
}
