/** The language server for definitions: YAML as authors write it, in any editor that speaks the Language Server Protocol. */
import { fileURLToPath } from 'node:url';
import {
  type Connection,
  type Diagnostic,
  DiagnosticSeverity,
  ErrorCodes,
  ResponseError,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { AuthorProblem } from '../../../engine/errors/problem.ts';
import { type FolderWatch, watchFolder } from '../../definitions/watch.ts';
import { EditorAnswers } from './answers.ts';
import { type CheckDepth, definitionsFolder, EditedDefinitions } from './definitions.ts';
import { EditorSchemas } from './schemas.ts';

/** Milliseconds without a change before everything is checked as `funnel check` does. */
const pauseMs = 400;

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
} as const;

const diagnosticOf = ({ line, column, length = 1, severity, code, message, hint }: AuthorProblem): Diagnostic => ({
  range: { start: { line: line - 1, character: column - 1 }, end: { line: line - 1, character: column - 1 + length } },
  severity: severities[severity],
  code,
  source: 'funnel',
  message: hint === undefined ? message : `${message}\n${hint}`,
});

/** Sends the problems of files to an editor, of each file only when they change. */
class Diagnostics {
  private readonly connection: Connection;
  private readonly uriOf: (path: string) => string;
  private sent = new Map<string, string>();

  constructor(connection: Connection, uriOf: (path: string) => string) {
    this.connection = connection;
    this.uriOf = uriOf;
  }

  show(problems: readonly AuthorProblem[]): void {
    const byFile = new Map<string, Diagnostic[]>([...this.sent.keys()].map((path) => [path, []]));
    for (const problem of problems)
      byFile.set(problem.file, [...(byFile.get(problem.file) ?? []), diagnosticOf(problem)]);
    const now = new Map<string, string>();
    for (const [path, diagnostics] of byFile) {
      const text = JSON.stringify(diagnostics);
      if (diagnostics.length > 0) now.set(path, text);
      if (this.sent.get(path) !== text && (diagnostics.length > 0 || this.sent.has(path)))
        void this.connection.sendDiagnostics({ uri: this.uriOf(path), diagnostics });
    }
    this.sent = now;
  }
}

/** Runs checks one at a time: a quick one after each edit, a whole one when there is none for a while. */
class Checks {
  private readonly run: (depth: CheckDepth) => Promise<void>;
  private readonly failed: (error: Error) => void;
  private wanted: CheckDepth | null = null;
  private isRunning = false;
  private pause: NodeJS.Timeout | undefined;

  constructor(run: (depth: CheckDepth) => Promise<void>, failed: (error: Error) => void) {
    this.run = run;
    this.failed = failed;
  }

  /** Asks for a quick check now and a whole one later. */
  edited(): void {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.ask('whole'), pauseMs);
    this.ask('quick');
  }

  ask(depth: CheckDepth): void {
    this.wanted = depth === 'whole' ? depth : (this.wanted ?? depth);
    if (!this.isRunning) void this.work();
  }

  private async work(): Promise<void> {
    this.isRunning = true;
    while (this.wanted !== null) {
      // Edits that have arrived already are checked together.
      await new Promise((done) => setImmediate(done));
      const depth = this.wanted;
      this.wanted = null;
      await this.run(depth).catch(this.failed);
    }
    this.isRunning = false;
  }

  stop(): void {
    clearTimeout(this.pause);
  }
}

/** Answers a request for a position in a document of the folder; null in any other. */
type Answer<Result> = (answers: EditorAnswers, path: string) => Result | Promise<Result>;

/**
 * Serves an editor until it ends the connection.
 * @param folder the definitions; null for those of the editor's workspace
 */
export function serveEditor(connection: Connection, folder: string | null): void {
  const documents = new TextDocuments(TextDocument);
  let workspace = process.cwd();
  let watching: FolderWatch | undefined;
  let checks: Checks | undefined;
  let ready: Promise<{ definitions: EditedDefinitions; answers: EditorAnswers } | null> = Promise.resolve(null);

  connection.onInitialize(({ workspaceFolders, rootUri }) => {
    const root = workspaceFolders?.[0]?.uri ?? rootUri;
    if (root?.startsWith('file:')) workspace = fileURLToPath(root);
    return {
      serverInfo: { name: 'funnel' },
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        completionProvider: { triggerCharacters: [' ', '.', '/', '#', '{', ','] },
        definitionProvider: true,
        referencesProvider: true,
        hoverProvider: true,
        renameProvider: { prepareProvider: true },
      },
    };
  });
  connection.onInitialized(() => {
    ready = begin();
  });
  connection.onShutdown(() => {
    watching?.close();
    checks?.stop();
  });

  /** Reads the folder and checks it. A folder that cannot be read is shown as a message. */
  async function begin() {
    const place = folder ?? definitionsFolder(workspace);
    const definitions = await EditedDefinitions.read(place).catch((error: Error) => error);
    if (definitions instanceof Error) {
      connection.window.showWarningMessage(`funnel: ${place} could not be read: ${definitions.message}.`);
      return null;
    }
    const diagnostics = new Diagnostics(connection, (path) => definitions.uriOf(path));
    // A mistake of the engine, or a folder that is gone for a moment, ends no editing.
    const failed = (error: Error): void => connection.console.error(error.stack ?? error.message);
    checks = new Checks(async (depth) => diagnostics.show(await definitions.check(depth)), failed);
    for (const document of documents.all()) take(definitions, document.uri, document.getText());
    watching = watchFolder(place, () => void definitions.reread().then(() => checks?.edited(), failed));
    checks.ask('whole');
    return { definitions, answers: new EditorAnswers(definitions, new EditorSchemas()) };
  }

  function take(definitions: EditedDefinitions, uri: string, text: string | null): void {
    const path = definitions.pathOf(uri);
    if (path !== null) definitions.edit(path, text);
  }

  const edited = (uri: string, text: string | null): void => {
    void ready.then((found) => {
      if (found === null) return;
      take(found.definitions, uri, text);
      checks?.edited();
    });
  };
  documents.onDidChangeContent(({ document }) => edited(document.uri, document.getText()));
  documents.onDidClose(({ document }) => edited(document.uri, null));

  /** What a document of the folder gets; null for any other. */
  async function answer<Result>(uri: string, of: Answer<Result>): Promise<Result | null> {
    const found = await ready;
    const path = found?.definitions.pathOf(uri);
    if (found === null || path == null) return null;
    return of(found.answers, path);
  }
  connection.onCompletion(({ textDocument: { uri }, position }) =>
    answer(uri, (answers, path) => answers.complete(path, position)),
  );
  connection.onHover(({ textDocument: { uri }, position }) =>
    answer(uri, (answers, path) => answers.hover(path, position)),
  );
  connection.onDefinition(({ textDocument: { uri }, position }) =>
    answer(uri, (answers, path) => answers.definition(path, position)),
  );
  connection.onReferences(({ textDocument: { uri }, position, context }) =>
    answer(uri, (answers, path) => answers.references(path, position, context.includeDeclaration)),
  );
  connection.onPrepareRename(({ textDocument: { uri }, position }) =>
    answer(uri, (answers, path) => answers.renameable(path, position)),
  );
  connection.onRenameRequest(async ({ textDocument: { uri }, position, newName }) => {
    try {
      return await answer(uri, (answers, path) => answers.rename(path, position, newName));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return new ResponseError<void>(ErrorCodes.InvalidRequest, error.message);
    }
  });
  documents.listen(connection);
  connection.listen();
}
