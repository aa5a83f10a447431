/** The e-mail connector against a real SMTP server. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { renderEmail } from '../../../renderer/emails/email.tsx';
import type { Json } from '../../../schemas/compiled.ts';
import type { EmailDestination } from '../../../schemas/generated/types.ts';
import type { ConnectorContext, OutgoingMessage } from '../../../server/outbox/connector.ts';
import { openEmail, type Timeouts, usualTimeouts } from '../../../server/outbox/connectors/email/connector.ts';
import { openConnector } from '../../../server/outbox/connectors.ts';
import { selfSigned } from '../../harness/certificate.ts';
import { surveyPayload, surveySite } from '../../harness/survey-site.ts';
import { baseWith, load } from '../../unit/load/fixtures.ts';

const welcome = `email: welcome
subject: 'Olá, {{ name }}'
values: { name: { type: text } }
blocks:
  - { type: heading, text: 'Olá, {{ name }}' }
  - { type: button, label: Read, to: /terms }
`;
const site = load(baseWith({ 'welcome.email.yaml': welcome })).site as SiteDefinition;
const context: ConnectorContext = {
  site: () => site,
  origin: () => 'https://example.com',
  clock: () => Date.parse('2026-11-20T12:00:00Z'),
  secret: new Uint8Array(32),
  renderEmail,
};

interface Received extends Email {
  readonly envelope: readonly string[];
  readonly secure: boolean;
}

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

/** A mail server on a free port that keeps what it accepts. */
async function mailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.onAuth === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          const envelope = session.envelope.rcptTo.map(({ address }) => address);
          received.push({ ...mail, envelope, secure: session.secure });
          done(null, 'queued as ABC123');
        });
      });
    },
    ...options,
  });
  server.on('error', () => {});
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => resolve((listener.address() as { port: number }).port));
  });
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { received, port };
}

const from = 'Sample Site <hello@example.com>';
function connectorTo(smtp: string, settings: Partial<EmailDestination> = {}, timeouts?: Timeouts) {
  const connector = openEmail({ type: 'email', from, smtp, ...settings }, context, timeouts);
  closing.push(() => connector.close?.());
  return connector;
}
const message = (over: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: 'm1',
  dedupeKey: 'lead-1:welcome',
  createdAt: 0,
  sequence: 7,
  attempt: 1,
  payload: { template: 'welcome', to: 'ana@example.org', values: { name: 'Ana' } },
  ...over,
});
const payload = (over: Record<string, Json>): Json => ({ ...(message().payload as Record<string, Json>), ...over });
const signal = new AbortController().signal;

