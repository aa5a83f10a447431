/** The tools that `funnel mcp` offers. */
import { InvalidArguments } from '../command.ts';
import { commandTools } from './command-tools.ts';
import { fileTools } from './file-tools.ts';
import { siteTools } from './site-tools.ts';
import type { McpTool } from './tool.ts';

/** Replies with what went wrong for the caller; other errors are mistakes of the engine and are thrown. */
const answering =
  (run: McpTool['run']): McpTool['run'] =>
  async (args) => {
    try {
      return await run(args);
    } catch (error) {
      const isCallers = error instanceof RangeError || error instanceof InvalidArguments;
      if (isCallers || (error instanceof Error && 'code' in error)) return { text: error.message, failed: true };
      throw error;
    }
  };

/**
 * The tools over a definitions' folder. They read the folder at each call, so that they see the edits of others.
 * @param folder need not exist yet
 */
export const mcpTools = (folder: string): McpTool[] =>
  [...fileTools(folder), ...siteTools(folder), ...commandTools(folder)].map((tool) => ({
    ...tool,
    run: answering(tool.run),
  }));
