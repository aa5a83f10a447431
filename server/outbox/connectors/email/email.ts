/** Sends e-mails to a mail server. */
import { hash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { emailPattern } from '../../../../engine/values/mail-address.ts';
import type { Json } from '../../../../schemas/compiled.ts';
import type { EmailDestination } from '../../../../schemas/generated/types.ts';
import { documentLinks } from '../../../documents/links.ts';
import type { Connector, ConnectorContext, ConnectorKind, OutgoingMessage, SendResult } from '../../connector.ts';
import { failureOf } from './smtp-errors.ts';
import { readSmtpUrl } from './smtp-url.ts';

/** In milliseconds. Together shorter than the dispatcher's limit of an attempt. */
export interface Timeouts {
  readonly connection: number;
  readonly greeting: number;
  readonly socket: number;
}

/** Those of mail servers on the internet. */
export const usualTimeouts: Timeouts = { connection: 8_000, greeting: 8_000, socket: 15_000 };
/** Mail services limit the connections of an account; three send several messages a second. */
const connections = 3;

interface EmailPayload {
  readonly template: string;
  readonly to: string;
  readonly values: Readonly<Record<string, Json>>;
}

function readPayload(payload: Json): EmailPayload | null {
  const { template, to, values } = (payload ?? {}) as Readonly<Record<string, Json>>;
  if (typeof template !== 'string' || typeof to !== 'string') return null;
  return { template, to: to.trim(), values: (values ?? {}) as EmailPayload['values'] };
}

/** The domain of a sender, `Name <a@b.example>` or `a@b.example`. */
const domainOf = (from: string): string => /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? 'localhost';

/** The same for every attempt, so that a mailbox which gets a message twice can tell. */
const messageId = ({ dedupeKey }: OutgoingMessage, from: string): string =>
  `<${hash('sha256', dedupeKey).slice(0, 40)}@${domainOf(from)}>`;

/** Opens the connector of a destination. It connects when it first sends. @throws TypeError for a mistaken address */
export function openEmail(
  { smtp = '', from, replyTo }: EmailDestination,
  { site, origin, clock, secret, renderEmail }: ConnectorContext,
  timeouts: Timeouts = usualTimeouts,
): Connector {
  const { auth, ...server } = readSmtpUrl(smtp);
  const transport = createTransport({
    ...server,
    ...(auth === null ? {} : { auth }),
    pool: true,
    maxConnections: connections,
    connectionTimeout: timeouts.connection,
    dnsTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    // An e-mail contains only what is rendered here.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  async function deliver(message: OutgoingMessage): Promise<SendResult> {
    const payload = readPayload(message.payload);
    if (payload === null) return { result: 'refused', reason: 'the message is not an e-mail' };
    const { template, to, values } = payload;
    if (!emailPattern.test(to)) return { result: 'refused', reason: 'the recipient is not an e-mail address' };
    let email: ReturnType<ConnectorContext['renderEmail']>;
    try {
      const [definition, at] = [site(), origin()];
      const documents = documentLinks({ site: definition, origin: at, secret, now: clock() });
      email = renderEmail({ site: definition, email: template, values, origin: at, documents });
    } catch (error) {
      // An edit may have removed the e-mail, or have added a value that older messages lack.
      const { code, name } = error as { code?: unknown; name: string };
      return { result: 'refused', reason: `the e-mail ${template} cannot be rendered (${String(code ?? name)})` };
    }
    const answers = email.replyTo ?? replyTo;
    try {
      const { response } = await transport.sendMail({
        from,
        to: { name: '', address: to },
        ...(answers === undefined ? {} : { replyTo: answers }),
        subject: email.subject,
        text: email.text,
        html: email.html,
        messageId: messageId(message, from),
        date: new Date(clock()),
        // No automatic answer (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      const queued = /\bqueued as ([\w.-]{4,60})/i.exec(response)?.[1];
      return { result: 'delivered', detail: `accepted${queued === undefined ? '' : `, queued as ${queued}`}` };
    } catch (error) {
      return failureOf(error);
    }
  }

  return {
    async send(message, signal) {
      if (signal.aborted) return { result: 'failed', reason: 'stopped' };
      let stop = (): void => {};
      const stopped = new Promise<SendResult>((resolve) => {
        stop = () => resolve({ result: 'failed', reason: 'stopped, or no answer in time' });
      });
      signal.addEventListener('abort', stop, { once: true });
      try {
        return await Promise.race([deliver(message), stopped]);
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    close: () => transport.close(),
  };
}

export const email: ConnectorKind<EmailDestination> = { open: (settings, context) => openEmail(settings, context) };
