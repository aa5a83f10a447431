/** Decides how eagerly code and images are fetched, from the network and the device. */

interface Connection extends EventTarget {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
  /** Milliseconds. */
  readonly rtt?: number;
  /** Megabits a second. */
  readonly downlink?: number;
}

export interface LoadingSettings {
  readonly quality: 'low' | 'medium' | 'high';
  /** Distance from the viewport at which an image is fetched, in pixels. */
  readonly distance: 100 | 200 | 300;
  /** Whether to fetch what is not needed yet: a good network, and no wish for less motion. */
  readonly preload: boolean;
}

/** What the browser reports; tests pass their own. */
export interface Signals {
  readonly connection: Connection | undefined;
  /** Gigabytes. */
  readonly deviceMemory: number | undefined;
  readonly idleCallback: boolean;
  readonly reducedMotion: boolean;
}

const lessMotion = (): MediaQueryList => matchMedia('(prefers-reduced-motion)');

/** Reads the signals of this browser. */
export const readSignals = (): Signals => ({
  connection: (navigator as { connection?: Connection }).connection,
  deviceMemory: (navigator as { deviceMemory?: number }).deviceMemory,
  idleCallback: 'requestIdleCallback' in window,
  reducedMotion: lessMotion().matches,
});

/**
 * Low-end: no idle callback, or less than 4 GB of memory. Safari has no idle callback on any device. It reports neither
 * network nor memory, so a missing idle callback is ignored in browsers that report neither.
 */
export const isLowEnd = ({ idleCallback, connection, deviceMemory }: Signals): boolean =>
  (!idleCallback && (connection ?? deviceMemory) !== undefined) || (deviceMemory ?? 4) < 4;

/** Chooses the settings for these signals. */
export function settingsFor(signals: Signals): LoadingSettings {
  const { saveData, effectiveType = '4g', rtt = 0, downlink = 10 } = signals.connection ?? {};
  if (saveData === true || effectiveType.endsWith('2g') || rtt > 500 || downlink < 1)
    return { quality: 'low', distance: 100, preload: false };
  if (effectiveType === '3g') return { quality: 'medium', distance: 200, preload: false };
  return { quality: 'high', distance: 300, preload: !signals.reducedMotion };
}

/** Whether the code of a flow is requested with the page and runs after the first paint. */
export const loadsAtOnce = (signals: Signals): boolean => settingsFor(signals).preload && !isLowEnd(signals);

/** Runs a function once the page has loaded and the browser is idle, without a limit: no visitor waits for it. */
export function whenIdle(run: () => void): void {
  const wait = (): unknown => ('requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 200));
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait);
}

/** Calls back with the settings, and again when the connection or the reduced-motion preference changes. */
export function watchSettings(use: (settings: LoadingSettings, signals: Signals) => void): void {
  const update = (): void => {
    const signals = readSignals();
    use(settingsFor(signals), signals);
  };
  readSignals().connection?.addEventListener('change', update);
  lessMotion().addEventListener('change', update);
  update();
}
