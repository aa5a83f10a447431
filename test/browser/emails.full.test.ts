/** E-mails as a mail program on a phone, in a window and on a dark screen shows them. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderEmail } from '../../renderer/emails/email.tsx';
import { horizontalOverflow, violations } from '../harness/axe.ts';
import { returnChromium, shareChromium } from '../harness/shared-chromium.ts';
import { baseWith, load } from '../unit/load/fixtures.ts';

const email = (tone: string) => `email: sample
subject: Your guide
tone: ${tone}
blocks:
  - { type: heading, eyebrow: Guide, text: Your guide is here }
  - { type: text, size: lead, body: "A [link](/terms) and **more**.\\n\\n- one\\n- two" }
  - { type: button, label: Download the guide, to: /terms, note: The link is yours alone. }
  - { type: button, label: Read the terms, to: /terms, emphasis: quiet }
  - { type: list, title: Inside, items: [One point, Another point] }
  - { type: list, marker: number, items: [First, Second] }
  - { type: panel, title: Bonus, body: A checklist. }
  - { type: divider }
  - { type: signature, closing: 'Yours,', name: Sample, role: Team }
  - { type: footer, body: 'You asked for it at a-very-long-address-without-a-break.example. [Terms](/terms)' }
`;

let browser: Browser;
beforeAll(async () => {
  browser = await shareChromium('shell');
});
afterAll(() => returnChromium(browser));

const colours =
  "theme:\n  radius: small\n  colors: { ink: '#1D1C18', paper: '#FBF8F2', sand: '#F2ECE0', accent: '#7D5F2B', night: '#1D1C18' }\n";

test.each([
  [390, 'light', 'plain'],
  [768, 'light', 'dark'],
  [390, 'dark', 'dark'],
  [768, 'dark', 'plain'],
] as const)(
  'at %i px on a %s screen, with a %s bar: readable, and nothing overflows',
  async (width, colorScheme, tone) => {
    const site = baseWith({}).find(({ path }) => path === 'site.yaml')?.text ?? '';
    const loaded = load(baseWith({ 'site.yaml': site + colours, 'sample.email.yaml': email(tone) }));
    if (loaded.site === null) throw new Error(JSON.stringify(loaded.problems));
    const { html } = renderEmail({
      site: loaded.site,
      email: 'sample',
      values: {},
      origin: 'https://example.com',
      documents: {},
    });
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
    const page = await context.newPage();
    await page.setContent(html);
    expect(await violations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
    const { card, button } = await page.evaluate(() => {
      const widthOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().width ?? 0;
      return { card: widthOf('.m-card'), button: widthOf('.m-button a') };
    });
    expect(card).toBe(Math.min(width, 600));
    // On a phone the thumb reaches the button anywhere.
    if (width === 390) expect(button).toBeGreaterThan(300);
    else expect(button).toBeLessThan(300);
    await context.close();
  },
);
