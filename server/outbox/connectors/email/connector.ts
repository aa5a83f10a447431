/** Sends e-mails to a mail server. */
import { hash } from 'node:crypto';
import { PassThrough, pipeline } from 'node:stream';
import { createTransport } from 'nodemailer';
import { emailPattern } from '../../../../engine/values/mail-address.ts';
import type { Json } from '../../../../schemas/compiled.ts';
import type { EmailDestination } from '../../../../schemas/generated/types.ts';
import { documentLinks } from '../../../pdf/links.ts';
import type { Connector, ConnectorContext, ConnectorKind, OutgoingMessage, SendResult } from '../../connector.ts';
import { failureOf, hasAnswered } from './smtp-errors.ts';
import { readSmtpUrl } from './smtp-url.ts';

/** In milliseconds. */
export interface Timeouts {
  /** Until there is a connection and its greeting. */
  readonly connection: number;
  readonly greeting: number;
  /** For the answer to a command, and to the end of a message. */
  readonly socket: number;
  /** For an attempt as a whole. */
  readonly attempt: number;
}

const minute = 60_000;
/**
 * RFC 5321, section 4.5.3.2, asks for at least 5 minutes for the greeting and for commands, and for 10 after the end of a
 * message: who waits less sends a message again that the server has taken.
 */
export const usualTimeouts: Timeouts = {
  connection: 5 * minute,
  greeting: 5 * minute,
  socket: 10 * minute,
  attempt: 20 * minute,
};
/** Mail services limit the connections of an account; three send several messages a second. */
const connections = 3;

/** Why nobody knows what became of a message. */
const unanswered = 'the mail server took the message and did not answer: it may have been delivered';

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

  // A message is read when the server has asked for it. Once all of it is, the server may have it.
  transport.use('stream', (mail, done) => {
    const { handedOver } = mail.data as { readonly handedOver?: () => void };
    mail.message.processFunc((content) =>
      pipeline(content, new PassThrough(), () => {}).on('end', () => handedOver?.()),
    );
    done();
  });

  async function deliver(message: OutgoingMessage, handedOver: () => void): Promise<SendResult> {
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
        ...{ handedOver },
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
    batch: connections,
    limitMs: timeouts.attempt,
    async send(message, signal) {
      if (signal.aborted) return { result: 'failed', reason: 'stopped' };
      let isHandedOver = false;
      let stop = (): void => {};
      const stopped = new Promise<SendResult>((resolve) => {
        stop = () => resolve({ result: 'failed', reason: 'stopped, or no answer in time' });
      });
      signal.addEventListener('abort', stop, { once: true });
      try {
        const handedOver = (): void => {
          isHandedOver = true;
        };
        const result = await Promise.race([deliver(message, handedOver), stopped]);
        return isHandedOver && result.result === 'failed' && !hasAnswered(result)
          ? { result: 'unknown', reason: unanswered }
          : result;
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    close: () => transport.close(),
  };
}

export const emailConnector: ConnectorKind<EmailDestination> = {
  open: (settings, context) => openEmail(settings, context),
};
