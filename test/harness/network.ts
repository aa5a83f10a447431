/** Network profiles, which Chromium emulates for pages and servers. */
import type { CDPSession, Page } from 'playwright';

export interface Profile {
  /** Round trip in milliseconds. */
  readonly rtt: number;
  /** Megabits per second. */
  readonly downlink: number;
  readonly saveData?: boolean;
}

/** Emulates a network for a page. @returns a function that changes the profile later */
export async function emulateNetwork(page: Page, profile: Profile): Promise<(next: Profile) => Promise<void>> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const apply = async ({ rtt, downlink, saveData }: Profile): Promise<void> => {
    const throughput = (downlink * 1_000_000) / 8;
    await cdp.send('Emulation.setDataSaverOverride', saveData === undefined ? {} : { dataSaverEnabled: saveData });
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: rtt,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
  };
  await apply(profile);
  return apply;
}
