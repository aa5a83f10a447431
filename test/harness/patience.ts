/**
 * Timeout for a condition in a test, in ms. A condition that becomes true ends the wait at once, so the timeout only
 * needs to exceed the time on the busiest machine.
 */
export const patience = 45_000;

/**
 * The processor time of some work in this process, in ms: the minimum of three runs. Unlike wall-clock time, other
 * processes do not lengthen it.
 */
export function processorTime(work: () => void): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
