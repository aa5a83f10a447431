/** Chromium with another host name than localhost, so that its pages are not secure contexts. */
import { chromiumArgs } from '../../../tools/chromium.ts';
import { typeInto } from '../../../tools/typing.ts';
import { launchChromium, openVisitor } from '../chromium.ts';
import { isDrawn, type Tab, type TabBrowser, until } from './tab.ts';

/** @param host a name that resolves to this machine */
export async function launchChromiumAt(host: string): Promise<TabBrowser> {
  const browser = await launchChromium({ args: [...chromiumArgs, `--host-resolver-rules=MAP ${host} 127.0.0.1`] });
  return {
    name: `Chromium ${browser.version()}`,
    open: async (): Promise<Tab> => {
      const { page, complaints, leave } = await openVisitor(browser);
      page.on('dialog', (dialog) => {
        complaints.push(`${dialog.type()}: ${dialog.message()}`);
        void dialog.accept();
      });
      const evaluate = <Value>(script: string) => page.evaluate(`(() => { ${script} })()`) as Promise<Value>;
      const element = async (selector: string) => {
        await until(selector, () => evaluate<boolean>(isDrawn(selector)));
        return page.locator(selector).first();
      };
      return {
        // Browsers apply this header only in secure contexts, and Chromium warns about it on every page.
        get complaints() {
          return complaints.filter(
            (each) => !each.startsWith('The Cross-Origin-Opener-Policy header has been ignored'),
          );
        },
        close: leave,
        evaluate,
        goto: async (url) => void (await page.goto(url)),
        url: async () => page.url(),
        back: async () => void (await page.goBack({ waitUntil: 'commit' })),
        click: async (selector) => (await element(selector)).click(),
        type: async (selector, text) => typeInto(await element(selector), text),
      };
    },
    close: () => browser.close(),
  };
}
