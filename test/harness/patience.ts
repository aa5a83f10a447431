/**
 * How long a test waits for a condition before it fails, in ms. A condition that comes true ends the wait at once, so
 * the figure only has to be longer than the busiest machine takes.
 */
export const patience = 45_000;

/**
 * The processor time of some work of this process, in ms: the least of three runs, which other processes cannot lengthen
 * as they do a wall clock.
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
