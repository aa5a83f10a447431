/** Whether a visit may be recorded: the recording follows the purpose analytics, as `engine/consent/consent.ts` decides it. */

// That module is not shared: tracking would then have to fetch the code of islands. The server decides again.
const pattern = /(?:^|;\s*)consent=([A-Za-z0-9-]{1,32})\.([am]{1,2}|0)\./;

function readCookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}

/** @param root the island: it says whether the site states that recording is necessary */
export function mayRecord(root: HTMLElement): boolean {
  if (root.dataset['necessary'] !== undefined) return true;
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true) return false;
  const asked = document.body.dataset['consent'];
  const [, version, letters = ''] = pattern.exec(readCookies()) ?? [];
  if (version === undefined || (asked !== undefined && version !== asked)) return asked === undefined;
  return letters.includes('a');
}
