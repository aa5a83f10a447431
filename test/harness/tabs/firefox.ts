/** Drives an installed Firefox over WebDriver BiDi. */
import puppeteer from 'puppeteer-core';
import { viewports } from '../chromium.ts';
import { isDrawn, type Tab, type TabBrowser, until } from './tab.ts';

/** Starts a headless Firefox. */
export async function launchFirefox(executablePath: string): Promise<TabBrowser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: {
      // Only this machine is reachable: requests to other hosts fail at once.
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': 9,
      'network.proxy.ssl': '127.0.0.1',
      'network.proxy.ssl_port': 9,
    },
  });
  return {
    name: await browser.version(),
    open: async (): Promise<Tab> => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport(viewports.phone);
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('dialog', (dialog) => {
        complaints.push(`${dialog.type()}: ${dialog.message()}`);
        void dialog.accept();
      });
      const evaluate = <Value>(script: string) => page.evaluate(`(() => { ${script} })()`) as Promise<Value>;
      const element = async (selector: string) => {
        await until(selector, () => evaluate<boolean>(isDrawn(selector)));
        const found = await page.$(selector);
        if (found === null) throw new Error(`${selector} has gone.`);
        return found;
      };
      return {
        complaints,
        close: () => context.close(),
        evaluate,
        goto: async (url) => void (await page.goto(url)),
        url: async () => page.url(),
        back: async () => void (await page.goBack()),
        click: async (selector) => (await element(selector)).click(),
        type: async (selector, text) => {
          const field = await element(selector);
          await field.click();
          await evaluate(`document.querySelector(${JSON.stringify(selector)}).select()`);
          await page.keyboard.press('Backspace');
          await page.keyboard.type(text);
        },
      };
    },
    close: () => browser.close(),
  };
}