describe('a mail server that takes its time', () => {
  test('has as long as RFC 5321 asks for', () => {
    const minute = 60_000;
    expect(usualTimeouts.greeting).toBeGreaterThanOrEqual(5 * minute);
    expect(usualTimeouts.socket).toBeGreaterThanOrEqual(10 * minute);
    expect(usualTimeouts.attempt).toBeGreaterThan(usualTimeouts.socket + usualTimeouts.connection);
    expect(connectorTo('smtp://127.0.0.1:1?tls=off').limitMs).toBe(usualTimeouts.attempt);
  });

  const silent = { ...usualTimeouts, socket: 400 };
  const unknown = {
    result: 'unknown',
    reason: 'the mail server took the message and did not answer: it may have been delivered',
  };

  test('with the answer to a message leaves it unknown, and gets the same Message-ID again', async () => {
    const taken: Buffer[] = [];
    const { port } = await mailServer({
      onData: (stream) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => taken.push(Buffer.concat(chunks)));
      },
    });
    /** Sends with more and more time, until the server takes the message: a busy machine needs some for each command. */
    const handOver = async (attempt: number) => {
      for (let socket = silent.socket; ; socket *= 2) {
        const connector = connectorTo(`smtp://127.0.0.1:${port}?tls=off`, {}, { ...silent, socket });
        const result = await connector.send(message({ attempt }), signal);
        if (taken.length === attempt) return result;
      }
    };
    expect(await handOver(1)).toEqual(unknown);
    expect(await handOver(2)).toEqual(unknown);
    const ids = await Promise.all(taken.map(async (each) => (await PostalMime.parse(each)).messageId));
    expect(new Set(ids).size).toBe(1);
  });

  test('and closes the connection, or is left when the process stops, has the message perhaps', async () => {
    const stop = new AbortController();
    const { port } = await mailServer({
      onData(stream, session) {
        stream.resume();
        stream.on('end', () => (session.envelope.rcptTo[0]?.address === 'stop@example.org' ? stop.abort() : close()));
      },
      onConnect: (_, done) => done(),
    });
    let close = (): void => {};
    const sockets: Socket[] = [];
    const relay = createServer((socket) => {
      const upstream = connect(port, '127.0.0.1');
      sockets.push(socket, upstream);
      for (const each of [socket, upstream]) each.on('error', () => {});
      socket.pipe(upstream).pipe(socket);
      close = () => socket.destroy();
    });
    await new Promise<void>((listening) => relay.listen(0, '127.0.0.1', listening));
    closing.push(() => {
      for (const socket of sockets) socket.destroy();
      relay.close();
    });
    const connector = connectorTo(`smtp://127.0.0.1:${(relay.address() as { port: number }).port}?tls=off`);
    expect(await connector.send(message(), signal)).toEqual(unknown);
    expect(await connector.send(message({ payload: payload({ to: 'stop@example.org' }) }), stop.signal)).toEqual(
      unknown,
    );
  });

  test('with the answer to a command has not taken the message', async () => {
    const { port } = await mailServer({ onMailFrom: () => {} });
    const connector = connectorTo(`smtp://127.0.0.1:${port}?tls=off`, {}, silent);
    expect((await connector.send(message(), signal)).result).toBe('failed');
  });

  test('and then refuses a message has judged it', async () => {
    const { port } = await mailServer({
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => done(reply(451, 'later')));
      },
    });
    expect((await connectorTo(`smtp://127.0.0.1:${port}?tls=off`).send(message(), signal)).result).toBe('failed');
  });
});

