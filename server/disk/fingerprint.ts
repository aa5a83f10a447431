import { createHash } from 'node:crypto';

/** The fingerprint of a text: the first 96 bits of its SHA-256, in hexadecimal. */
export const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);
