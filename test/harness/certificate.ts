/** Self-signed certificates for local servers, made by the `openssl` command. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  /** Private key, PEM. */
  readonly key: string;
  /** Certificate, PEM; also its own authority. */
  readonly cert: string;
}

/**
 * A certificate on P-256 that is valid for two days.
 * @param host - its common name
 * @param names - its subject alternative names, as in `DNS:localhost,IP:127.0.0.1`
 * @throws Error where `openssl` is not installed
 */
export function selfSigned(host: string, names = `DNS:${host}`): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=${names}`];
  try {
    execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
