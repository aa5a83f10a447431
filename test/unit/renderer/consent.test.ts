import { afterEach, describe, expect, test, vi } from 'vitest';

/** A page as far as the module reads it. */
function page(options: { version?: string; cookie?: string; control?: boolean; refused?: boolean } = {}) {
  const target = new EventTarget();
  const fake = Object.assign(target, {
    cookie: options.cookie ?? '',
    body: { dataset: options.version === undefined ? {} : { consent: options.version } },
  });
  vi.stubGlobal('document', fake);
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('navigator', { globalPrivacyControl: options.control });
  vi.stubGlobal('localStorage', { getItem: () => (options.refused ? 'denied' : null) });
  return fake;
}

async function load() {
  vi.resetModules();
  return import('../../../renderer/tracking/consent.ts');
}

const cookie = (letters: string) => `consent=v1.${letters}.k3v9x1m2c8q7w6e5`;

afterEach(() => vi.unstubAllGlobals());

describe('consent in the browser', () => {
  test('is given where it is implied, and refused by Global Privacy Control or by the site', async () => {
    page();
    const { allows, isUndecided } = await load();
    expect([allows('necessary'), allows('analytics'), allows('marketing'), isUndecided()]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    for (const refusal of [{ control: true }, { refused: true }]) {
      page(refusal);
      const refused = await load();
      expect([refused.allows('necessary'), refused.allows('analytics'), refused.allows('marketing')]).toEqual([
        true,
        false,
        false,
      ]);
    }
  });

  test('runs what waits once, when its purpose is allowed', async () => {
    const document = page({ version: 'v1' });
    const { allows, consentEvent, isUndecided, onConsentChange, whenAllowed } = await load();
    const ran: string[] = [];
    let changes = 0;
    onConsentChange(() => (changes += 1));
    whenAllowed('analytics', () => ran.push('analytics'));
    whenAllowed('marketing', () => ran.push('marketing'));
    whenAllowed('necessary', () => ran.push('necessary'));
    expect([ran, isUndecided()]).toEqual([['necessary'], true]);

    document.cookie = cookie('a');
    document.dispatchEvent(new Event(consentEvent));
    expect([ran, isUndecided(), allows('marketing')]).toEqual([['necessary', 'analytics'], false, false]);

    document.cookie = cookie('am');
    document.dispatchEvent(new Event('visibilitychange'));
    document.dispatchEvent(new Event(consentEvent));
    expect([ran, changes]).toEqual([['necessary', 'analytics', 'marketing'], 2]);

    document.cookie = cookie('0');
    document.dispatchEvent(new Event(consentEvent));
    expect([allows('analytics'), allows('marketing'), changes]).toEqual([false, false, 3]);
  });

  test('survives a browser that denies cookies and storage', async () => {
    page({ version: 'v1' });
    const denied = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.defineProperty(document, 'cookie', { get: denied });
    vi.stubGlobal('localStorage', { getItem: denied });
    const { allows } = await load();
    expect([allows('necessary'), allows('marketing')]).toEqual([true, false]);
  });
});
