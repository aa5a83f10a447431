/** Time-ordered ids: UUIDv7 (RFC 9562, 5.7) with the counter of its method 1 (6.2). */
import type { Clock, Random } from './types.ts';

/**
 * A source of UUIDv7s that only grow: within one millisecond, and when the clock steps back, a 12-bit counter
 * in `rand_a` goes on; when it runs over, the next millisecond is borrowed.
 * @param clock epoch milliseconds
 */
export function uuidSource(clock: Clock, random: Random): () => string {
  let time = -1;
  let counter = 0;
  return () => {
    const bytes = Buffer.from(random(10));
    const at = Math.floor(clock());
    if (at > time) {
      time = at;
      // Half the counter's range stays free for the ids that follow in the same millisecond.
      counter = bytes.readUInt16BE(0) & 0x7ff;
    } else if (++counter > 0xfff) {
      time += 1;
      counter = bytes.readUInt16BE(0) & 0x7ff;
    }
    const variant = (bytes.readUInt16BE(2) & 0x3fff) | 0x8000;
    const hex = time.toString(16).padStart(12, '0');
    return [
      hex.slice(0, 8),
      hex.slice(8),
      (0x7000 | counter).toString(16),
      variant.toString(16),
      bytes.toString('hex', 4, 10),
    ].join('-');
  };
}
