/** What the intakes know of the outbox. */

export interface OutboxDesk {
  /** Whether a destination has all of its settings. */
  isConfigured(destination: string): boolean;
  /** Messages were stored: they are sent at once. */
  wake(): void;
}

/** Without destinations: messages are stored as not configured. */
export const noOutbox: OutboxDesk = { isConfigured: () => false, wake() {} };
