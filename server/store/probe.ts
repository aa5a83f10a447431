/** What a readiness probe writes. */
import { randomBytes } from 'node:crypto';

/**
 * Bytes that a probe writes: more than a submission of the maximum size (32 KB). A disk with room for a line but not
 * for a lead counts as full.
 */
export const probeBytes = 64 * 1024;

/**
 * A text of {@link probeBytes}. It is random: a database may compress a text, and may not write a page whose content is
 * unchanged.
 */
export const probeText = (): string => randomBytes((probeBytes * 3) / 4).toString('base64');
