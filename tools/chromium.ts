/** Finds a Chromium for the browser tests, and says how to get one where there is none. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

// It has no window of its own and opens a visitor in a third of the time.
const headlessShell = '/usr/bin/chromium-headless-shell';
const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** What a test needs of a Chromium: `whole` is one with the back-forward cache and client hints, which the shell lacks. */
export type ChromiumKind = 'shell' | 'whole';

function installed(kind: ChromiumKind): string | undefined {
  const own = ((): string => {
    try {
      return chromium.executablePath();
    } catch {
      return '';
    }
  })();
  return [process.env['CHROMIUM_PATH'] ?? '', ...(kind === 'shell' ? [headlessShell] : []), own, ...candidates].find(
    (path) => path !== '' && existsSync(path),
  );
}

/**
 * The path of a Chromium: `CHROMIUM_PATH`, Debian's headless shell where that is enough, Playwright's own, the system's,
 * else one installed by apt as root.
 * @param kind - what the caller needs; a whole Chromium stands in for a missing shell
 * @throws Error with what to install when there is none
 */
export function findChromium(kind: ChromiumKind = 'whole'): string {
  const found = installed(kind);
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const install = 'apt-get install -y -qq';
    spawnSync('sh', ['-c', `apt-get update -qq && ${install} chromium; ${install} chromium-headless-shell`], {
      stdio: 'inherit',
    });
    const now = installed(kind);
    if (now !== undefined) return now;
  }
  throw new Error(
    'No Chromium found. Install one (`npx playwright install chromium`, or your system’s `chromium` package) or set CHROMIUM_PATH.',
  );
}

/** Flags with which the headless shell opens a page at three quarters of the processor time. */
export const shellArgs = ['--disable-gpu', '--renderer-process-limit=1'];

/** Flags for a Chromium in a test; as root it has no sandbox. */
export const chromiumArgs = [
  '--disable-quic',
  '--disable-background-networking',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
