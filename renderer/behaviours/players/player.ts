/** The port of video players: an address to embed, and what is said through the frame's window. No vendor's script is loaded. */

/** What a player said. Only what the message told is there. */
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
  /** The address of the frame; it plays at once. */
  address(video: string, page: string): string;
  /** What is said to a player so that it talks: when its frame has loaded, and again while it plays. */
  greetings(): readonly unknown[];
  /** Understands a message; null for one that says nothing. Messages come from outside: any shape is possible. */
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

/** A report without what is undefined; null when nothing is left. */
export function reportOf(
  parts: { readonly [K in keyof PlayerReport]: PlayerReport[K] | undefined },
): PlayerReport | null {
  const told = Object.entries(parts).filter(([, value]) => value !== undefined);
  return told.length === 0 ? null : (Object.fromEntries(told) as PlayerReport);
}
