/**
 * A visit to a quiz on a slow phone. The page presses by itself, because a press over the DevTools protocol comes late on
 * a busy machine: the first answer and Next in the task in which the first question is seen.
 */
import { brotliCompressSync } from 'node:zlib';
import type { Browser, BrowserContext } from 'playwright';
import { viewports } from '../../harness/chromium.ts';
import { slow4g } from '../first-visit.ts';

/** Selectors of a quiz. */
export interface PeerQuiz {
  readonly url: string;
  /** The radios of the current question. */
  readonly option: string;
  readonly next: string;
  /** The current question's text. */
  readonly title: string;
  /** A text field of the form. */
  readonly field: string;
}

/** Milliseconds, and bytes at brotli 11. */
export interface PeerVisit {
  /** From the navigation to the frame with the first question. */
  readonly first: number;
  /** From the navigation to the frame with the second question, answered as soon as the first was seen. */
  readonly second: number;
  /** From the first press on Next to the frame with the second question. */
  readonly answered: number;
  /** From the choice of an option to its frame, and from Next to the frame with the next question. */
  readonly choices: readonly number[];
  readonly nexts: readonly number[];
  /** From the last Next to the frame with the form. */
  readonly form: number;
  /** All scripts until the form is there, with those inside of the page. */
  readonly script: number;
}

interface Walked extends Omit<PeerVisit, 'script'> {
  readonly failed?: string;
}

/** Milliseconds. */
export interface VisitPace {
  /** Between presses after the second question. */
  readonly calm: number;
  /** Between the first question and its answer. */
  readonly pause: number;
}

/** Runs in the page. */
function walk({ option, next, title, field, calm, pause }: PeerQuiz & VisitPace): void {
  const isSeen = (selector: string): boolean =>
    [...document.querySelectorAll<HTMLElement>(selector)].some((element) => {
      const box = (element.closest('label') ?? element).getBoundingClientRect();
      return box.height > 0 && box.width > 0 && getComputedStyle(element).visibility !== 'hidden';
    });
  const text = (): string => document.querySelector(title)?.textContent ?? '';
  /**
   * The time at the end of the first frame in which a condition holds. Work that the page puts after the frame is not part
   * of it: the message is sent before the page's own callbacks of the frame run.
   */
  const drawn = (holds: () => boolean): Promise<number> =>
    new Promise((done, fail) => {
      const began = performance.now();
      const look = (): void => {
        requestAnimationFrame(() => {
          if (holds()) {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => done(performance.now());
            port2.postMessage(null);
          } else if (performance.now() - began > 30_000) fail(new Error(`waited in vain at “${text()}”`));
          else look();
        });
      };
      look();
    });
  const press = (element: HTMLElement | null | undefined): void => {
    const touch = { bubbles: true, composed: true, pointerType: 'touch', isPrimary: true };
    for (const type of ['pointerdown', 'pointerup'])
      element?.dispatchEvent(new PointerEvent(type, { ...touch, cancelable: true }));
    element?.click();
  };
  const choose = (): void => press(document.querySelectorAll<HTMLElement>(option)[1]);
  const goOn = (): void => press(document.querySelector<HTMLElement>(next));
  /** From a press to the frame with its effect. */
  const timed = async (act: () => void, holds: () => boolean): Promise<number> => {
    const began = performance.now();
    const end = drawn(holds);
    act();
    return (await end) - began;
  };
  const isChosen = (): boolean => document.querySelectorAll<HTMLInputElement>(option)[1]?.matches(':checked') ?? false;
  const run = async (): Promise<Walked> => {
    const first = await drawn(() => isSeen(option) && isSeen(next));
    const before = text();
    if (pause > 0) await new Promise((done) => setTimeout(done, pause));
    const answer = (): void => {
      if (text() !== before) return;
      if (!isChosen()) choose();
      goOn();
    };
    const changed = drawn(() => text() !== before);
    const pressed = performance.now();
    answer();
    // Pressed again until it has an effect, as a visitor does.
    const again = setInterval(answer, 250);
    const second = await changed;
    clearInterval(again);
    const choices: number[] = [];
    const nexts: number[] = [];
    let form = Number.NaN;
    for (let question = 1; question < 4; question += 1) {
      await new Promise((done) => setTimeout(done, calm + Math.random() * 50));
      choices.push(await timed(choose, isChosen));
      await new Promise((done) => setTimeout(done, calm + Math.random() * 50));
      const asked = text();
      if (question < 3) nexts.push(await timed(goOn, () => text() !== asked));
      else form = await timed(goOn, () => isSeen(field));
    }
    return { first, second, answered: second - pressed, choices, nexts, form };
  };
  const start = (): void => {
    run()
      .catch((error: unknown) => ({ failed: String(error) }))
      .then((walked) => Object.assign(window, { walked }));
  };
  requestAnimationFrame(start);
}

/** Compressed sizes of scripts, by address or text: every visit fetches the same. */
const sizes = new Map<string, number>();
async function sizeOf(key: string, body: () => Promise<string>): Promise<number> {
  const known = sizes.get(key) ?? brotliCompressSync(await body()).length;
  sizes.set(key, known);
  return known;
}

async function fetchText(context: BrowserContext, url: string): Promise<string> {
  const response = await context.request.get(url);
  if (!response.ok()) throw new Error(`${url}: ${response.status()}`);
  return response.text();
}

/** Makes one visit. */
export async function visitPeer(
  browser: Browser,
  quiz: PeerQuiz,
  { calm = 900, pause = 0 }: Partial<VisitPace> = {},
): Promise<PeerVisit> {
  const context = await browser.newContext({
    viewport: viewports.phone,
    isMobile: true,
    hasTouch: true,
    ignoreHTTPSErrors: true,
  });
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (/\.js$/.test(new URL(request.url()).pathname)) scripts.add(request.url());
  });
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', { offline: false, ...slow4g });
  await page.addInitScript(walk, { ...quiz, calm, pause });
  await page.goto(quiz.url, { waitUntil: 'commit' });
  const walked = await page
    .waitForFunction(() => (window as unknown as { walked?: Walked }).walked, null, { timeout: 60_000, polling: 500 })
    .catch((error: unknown) => {
      throw new Error(`${quiz.url}: the walk did not end`, { cause: error });
    });
  const { failed, ...times } = (await walked.jsonValue()) as Walked;
  if (failed !== undefined) throw new Error(`${quiz.url}: ${failed}`);
  const inlined = await page.evaluate(() =>
    [...document.scripts]
      .filter(({ src, type }) => src === '' && ['', 'module'].includes(type))
      .map(({ text }) => text),
  );
  // Fetched again, because the protocol has no bodies of prefetched files.
  const bytes = await Promise.all([
    ...inlined.map((text) => sizeOf(text, async () => text)),
    ...[...scripts].map((url) => sizeOf(new URL(url).pathname, () => fetchText(context, url))),
  ]);
  await context.close();
  return { ...times, script: bytes.reduce((sum, size) => sum + size, 0) };
}
