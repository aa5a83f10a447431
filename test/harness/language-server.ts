/** The language server for YAML, as an editor runs it: a process that speaks LSP on its standard streams. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './site-server.ts';

export interface Diagnostic {
  readonly message: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}

export interface CompletionItem {
  readonly label: string;
  readonly documentation?: string | { readonly value: string };
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** The packages of the two lines of the server. */
export const languageServers = { '1.x': 'yaml-language-server-1', '2.x': 'yaml-language-server' } as const;

export class LanguageServer {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, { done(value: unknown): void; fail(error: Error): void }>();
  private readonly diagnosed = new Map<string, (diagnostics: readonly Diagnostic[]) => void>();
  private readonly settings: Readonly<Record<string, unknown>>;
  private received: Buffer = Buffer.alloc(0);
  private lastId = 0;

  private constructor(line: keyof typeof languageServers, settings: Readonly<Record<string, unknown>>) {
    const manifest = createRequire(import.meta.url).resolve(`${languageServers[line]}/package.json`);
    const program = join(dirname(manifest), 'bin/yaml-language-server');
    this.settings = settings;
    this.child = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.child.stdout?.on('data', (chunk: Buffer) => this.read(chunk));
  }

  /**
   * Starts the server in the folder of the project.
   * @param settings the settings `yaml` of the editor
   */
  static async start(
    line: keyof typeof languageServers,
    settings: Readonly<Record<string, unknown>>,
  ): Promise<LanguageServer> {
    const server = new LanguageServer(line, settings);
    const rootUri = pathToFileURL(projectRoot).href;
    await server.request('initialize', {
      processId: process.pid,
      rootUri,
      workspaceFolders: [{ uri: rootUri, name: 'project' }],
      capabilities: {
        workspace: { configuration: true, workspaceFolders: true },
        textDocument: {
          completion: { completionItem: { documentationFormat: ['markdown', 'plaintext'], snippetSupport: true } },
          hover: { contentFormat: ['markdown', 'plaintext'] },
        },
      },
    });
    server.notify('initialized', {});
    return server;
  }

  /** Opens a file with a text and returns the problems that the server finds in it. */
  open(path: string, text = readFileSync(join(projectRoot, path), 'utf8')): Promise<readonly Diagnostic[]> {
    const uri = uriOf(path);
    const diagnosed = new Promise<readonly Diagnostic[]>((done) => this.diagnosed.set(uri, done));
    this.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } });
    return diagnosed;
  }

  close(path: string): void {
    this.notify('textDocument/didClose', { textDocument: { uri: uriOf(path) } });
  }

  /** What the server offers at a place, counted from 0. */
  async complete(path: string, line: number, character: number): Promise<readonly CompletionItem[]> {
    const at = { textDocument: { uri: uriOf(path) }, position: { line, character } };
    return ((await this.request('textDocument/completion', at)) as { items: CompletionItem[] }).items;
  }

  /** The text that the server shows over a place, counted from 0. */
  async hover(path: string, line: number, character: number): Promise<string> {
    const at = { textDocument: { uri: uriOf(path) }, position: { line, character } };
    const hover = (await this.request('textDocument/hover', at)) as { contents: { value: string } } | null;
    return hover?.contents.value ?? '';
  }

  async stop(): Promise<void> {
    await this.request('shutdown', null);
    this.notify('exit', null);
    this.child.kill();
  }

  private request(method: string, params: unknown): Promise<unknown> {
    const id = ++this.lastId;
    this.send({ id, method, params });
    return new Promise((done, fail) => this.waiting.set(id, { done, fail }));
  }

  private notify(method: string, params: unknown): void {
    this.send({ method, params });
  }

  private send(message: Message): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.child.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  private read(chunk: Buffer): void {
    this.received = Buffer.concat([this.received, chunk]);
    for (;;) {
      const end = this.received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.received.toString('latin1', 0, end))?.[1]);
      if (this.received.length < end + 4 + length) return;
      const body = this.received.toString('utf8', end + 4, end + 4 + length);
      this.received = this.received.subarray(end + 4 + length);
      this.receive(JSON.parse(body) as Message);
    }
  }

  private receive(message: Message): void {
    if (message.method === undefined) {
      const waiting = this.waiting.get(message.id ?? 0);
      this.waiting.delete(message.id ?? 0);
      if (message.error !== undefined) waiting?.fail(new Error(message.error.message));
      else waiting?.done(message.result);
      return;
    }
    if (message.method === 'textDocument/publishDiagnostics') {
      const { uri, diagnostics } = message.params as { uri: string; diagnostics: readonly Diagnostic[] };
      this.diagnosed.get(uri)?.(diagnostics);
    }
    if (message.id === undefined) return;
    const asked = (message.params as { items?: readonly { section?: string }[] } | undefined)?.items ?? [];
    const result =
      message.method === 'workspace/configuration'
        ? asked.map(({ section }) => (section === 'yaml' ? this.settings : null))
        : null;
    this.send({ id: message.id, result } as Message);
  }
}

const uriOf = (path: string): string => pathToFileURL(join(projectRoot, path)).href;
