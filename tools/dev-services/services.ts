/** A mail server and a webhook receiver that keep what they get in memory, and a page that shows it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { renderHook, renderList, renderMail } from './pages.ts';
import { type Verdict, verifyWebhook } from './signature.ts';

export interface CaughtMail {
  readonly at: Date;
  readonly recipients: readonly string[];
  readonly source: string;
  readonly mail: Email;
}

export interface CaughtHook {
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly verdict: Verdict;
  /** The answer that it got; null for none. */
  readonly status: number | null;
}

export interface DevServices {
  /** What the server needs in its environment to use them. */
  readonly env: { readonly SMTP_URL: string; readonly WEBHOOK_URL: string; readonly WEBHOOK_SECRET: string };
  /** The page that shows what arrived. */
  readonly url: string;
  readonly mails: readonly CaughtMail[];
  readonly hooks: readonly CaughtHook[];
  stop(): Promise<void>;
}

export interface DevServiceOptions {
  /** Ports; 0 for a free one. */
  readonly smtpPort: number;
  readonly httpPort: number;
  /** Called for each mail and request, with a line that describes it. */
  readonly arrived?: (line: string) => void;
}

/** The secret of every developer's receiver: it protects nothing. */
const secret = `whsec_${Buffer.from('a secret for development').toString('base64')}`;
const hookPath = '/webhook';
/** What is kept of each kind, newest first. */
const most = 200;
const largestBody = 1024 * 1024;

function keep<T>(list: T[], item: T): void {
  list.unshift(item);
  list.length = Math.min(list.length, most);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largestBody) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Starts the services on this machine only. @throws the error of listening, such as a port in use */
export async function startDevServices({ smtpPort, httpPort, arrived }: DevServiceOptions): Promise<DevServices> {
  const mails: CaughtMail[] = [];
  const hooks: CaughtHook[] = [];

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString('utf8');
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        PostalMime.parse(source).then((mail) => {
          keep(mails, { at: new Date(), recipients, source, mail });
          arrived?.(`mail     to ${recipients.join(', ')}: ${mail.subject ?? '(no subject)'}`);
          done();
        }, done);
      });
    },
  });
  smtp.on('error', () => {});
  const smtpServer = await new Promise<number>((resolve, reject) => {
    const server = smtp.listen(smtpPort, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    server.once('error', reject);
  });

  /** Keeps a request and answers: 204, or the status in its path (`/webhook/500`); `/webhook/hang` never answers. */
  async function receive(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const body = await readBody(request);
    const verdict = verifyWebhook(request.headers, body, secret, Date.now());
    const [, word = ''] = new RegExp(`^${hookPath}/(\\d{3}|hang)$`).exec(path) ?? [];
    const status = word === 'hang' ? null : Number(word || 204);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    keep(hooks, { at: new Date(), method: request.method ?? '', path, headers, body, verdict, status });
    arrived?.(`webhook  ${path}, ${verdict}, answered ${status ?? 'nothing'}: ${body.slice(0, 200)}`);
    if (status !== null) response.writeHead(status).end();
  }

  function show(path: string, response: ServerResponse): void {
    const html = (text: string | null) =>
      response
        .writeHead(text === null ? 404 : 200, {
          'content-type': 'text/html; charset=utf-8',
          // A mail is shown like in a mail program: it runs nothing.
          'content-security-policy': "default-src 'none'; img-src * data:; style-src 'unsafe-inline'; frame-src 'self'",
        })
        .end(text ?? 'Not found');
    const [, kind, index = '', form] = /^\/(mails|webhooks)\/(\d+)(?:\.(html|eml))?$/.exec(path) ?? [];
    const place = (list: readonly unknown[]) => list.length - Number(index);
    if (path === '/') return void html(renderList(mails, hooks));
    const mail = kind === 'mails' ? mails[place(mails)] : undefined;
    const hook = kind === 'webhooks' ? hooks[place(hooks)] : undefined;
    if (mail !== undefined && form === 'html') return void html(mail.mail.html ?? '<p>No HTML part</p>');
    if (mail !== undefined && form === 'eml')
      return void response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(mail.source);
    if (mail !== undefined) return void html(renderMail(mail, path));
    html(hook === undefined ? null : renderHook(hook));
  }

  const http = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === hookPath || pathname.startsWith(`${hookPath}/`))
      receive(request, response, pathname).catch(() => response.destroy());
    else show(pathname, response);
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(httpPort, '127.0.0.1', resolve);
  }).catch(async (error: unknown) => {
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
    throw error;
  });
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    env: {
      SMTP_URL: `smtp://127.0.0.1:${smtpServer}?tls=off`,
      WEBHOOK_URL: url + hookPath,
      WEBHOOK_SECRET: secret,
    },
    url,
    mails,
    hooks,
    async stop() {
      http.closeAllConnections();
      await Promise.all([
        new Promise((resolve) => http.close(resolve)),
        new Promise<void>((resolve) => smtp.close(() => resolve())),
      ]);
    },
  };
}
