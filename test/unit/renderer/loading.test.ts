import { describe, expect, test } from 'vitest';
import { isLowEnd, type Signals, settingsFor } from '../../../renderer/boot/loading.ts';

const signals = (connection: object | undefined, more: Partial<Signals> = {}): Signals => ({
  connection: connection as never,
  deviceMemory: 8,
  idleCallback: true,
  reducedMotion: false,
  ...more,
});

describe('loading by network and device', () => {
  const cases: [name: string, connection: object | undefined, expected: object][] = [
    ['unknown connection', undefined, { quality: 'high', distance: 300, preload: true }],
    ['4g', { effectiveType: '4g', rtt: 100, downlink: 10 }, { quality: 'high', distance: 300, preload: true }],
    ['3g', { effectiveType: '3g', rtt: 300, downlink: 1.5 }, { quality: 'medium', distance: 200, preload: false }],
    ['2g', { effectiveType: '2g' }, { quality: 'low', distance: 100, preload: false }],
    ['slow-2g', { effectiveType: 'slow-2g' }, { quality: 'low', distance: 100, preload: false }],
    ['data saver', { effectiveType: '4g', saveData: true }, { quality: 'low', distance: 100, preload: false }],
    ['round trip of 500 ms', { effectiveType: '4g', rtt: 500 }, { quality: 'high', distance: 300, preload: true }],
    ['round trip over 500 ms', { effectiveType: '4g', rtt: 501 }, { quality: 'low', distance: 100, preload: false }],
    ['downlink of 1', { effectiveType: '4g', downlink: 1 }, { quality: 'high', distance: 300, preload: true }],
    ['downlink below 1', { effectiveType: '3g', downlink: 0.9 }, { quality: 'low', distance: 100, preload: false }],
  ];
  test.each(cases)('%s', (_name, connection, expected) => expect(settingsFor(signals(connection))).toEqual(expected));

  test('reduced motion prevents preloading', () =>
    expect(settingsFor(signals(undefined, { reducedMotion: true }))).toMatchObject({
      quality: 'high',
      preload: false,
    }));

  test('a low-end device has no idle callback, or less than 4 GB', () => {
    expect(isLowEnd(signals(undefined))).toBe(false);
    expect(isLowEnd(signals(undefined, { deviceMemory: undefined }))).toBe(false);
    expect(isLowEnd(signals(undefined, { deviceMemory: 4 }))).toBe(false);
    expect(isLowEnd(signals(undefined, { deviceMemory: 2 }))).toBe(true);
    expect(isLowEnd(signals(undefined, { idleCallback: false }))).toBe(true);
    expect(isLowEnd(signals({ effectiveType: '4g' }, { idleCallback: false, deviceMemory: undefined }))).toBe(true);
    // Safari reports none of the three.
    expect(isLowEnd(signals(undefined, { idleCallback: false, deviceMemory: undefined }))).toBe(false);
  });
});
