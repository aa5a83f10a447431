/** Drives an installed WebKitGTK over W3C WebDriver, on its own display. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { WebKit } from '../../../tools/browsers.ts';
import { viewports } from '../chromium.ts';
import { freePort } from '../site-server.ts';
import { isDrawn, type Tab, type TabBrowser, until } from './tab.ts';

/** The key of an element reference in WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

interface Session {
  send<Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, signal?: AbortSignal): Promise<Value>;
}

/** A WebDriver client. @throws Error with the driver's message */
const connect = (base: string): Session => ({
  send: async (method, path, body, signal) => {
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(base + path, { method, signal: signal ?? null, ...content });
    const { value } = (await answer.json()) as { value: never };
    if (!answer.ok) {
      const { error, message } = value as { error: string; message: string };
      throw new Error(`WebDriver: ${method} ${path}: ${error}: ${message}`);
    }
    return value;
  },
});

/** Retries an action until the element is reachable: a dialog may still be moving. */
async function patiently(act: () => Promise<unknown>): Promise<void> {
  let last: unknown;
  const done = async (): Promise<boolean> => {
    try {
      await act();
      return true;
    } catch (error) {
      last = error;
      return false;
    }
  };
  await until('an element that can be reached', done).catch((error: Error) => {
    throw new Error(error.message, { cause: last });
  });
}

/** A virtual display, and its number. */
async function openDisplay(program: string): Promise<{ process: ChildProcess; number: string }> {
  const process = spawn(program, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise<string>((done, fail) => {
    process.once('error', fail);
    process.once('exit', (code) => fail(new Error(`Xvfb ended with ${code}.`)));
    process.stdio[3]?.once('data', (text: Buffer) => done(text.toString().trim()));
  });
  return { process, number };
}

interface Driver {
  readonly base: string;
  /** Ends the driver and its browser. */
  stop(): void;
}

/** Starts a driver whose browsers appear on a display. */
async function startDriver(program: string, display: string): Promise<Driver> {
  const port = await freePort();
  const service = spawn(program, [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: `:${display}` },
    stdio: 'ignore',
    // A group of its own, which its browser belongs to.
    detached: true,
  });
  const base = `http://127.0.0.1:${port}`;
  await until('WebKitWebDriver', () =>
    connect(base)
      .send('GET', '/status')
      .then(() => true),
  );
  return { base, stop: () => void process.kill(-(service.pid as number)) };
}

/** Milliseconds. On a busy machine a session begins within three seconds. */
const longestBeginning = 15_000;

/** Starts WebKitGTK; each tab is a session with its own window and storage. */
export async function launchWebKit({ driver, browser, display }: WebKit): Promise<TabBrowser> {
  const screen = await openDisplay(display);
  let service = await startDriver(driver, screen.number);
  const begin = async (): Promise<string> => {
    const { sessionId } = await connect(service.base).send<{ sessionId: string }>(
      'POST',
      '/session',
      {
        capabilities: {
          alwaysMatch: {
            unhandledPromptBehavior: 'accept',
            'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
          },
        },
      },
      AbortSignal.timeout(longestBeginning),
    );
    return sessionId;
  };
  /** The driver now and then loses the browser that it has started, and then never answers. */
  const beginAgain = async (error: Error): Promise<string> => {
    if (error.name !== 'TimeoutError') throw error;
    service.stop();
    service = await startDriver(driver, screen.number);
    return begin();
  };
  return {
    name: 'WebKitGTK',
    open: async (): Promise<Tab> => {
      const sessionId = await begin().catch(beginAgain);
      const { send } = connect(`${service.base}/session/${sessionId}`);
      const end = () => send<void>('DELETE', '');
      await send('POST', '/window/rect', viewports.phone);
      const evaluate = <Value>(script: string) => send<Value>('POST', '/execute/sync', { script, args: [] });
      const element = async (selector: string): Promise<string> => {
        await until(selector, () => evaluate<boolean>(isDrawn(selector)));
        // The driver does not wait for the end of a smooth scroll.
        await evaluate(
          `document.querySelector(${JSON.stringify(selector)}).scrollIntoView({ block: 'center', behavior: 'instant' });`,
        );
        const found = await send<Record<string, string>>('POST', '/element', {
          using: 'css selector',
          value: selector,
        });
        return `/element/${found[elementKey]}`;
      };
      return {
        complaints: [],
        close: end,
        evaluate,
        goto: async (url) => void (await send('POST', '/url', { url })),
        url: () => send<string>('GET', '/url'),
        back: async () => void (await send('POST', '/back', {})),
        click: (selector) => patiently(async () => send('POST', `${await element(selector)}/click`, {})),
        type: async (selector, text) => {
          await patiently(async () => send('POST', `${await element(selector)}/clear`, {}));
          await send('POST', `${await element(selector)}/value`, { text });
        },
      };
    },
    close: async () => {
      service.stop();
      screen.process.kill();
    },
  };
}
