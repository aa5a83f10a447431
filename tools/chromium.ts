/** Finds a Chromium for the browser tests, and says how to get one where there is none. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

// It opens a visitor in a third of the time of a whole Chromium.
const headlessShell = '/usr/bin/chromium-headless-shell';
const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** What a test needs of a Chromium: `whole` is one with the back-forward cache and client hints, which the shell lacks. */
export type ChromiumKind = 'shell' | 'whole';

/** The path of a Chromium that is installed; undefined if there is none. */
export function installedChromium(kind: ChromiumKind): string | undefined {
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

/** Runs a step of the set-up and announces it in one line. @returns whether it succeeded */
function setUp(announcement: string, program: string, args: readonly string[]): boolean {
  console.log(announcement);
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    // Without a network the download ends after seconds instead of minutes.
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' },
  });
  if (status !== 0) console.log(`${`${stdout}${stderr}`.trim().split('\n').slice(-5).join('\n')}\nThis failed.`);
  return status === 0;
}

/** Installs a Chromium: Playwright's own if it can be downloaded, else the system's package, which needs root. */
function install(): void {
  const hasApt = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const playwright = (...args: string[]): [string, string[]] => ['npx', ['playwright', ...args]];
  if (setUp('No Chromium found. Downloading the one of Playwright.', ...playwright('install', 'chromium'))) {
    if (hasApt)
      setUp('Installing the libraries that Chromium needs, with apt-get.', ...playwright('install-deps', 'chromium'));
    return;
  }
  if (!hasApt) return;
  const packages =
    'apt-get update -qq && apt-get install -y -qq chromium && apt-get install -y -qq chromium-headless-shell';
  setUp('Installing the package chromium with apt-get.', 'sh', ['-c', packages]);
}

/**
 * The path of a Chromium: `CHROMIUM_PATH`, Debian's headless shell where that is enough, Playwright's own, the system's,
 * else one that is installed now.
 * @param kind - what the caller needs; a whole Chromium stands in for a missing shell
 * @throws Error with what to install when there is none
 */
export function findChromium(kind: ChromiumKind = 'whole'): string {
  const found = installedChromium(kind);
  if (found !== undefined) return found;
  install();
  const now = installedChromium(kind);
  if (now !== undefined) return now;
  throw new Error(
    'No Chromium found. Install one (`npx playwright install chromium`, or your system’s `chromium` package) or set CHROMIUM_PATH.',
  );
}

/** Flags with which the headless shell opens a page at three quarters of the processor time. */
export const shellArgs = ['--disable-gpu', '--renderer-process-limit=1'];

/** What Playwright disables. Chromium reads the last list only, so a list of ours has to contain Playwright's. */
export const playwrightDisabled = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** A whole Chromium loads two pages for its address bar in each window: a second of processor time per visitor. */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Flags for a whole Chromium. */
export const wholeArgs = [`--disable-features=${[...playwrightDisabled, ...addressBar].join(',')}`];

/** Flags for a Chromium in a test; as root it has no sandbox. */
export const chromiumArgs = [
  '--disable-quic',
  '--disable-background-networking',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
