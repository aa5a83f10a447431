/** An editor of definitions: the protocol's own client, connected to a process of `funnel lsp`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type CompletionItem,
  CompletionRequest,
  createProtocolConnection,
  DefinitionRequest,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  type Hover,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  type Location,
  type Position,
  PrepareRenameRequest,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  ReferencesRequest,
  RenameRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type WorkspaceEdit,
} from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { projectRoot } from './site-server.ts';

/** The place of the cursor in a text. */
export const cursor = '§';

export class EditorClient {
  /** The diagnostics that the server has sent last, by path. */
  readonly diagnostics = new Map<string, readonly Diagnostic[]>();
  private readonly child: ChildProcess;
  private readonly connection: ProtocolConnection;
  private readonly folder: string;
  private readonly versions = new Map<string, number>();
  private listeners: (() => void)[] = [];

  private constructor(folder: string, child: ChildProcess, connection: ProtocolConnection) {
    this.folder = folder;
    this.child = child;
    this.connection = connection;
    connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
      this.diagnostics.set(decodeURIComponent(uri.slice(this.uri('').length)), diagnostics);
      for (const listener of this.listeners) listener();
    });
  }

  /** @param folder the editor's workspace, or with `args` the folder that the command names */
  static async start(folder: string, args: readonly string[] = [folder]): Promise<EditorClient> {
    const child = spawn(process.execPath, [join(projectRoot, 'server/cli/funnel.mjs'), 'lsp', ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (child.stdout === null || child.stdin === null) throw new Error('The server has no streams.');
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    const client = new EditorClient(folder, child, connection);
    connection.listen();
    const rootUri = pathToFileURL(folder).href;
    await connection.sendRequest(InitializeRequest.type, { processId: process.pid, rootUri, capabilities: {} });
    await connection.sendNotification(InitializedNotification.type, {});
    return client;
  }

  private uri(path: string): string {
    return `${pathToFileURL(this.folder).href}/${path}`;
  }

  /** The text of a file on the disk. */
  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  /** Types a text into a document, which is opened if it is not. */
  async type(path: string, text: string): Promise<void> {
    const version = (this.versions.get(path) ?? 0) + 1;
    this.versions.set(path, version);
    const uri = this.uri(path);
    if (version === 1)
      await this.connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri, languageId: 'yaml', version, text },
      });
    else
      await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      });
  }

  /** Waits until the server has sent diagnostics of which a condition holds. */
  async until(path: string, isWanted: (diagnostics: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]> {
    for (;;) {
      const found = this.diagnostics.get(path);
      if (found !== undefined && isWanted(found)) return found;
      await new Promise<void>((done) => {
        this.listeners.push(done);
      });
      this.listeners = [];
    }
  }

  /** Types a text with a cursor in it. @returns the document and the position of the cursor */
  private async typeAt(path: string, text: string) {
    const offset = text.indexOf(cursor);
    if (offset < 0) throw new RangeError(`There is no ${cursor} in the text of ${path}.`);
    const plain = text.replace(cursor, '');
    await this.type(path, plain);
    const position = TextDocument.create('', 'yaml', 0, plain).positionAt(offset);
    return { textDocument: { uri: this.uri(path) }, position, plain };
  }

  async complete(path: string, text: string): Promise<CompletionItem[]> {
    const { plain: _, ...at } = await this.typeAt(path, text);
    return ((await this.connection.sendRequest(CompletionRequest.type, at)) ?? []) as CompletionItem[];
  }

  /** The text after an offer has been chosen. @throws RangeError when it is not offered */
  async choose(path: string, text: string, label: string): Promise<string> {
    const found = (await this.complete(path, text)).find((item) => item.label === label);
    const edit = found?.textEdit as { range: { start: Position; end: Position }; newText: string } | undefined;
    if (edit === undefined) throw new RangeError(`${label} is not offered.`);
    return TextDocument.applyEdits(TextDocument.create('', 'yaml', 0, text.replace(cursor, '')), [edit]);
  }

  async definition(path: string, text: string): Promise<Location[]> {
    const { plain: _, ...at } = await this.typeAt(path, text);
    return ((await this.connection.sendRequest(DefinitionRequest.type, at)) ?? []) as Location[];
  }

  async references(path: string, text: string): Promise<Location[]> {
    const { plain: _, ...at } = await this.typeAt(path, text);
    const context = { includeDeclaration: true };
    return (await this.connection.sendRequest(ReferencesRequest.type, { ...at, context })) ?? [];
  }

  async hover(path: string, text: string): Promise<string> {
    const { plain: _, ...at } = await this.typeAt(path, text);
    const hover: Hover | null = await this.connection.sendRequest(HoverRequest.type, at);
    return (hover?.contents as { value: string } | undefined)?.value ?? '';
  }

  async prepareRename(path: string, text: string): Promise<unknown> {
    const { plain: _, ...at } = await this.typeAt(path, text);
    return this.connection.sendRequest(PrepareRenameRequest.type, at);
  }

  /** @throws the server's error when the name cannot be changed so */
  async rename(path: string, text: string, newName: string): Promise<WorkspaceEdit | null> {
    const { plain: _, ...at } = await this.typeAt(path, text);
    return this.connection.sendRequest(RenameRequest.type, { ...at, newName });
  }

  /** Ends the server as an editor does. @returns its exit code */
  async stop(): Promise<number | null> {
    const ended = new Promise<number | null>((done) => this.child.once('exit', done));
    await this.connection.sendRequest(ShutdownRequest.type);
    await this.connection.sendNotification(ExitNotification.type);
    return ended;
  }
}
