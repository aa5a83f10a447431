/** `funnel mcp [FOLDER]`: a server of the Model Context Protocol over standard input and output. */
import { readFileSync } from 'node:fs';
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import type { McpTool } from './mcp/tool.ts';
import { mcpTools } from './mcp/tools.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

const instructions = `Writes funnels: pages, forms and flows as YAML definitions. Read \`reference\` first. Then write all files that belong
together in one call of \`write\`; it keeps them only if the whole folder passes the check, and otherwise returns the errors
with their positions. Change a file that exists with \`edit\`, based on the version that \`read\` gives. Look at the result with
\`graph\` and \`preview\`, prove it with \`paths\` and \`scenario\`.`;

function mcpServer(tools: readonly McpTool[]): McpServer {
  const server = new McpServer({ name: 'funnel', version }, { instructions });
  for (const { name, title, description, input, isReadOnly, run } of tools)
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: fromJsonSchema<Record<string, unknown>>(input),
        annotations: { title, readOnlyHint: isReadOnly, destructiveHint: !isReadOnly, openWorldHint: false },
      },
      async (args) => {
        const { text, image, note, failed = false } = await run(args);
        return {
          content: [
            ...(image === undefined
              ? []
              : [{ type: 'image' as const, data: image.toString('base64'), mimeType: 'image/png' }]),
            { type: 'text' as const, text },
            ...(note === undefined ? [] : [{ type: 'text' as const, text: note }]),
          ],
          ...(failed ? { isError: true } : {}),
        };
      },
    );
  return server;
}

/** Serves until the client closes standard input. @returns the exit code: 0 */
export async function mcp({ positionals }: CommandCall, output: Output): Promise<number> {
  const [folder = 'funnels', ...more] = positionals;
  if (more.length > 0) throw new InvalidArguments('Only one folder can be served at a time.');
  const tools = mcpTools(folder);
  // Standard output belongs to the protocol.
  if (process.stdin.isTTY)
    output.err('This command is started by an assistant, which speaks with it over standard input. Ctrl+D ends it.');
  const handle = serveStdio(() => mcpServer(tools), { onerror: (error) => output.err(error.message) });
  await new Promise<void>((done) => {
    process.stdin.once('end', done);
    process.stdin.once('close', done);
  });
  await handle.close();
  return 0;
}
