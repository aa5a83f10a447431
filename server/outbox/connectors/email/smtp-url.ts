/** The address of a mail server: `smtps://user:password@host:465`, or `smtp://…:587`, which then has to offer TLS. */

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly secure: boolean;
  /** Whether the connection must be encrypted before anything is sent. */
  readonly requireTLS: boolean;
  readonly ignoreTLS: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
}

/**
 * Reads the address of a mail server. Only `?tls=off` sends in clear text, for a catcher on the same machine.
 * @throws TypeError, which does not repeat the address: it contains a password
 */
export function readSmtpUrl(text: string): SmtpServer {
  const wrong = (reason: string) =>
    new TypeError(`the address of the mail server ${reason}; write smtps://user:password@host:465 or smtp://…:587`);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw wrong('cannot be read (a special character in a password is written as %XX)');
  }
  const { protocol, hostname, port, username, password, searchParams } = url;
  if (protocol !== 'smtp:' && protocol !== 'smtps:') throw wrong('begins with neither smtp:// nor smtps://');
  if (hostname === '') throw wrong('has no host');
  const tls = searchParams.get('tls');
  if (tls !== null && tls !== 'off') throw wrong('has an unknown value of tls: only tls=off is known');
  const strange = [...searchParams.keys()].find((key) => key !== 'tls');
  if (strange !== undefined) throw wrong(`has an unknown parameter ${strange}`);
  const secure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && tls !== 'off',
    ignoreTLS: tls === 'off',
    auth: username === '' ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
  };
}
