/** What an error of the mail server means for a message and its destination. */
import type { SendResult } from '../../connector.ts';

interface SmtpError {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly command?: unknown;
}

type Failure = Exclude<SendResult, { result: 'delivered' }>;

const failed = (reason: string): Failure => ({ result: 'failed', reason });

/** Whether a failure is an answer of the mail server. */
export const hasAnswered = ({ reason }: { readonly reason: string }): boolean =>
  reason.startsWith('the mail server answered ');

/** Subjects of the enhanced status codes that concern the recipient or the content (RFC 3463, section 3). */
const aboutMessage = /^5\.(?:[126]\.|3\.4$)/;

/**
 * The result of an attempt that ended with an error. Reasons contain only codes: a response may repeat an address.
 */
export function failureOf(error: unknown): Failure {
  const { code, responseCode, response, command } = (error ?? {}) as SmtpError;
  const status = typeof responseCode === 'number' ? responseCode : null;
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(String(response ?? ''))?.[1];
  const during = typeof command === 'string' && /^[A-Z]{2,10}(?: (?:FROM|TO))?$/.test(command) ? ` to ${command}` : '';
  const answer = `the mail server answered ${[status, enhanced].filter(Boolean).join(' ')}${during}`;
  if (status === null) {
    if (code === 'EENVELOPE') return { result: 'refused', reason: 'the recipient is not an e-mail address' };
    if (code === 'ENOAUTH') return { result: 'paused', reason: 'the mail server asks for a user name and a password' };
    if (code === 'ETLS') return failed('the connection to the mail server could not be encrypted');
    return failed(`no answer of the mail server (${typeof code === 'string' ? code : 'unknown error'})`);
  }
  if (status < 500) return failed(answer);
  // 530: nothing is accepted without signing in. 534, 535, 538: not with these credentials.
  if (code === 'EAUTH' || code === 'EOAUTH2' || [530, 534, 535, 538].includes(status))
    return { result: 'paused', reason: `${answer}: check the user name and the password` };
  const isAboutMessage = command === 'RCPT TO' || code === 'EMESSAGE';
  // Without an enhanced code it is about what was being sent; 5.7 and the like are about the sender, so that the next
  // message would be refused too.
  if (isAboutMessage && (enhanced === undefined || aboutMessage.test(enhanced)))
    return { result: 'refused', reason: answer };
  return failed(answer);
}
