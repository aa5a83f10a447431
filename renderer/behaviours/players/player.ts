/** The interface of video players: an address to embed, and messages through `postMessage`. No vendor script is loaded. */

/** A player's message. Only the properties that the message contains are set. */
export interface PlayerReport {
  readonly state?: 'play' | 'pause' | 'ended';
  /** Seconds. */
  readonly time?: number;
  /** Seconds. */
  readonly duration?: number;
  readonly muted?: boolean;
}

export type PlayerCommand = 'play' | 'unmute';

export interface PlayerAdapter {
  /** The only origin whose messages are read. */
  origin(video: string): string;
  /** The address of the iframe. The video starts at once. */
  address(video: string, page: string): string;
  /** Messages that make the player report: sent when its iframe has loaded, and repeated while it plays. */
  greetings(): readonly unknown[];
  /** Parses a message; null if it is irrelevant. Messages come from another site and can have any shape. */
  read(data: unknown): PlayerReport | null;
  commands(command: PlayerCommand): readonly unknown[];
}

/** A message as a record, from an object or from JSON text; null for anything else. */
export function recordOf(data: unknown): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = typeof data === 'string' ? JSON.parse(data) : data;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}

/** A finite number that is not negative, or undefined. */
export const secondsIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

/** A report without undefined properties; null if none is left. */
export function reportOf(
  parts: { readonly [K in keyof PlayerReport]: PlayerReport[K] | undefined },
): PlayerReport | null {
  const defined = Object.entries(parts).filter(([, value]) => value !== undefined);
  return defined.length === 0 ? null : (Object.fromEntries(defined) as PlayerReport);
}