describe('an e-mail', () => {
  test('arrives once, with both parts and the headers of an automatic message', async () => {
    const { received, port } = await mailServer();
    const connector = await openConnector(
      { type: 'email', from, replyTo: 'team@example.com', smtp: `smtp://127.0.0.1:${port}?tls=off` },
      context,
    );
    closing.push(() => connector.close?.());
    expect(await connector.send(message(), signal)).toEqual({
      result: 'delivered',
      detail: 'accepted, queued as ABC123',
    });
    expect(received).toHaveLength(1);
    const [mail] = received as [Received];
    expect(mail).toMatchObject({
      subject: 'Olá, Ana',
      from: { name: 'Sample Site', address: 'hello@example.com' },
      to: [{ address: 'ana@example.org' }],
      replyTo: [{ address: 'team@example.com' }],
      envelope: ['ana@example.org'],
      date: '2026-11-20T12:00:00.000Z',
    });
    expect(mail.text).toContain('Read:\nhttps://example.com/terms');
    expect(mail.html).toMatch(/<h1[^>]*>Olá, Ana<\/h1>/);
    const headers = new Map(mail.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(headers.get('content-type')).toMatch(/^multipart\/alternative/);
    expect(headers.has('x-mailer')).toBe(false);
  });

  test('lists the answers of a submission in both parts', async () => {
    const { received, port } = await mailServer();
    const survey = surveySite();
    const settings = { type: 'email', from, smtp: `smtp://127.0.0.1:${port}?tls=off` } as const;
    const connector = openEmail(settings, { ...context, site: () => survey });
    closing.push(() => connector.close?.());
    const sent = await connector.send(message({ payload: surveyPayload(survey, 'told') }), signal);
    expect(sent).toMatchObject({ result: 'delivered' });
    const [{ text = '', html = '' } = {}] = received;
    expect(text).toContain(
      'What do you do?: Mind & body\nWhat matters?: Being late, Something else\nYour budget: €12,500.50\n',
    );
    expect(html).toMatch(/<th[^>]*>What do you do\?<\/th><td[^>]*>Mind &amp; body<\/td>/);
    expect(html).toContain('Ana &lt;b&gt;');
  });

  test('has the same Message-ID in every attempt, and another for another message', async () => {
    const { received, port } = await mailServer();
    const connector = connectorTo(`smtp://127.0.0.1:${port}?tls=off`);
    for (const each of [message(), message({ attempt: 2, id: 'm2' }), message({ dedupeKey: 'lead-2:welcome' })])
      await connector.send(each, signal);
    const [first, again, other] = received.map(({ messageId }) => messageId);
    expect(first).toMatch(/^<[0-9a-f]{40}@example\.com>$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test('cannot get another header or recipient from a value', async () => {
    const { received, port } = await mailServer();
    const connector = connectorTo(`smtp://127.0.0.1:${port}?tls=off`);
    const values = { name: 'Ana\r\nBcc: victim@example.net\r\n\r\n<script>alert(1)</script>' };
    expect((await connector.send(message({ payload: payload({ values }) }), signal)).result).toBe('delivered');
    const [mail] = received as [Received];
    expect(mail.envelope).toEqual(['ana@example.org']);
    expect(mail.bcc).toBeUndefined();
    expect(mail.subject).toContain('Bcc: victim@example.net');
    expect(mail.html).not.toContain('<script>');
    for (const to of ['a@example.org, b@example.org', 'a@example.org\r\nRCPT TO:<b@example.org>', 'Ana', ''])
      expect(await connector.send(message({ payload: payload({ to }) }), signal)).toEqual({
        result: 'refused',
        reason: 'the recipient is not an e-mail address',
      });
    expect(received).toHaveLength(1);
  });

  test('that the version no longer has, or whose values changed, is refused', async () => {
    const connector = connectorTo('smtp://127.0.0.1:1?tls=off');
    expect(await connector.send(message({ payload: payload({ template: 'gone' }) }), signal)).toEqual({
      result: 'refused',
      reason: 'the e-mail gone cannot be rendered (RangeError)',
    });
    expect(await connector.send(message({ payload: payload({ values: {} }) }), signal)).toEqual({
      result: 'refused',
      reason: 'the e-mail welcome cannot be rendered (unknown-name)',
    });
    expect((await connector.send(message({ payload: null }), signal)).result).toBe('refused');
  });
});

describe('an answer of the mail server', () => {
  const answers = async (options: SMTPServerOptions, url = (port: number) => `smtp://127.0.0.1:${port}?tls=off`) => {
    const { port } = await mailServer(options);
    return connectorTo(url(port)).send(message(), signal);
  };

  test.each([
    ['an unknown mailbox', 550, '5.1.1 No such user ana@example.org', 'refused', '550 5.1.1'],
    ['a recipient, without an enhanced code', 550, 'Go away', 'refused', '550'],
    [
      'a server that is not to relay: the next message fails too',
      554,
      '5.7.1 Relay access denied',
      'failed',
      '554 5.7.1',
    ],
    ['greylisting', 451, '4.7.1 Try again later', 'failed', '451 4.7.1'],
  ])('to the recipient: %s', async (_, code, text, result, shown) => {
    const outcome = await answers({ onRcptTo: (_address, _session, done) => done(reply(code, text)) });
    expect(outcome).toEqual({ result, reason: `the mail server answered ${shown} to RCPT TO` });
  });

  test.each([
    ['content that it rejects', 554, '5.6.0 No', 'refused'],
    ['a daily limit', 550, '5.4.5 Daily user sending limit exceeded', 'failed'],
    ['a full disk', 452, '4.3.1 Later', 'failed'],
  ])('to the message: %s', async (_, code, text, result) => {
    const outcome = await answers({
      onData(stream, _session, done) {
        stream.resume().on('end', () => done(reply(code, text)));
      },
    });
    expect(outcome.result).toBe(result);
  });

  test('to the sender is about the destination, not about the message', async () => {
    const outcome = await answers({ onMailFrom: (_address, _session, done) => done(reply(553, '5.7.1 Not owned')) });
    expect(outcome).toEqual({ result: 'failed', reason: 'the mail server answered 553 5.7.1 to MAIL FROM' });
  });

  test('to a wrong password pauses the destination, without naming user or password', async () => {
    const wrong: SMTPServerOptions = {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(reply(535, '5.7.8 Wrong password for shop')),
    };
    const outcome = await answers(wrong, (port) => `smtp://shop:s%40cret@127.0.0.1:${port}?tls=off`);
    expect(outcome.result).toBe('paused');
    expect(JSON.stringify(outcome)).not.toMatch(/shop|cret/);
    const without = await answers(wrong);
    expect(without.result).toBe('paused');
  });
});

describe('a mail server that cannot be used', () => {
  test('is a failure within the time limit: silent, gone, or unknown', async () => {
    const silent = await new Promise<Server>((resolve) => {
      const server = createServer(() => {}).listen(0, '127.0.0.1', () => resolve(server));
    });
    closing.push(() => silent.close());
    const { port } = silent.address() as { port: number };
    const connector = connectorTo(`smtp://127.0.0.1:${port}?tls=off`, {}, { ...usualTimeouts, greeting: 400 });
    const begun = performance.now();
    expect(await connector.send(message(), signal)).toEqual({
      result: 'failed',
      reason: 'no answer of the mail server (ETIMEDOUT)',
    });
    expect(performance.now() - begun).toBeLessThan(usualTimeouts.greeting);
    expect((await connectorTo('smtp://127.0.0.1:1?tls=off').send(message(), signal)).result).toBe('failed');
  });

  test('ends an attempt that is aborted', async () => {
    const { port } = await mailServer({ onRcptTo() {} });
    const stop = new AbortController();
    const sent = connectorTo(`smtp://127.0.0.1:${port}?tls=off`).send(message(), stop.signal);
    setTimeout(() => stop.abort(), 20);
    expect((await sent).result).toBe('failed');
  });

  test('sends again after the server has recovered', async () => {
    let away = true;
    const { received, port } = await mailServer({
      onRcptTo: (_address, _session, done) => done(away ? reply(421, '4.3.2 Shutting down') : null),
    });
    const connector = connectorTo(`smtp://127.0.0.1:${port}?tls=off`);
    expect((await connector.send(message(), signal)).result).toBe('failed');
    away = false;
    expect((await connector.send(message({ attempt: 2 }), signal)).result).toBe('delivered');
    expect(received).toHaveLength(1);
  });
});

describe('encryption', () => {
  const certificate = () => selfSigned('localhost', 'DNS:localhost,IP:127.0.0.1');

  test('is required: nothing is sent in clear text unless the address says so', async () => {
    const { received, port } = await mailServer();
    const outcome = await connectorTo(`smtp://127.0.0.1:${port}`).send(message(), signal);
    expect(outcome.result).toBe('failed');
    expect(received).toEqual([]);
  });

  test('needs a certificate that the machine trusts, with STARTTLS and from the first byte', async () => {
    const { key, cert } = certificate();
    const upgraded = await mailServer({ key, cert, disabledCommands: ['AUTH'] });
    const encrypted = await mailServer({ key, cert, secure: true, disabledCommands: ['AUTH'] });
    const urls = [`smtp://localhost:${upgraded.port}`, `smtps://localhost:${encrypted.port}`];
    for (const url of urls) expect((await connectorTo(url).send(message(), signal)).result).toBe('failed');
    expect([...upgraded.received, ...encrypted.received]).toEqual([]);
    const trusted = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...trusted, cert]);
    closing.push(() => tls.setDefaultCACertificates(trusted));
    for (const url of urls)
      expect(await connectorTo(url).send(message(), signal)).toMatchObject({ result: 'delivered' });
    expect([...upgraded.received, ...encrypted.received].map(({ secure }) => secure)).toEqual([true, true]);
  });
});

test('a mistaken address is an error that does not repeat it', () => {
  for (const url of [
    'shop:s3cret@mail.example',
    'http://shop:s3cret@mail.example',
    'smtp://shop:s3cret@mail.example?tls=maybe',
    '',
  ]) {
    expect(() => connectorTo(url)).toThrow(TypeError);
    expect(() => connectorTo(url)).not.toThrow(/s3cret/);
  }
});
