/** Network profiles of a visitor: Chromium tells pages and servers what it is made to believe. */
import type { CDPSession, Page } from 'playwright';

export interface Profile {
  /** Round trip in milliseconds. */
  readonly rtt: number;
  /** Megabits a second. */
  readonly downlink: number;
  readonly saveData?: boolean;
}

/** Gives a page its network, and lets a test change it later. */
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
