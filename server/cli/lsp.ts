/** `funnel lsp [FOLDER]`: a language server for definitions over standard input and output. */
import {
  createConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { serveEditor } from './lsp/server.ts';

/** Serves until the editor closes the connection. @returns the exit code: 0 */
export async function lsp({ positionals }: CommandCall, output: Output): Promise<number> {
  const [folder = null, ...more] = positionals;
  if (more.length > 0) throw new InvalidArguments('Only one folder can be served at a time.');
  // Standard output belongs to the protocol.
  if (process.stdin.isTTY)
    output.err('This command is started by an editor, which speaks with it over standard input. Ctrl+D ends it.');
  const connection = createConnection(
    ProposedFeatures.all,
    new StreamMessageReader(process.stdin),
    new StreamMessageWriter(process.stdout),
  );
  serveEditor(connection, folder);
  await new Promise<void>((done) => {
    process.stdin.once('end', done);
    process.stdin.once('close', done);
    connection.onExit(() => done());
  });
  return 0;
}
