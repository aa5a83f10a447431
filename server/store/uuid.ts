/** Time-ordered ids: UUIDv7 (RFC 9562, 5.7) with the counter of its method 1 (6.2). */
import type { Clock, RandomSource } from './types.ts';

const idBytes = 10;
const poolIds = 100;

/**
 * Creates a source of strictly increasing UUIDv7s. Within one millisecond, and when the clock goes backwards, a 12-bit
 * counter in `rand_a` increases; when it overflows, the next millisecond is used early.
 * @param clock epoch milliseconds
 */
export function uuidSource(clock: Clock, random: RandomSource): () => string {
  let time = -1;
  let written = '';
  let counter = 0;
  // One call for many ids: a call costs more than its bytes.
  let pool: Buffer = Buffer.alloc(0);
  function begin(at: number, bytes: Buffer): void {
    time = at;
    // The upper half of the counter's range stays free for later ids of the same millisecond.
    counter = bytes.readUInt16BE(0) & 0x7ff;
    const hex = at.toString(16).padStart(12, '0');
    written = `${hex.slice(0, 8)}-${hex.slice(8)}-`;
  }
  return () => {
    if (pool.length < idBytes) pool = Buffer.from(random(idBytes * poolIds));
    const bytes = pool.subarray(0, idBytes);
    pool = pool.subarray(idBytes);
    const at = Math.floor(clock());
    if (at > time) begin(at, bytes);
    else if (++counter > 0xfff) begin(time + 1, bytes);
    const variant = (bytes.readUInt16BE(2) & 0x3fff) | 0x8000;
    return `${written}${(0x7000 | counter).toString(16)}-${variant.toString(16)}-${bytes.toString('hex', 4, 10)}`;
  };
}
