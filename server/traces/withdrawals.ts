/** Choices of consent that visitors have withdrawn. */

/** Choices whose withdrawal is remembered for the uploads that were on their way. */
const maxWithdrawals = 1000;

export interface Withdrawals {
  has(consent: string): boolean;
  /** Keeps what a visitor has chosen. @returns whether the choice refuses traces */
  choose(consent: string, isGranted: boolean): boolean;
}

/** Keeps the latest withdrawals in memory. */
export function createWithdrawals(): Withdrawals {
  const withdrawals = new Set<string>();
  return {
    has: (consent) => withdrawals.has(consent),
    choose(consent, isGranted) {
      withdrawals.delete(consent);
      if (isGranted) return false;
      withdrawals.add(consent);
      for (const oldest of withdrawals) {
        if (withdrawals.size <= maxWithdrawals) break;
        withdrawals.delete(oldest);
      }
      return true;
    },
  };
}
