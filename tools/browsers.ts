/** Finds the browsers that tests use besides Chromium. Both are optional: the tests of a missing browser are skipped. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const firstOf = (paths: readonly (string | undefined)[]): string | null =>
  paths.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null;

/** The path of Firefox: `FIREFOX_PATH`, or the system's; null if there is none. */
export const findFirefox = (): string | null =>
  firstOf([
    process.env['FIREFOX_PATH'],
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ]);

export interface WebKit {
  readonly driver: string;
  readonly browser: string;
  /** The X server; WebKitGTK has no headless mode. */
  readonly display: string;
}

/** WebKitGTK with its driver and an X server; null if one of the three is missing. */
export function findWebKit(): WebKit | null {
  if (process.platform !== 'linux') return null;
  const libraries = readdirSync('/usr/lib')
    .flatMap((folder) =>
      ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0'].map((name) => join('/usr/lib', folder, name)),
    )
    .map((folder) => join(folder, 'MiniBrowser'));
  const driver = firstOf([process.env['WEBKIT_DRIVER_PATH'], '/usr/bin/WebKitWebDriver']);
  const browser = firstOf(libraries);
  const display = firstOf(['/usr/bin/Xvfb']);
  return driver && browser && display ? { driver, browser, display } : null;
}

/** One line per missing browser, with the packages to install. */
export const missingBrowsers = (): string[] => [
  ...(findFirefox() ? [] : ['Skipping the Firefox tests: Firefox not found. On Debian: apt-get install firefox-esr']),
  ...(findWebKit()
    ? []
    : ['Skipping the WebKit tests: WebKitGTK not found. On Debian: apt-get install webkit2gtk-driver xvfb']),
];
