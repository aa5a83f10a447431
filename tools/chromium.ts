/** Finds a Chromium for the browser tests, and says how to get one where there is none. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The path of a Chromium: `CHROMIUM_PATH`, Playwright's own, the system's, else one installed by apt as root.
 * @throws Error with what to do when there is none
 */
export function findChromium(): string {
  const own = ((): string => {
    try {
      return chromium.executablePath();
    } catch {
      return '';
    }
  })();
  const found = [process.env['CHROMIUM_PATH'] ?? '', own, ...candidates].find(
    (path) => path !== '' && existsSync(path),
  );
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    spawnSync('sh', ['-c', 'apt-get update -qq && apt-get install -y -qq chromium'], { stdio: 'inherit' });
    if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium';
  }
  throw new Error(
    'No Chromium found. Install one (`npx playwright install chromium`, or your system’s `chromium` package) or set CHROMIUM_PATH.',
  );
}

/** Flags for a Chromium in a test; as root it has no sandbox. */
export const chromiumArgs = [
  '--disable-quic',
  '--disable-background-networking',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
