/** What a page in a browser shows of a visit, as the expectations of a scenario see it. */
import type { Locator, Page } from 'playwright';
import type { SiteDefinition } from '../engine/definition.ts';
import type { CompiledFlow } from '../engine/flow/index.ts';
import type { ScenarioView } from '../engine/scenarios/expect.ts';
import { savedKey } from '../renderer/boot/protocol.ts';
import type { Json } from '../schemas/compiled.ts';
import type { ScenarioCalls } from './fault-proxy.ts';

declare global {
  /** The functions that the view exposes to the page. */
  interface Window {
    scenarioTracked(event: string, isOnce: boolean): void;
    scenarioToast(texts: string[]): void;
  }
}

/** What a page has reported so far. */
export interface PageLog {
  events: string[];
  /** The texts of the last toast or alert. */
  messages: string[];
  /** Exceptions that nobody caught. */
  faults: string[];
  /** The last address that the page itself was led to. */
  leaves: string | null;
}

/** Makes a page's storage throw, as a browser does that is set to store nothing. */
export const denyStorage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
  });

/** Answers the pixel's script with an empty one, or blocks it as an ad blocker does. No other request is affected. */
export async function answerPixel(page: Page, { site }: SiteDefinition, pixel: 'allowed' | 'blocked'): Promise<void> {
  const script = site.integrations?.pixel?.script;
  if (script === undefined) return;
  const protocol = await page.context().newCDPSession(page);
  protocol.on('Fetch.requestPaused', ({ requestId }) => {
    const answered =
      pixel === 'blocked'
        ? protocol.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
        : protocol.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: 200,
            responseHeaders: [{ name: 'content-type', value: 'text/javascript' }],
          });
    answered.catch(() => {});
  });
  await protocol.send('Fetch.enable', { patterns: [{ urlPattern: `${script}*` }] });
}

/** Reports the tracking events of a flow: those that it sends, and those that the server's page sends for it. */
export async function followEvents(page: Page, log: PageLog): Promise<void> {
  const once = new Set<string>();
  await page.exposeFunction('scenarioTracked', (event: string, isOnce: boolean) => {
    if (isOnce && once.has(event)) return;
    if (isOnce) once.add(event);
    log.events.push(event);
  });
  await page.addInitScript(() => {
    const report = (event: string, isOnce: boolean): void => window.scenarioTracked(event, isOnce);
    let funnel: Window['funnel'];
    Object.defineProperty(window, 'funnel', {
      get: () => funnel,
      set: (made: NonNullable<Window['funnel']>) => {
        const { track } = made;
        made.track = (event) => {
          report(event.event, event.once === true);
          track(event);
        };
        funnel = made;
      },
    });
    document.addEventListener('DOMContentLoaded', () => {
      const sent = document.querySelector<HTMLElement>('[data-island]')?.dataset['sent'] ?? '';
      const own = JSON.parse(document.getElementById('funnel-events')?.textContent ?? '[]') as {
        event: string;
        once?: boolean;
      }[];
      for (const { event, once } of own) if (sent.split(' ').includes(event)) report(event, once === true);
    });
  });
}

/** Reports each toast, because it disappears by itself. */
export async function followToasts(page: Page, log: PageLog): Promise<void> {
  await page.exposeFunction('scenarioToast', (texts: string[]) => {
    log.messages = texts;
  });
  await page.addInitScript(() => {
    const read = (): void => {
      const toast = document.querySelector('#toasts .toast, .toast');
      if (toast === null) return;
      const texts = [...toast.querySelectorAll('.toast__title, .toast__text')].map((each) => each.textContent ?? '');
      window.scenarioToast(texts);
    };
    document.addEventListener('DOMContentLoaded', () => {
      read();
      new MutationObserver(read).observe(document.getElementById('toasts') ?? document.body, {
        childList: true,
        subtree: true,
      });
    });
  });
}

/** A page as expectations see it. */
export interface SeenPage extends ScenarioView {
  /** Whether the value of a name can be read: fields show theirs, and the browser stores those of a visit with addresses. */
  isKnown(name: string): boolean;
  /** Whether the browser itself checks the form, in its own words. */
  readonly isNative: boolean;
}

interface Around {
  readonly log: PageLog;
  readonly calls: ScenarioCalls;
  /** The origin of the site, which redirects leave out. */
  readonly origin: string;
}

/** Reads the page of a visit. */
export async function readPage(
  island: Locator,
  { leaves, flow }: CompiledFlow,
  { log, calls, origin }: Around,
): Promise<SeenPage> {
  const seen = await island
    .evaluate(
      (root, key) => {
        const fields = [...root.querySelectorAll<HTMLInputElement>('form:not([data-question]) [name]')];
        const isNative = fields.some((field) => field.form?.noValidate === false);
        const described = (field: Element): string => {
          const ids = [field, field.closest('fieldset')].map((each) => each?.getAttribute('aria-describedby') ?? '');
          const id = ids
            .join(' ')
            .split(' ')
            .find((each) => each.endsWith('-error'));
          return document.getElementById(id ?? '')?.textContent ?? '';
        };
        const readValue = (field: HTMLInputElement): unknown =>
          field.type === 'checkbox' ? field.checked : field.value;
        let saved: unknown = {};
        try {
          saved = (JSON.parse(sessionStorage.getItem(key) ?? '{}') as { values?: object }).values ?? {};
        } catch {
          // Storage is denied.
        }
        const { state, screen } = (root as HTMLElement).dataset;
        return {
          state: state ?? screen ?? '',
          problems: [...root.querySelectorAll('form [role=alert]')].map((each) => each.textContent ?? ''),
          isNative,
          errors: fields
            .filter((field) => (isNative ? !field.validity.valid : field.getAttribute('aria-invalid') === 'true'))
            .map((field) => [field.name, described(field)]),
          shown: fields.filter(({ type }) => type !== 'radio').map((field) => [field.name, readValue(field)]),
          saved,
        };
      },
      savedKey(flow.flow),
      { timeout: 200 },
    )
    .catch(() => null);
  const leaf = leaves.get(seen?.state ?? '') ?? leaves.get(`${seen?.state}.ready`);
  const values = { ...Object.fromEntries(seen?.shown ?? []), ...(seen?.saved as object) } as Readonly<
    Record<string, Json>
  >;
  const address = log.leaves;
  return {
    screen: leaf?.screen ?? seen?.state ?? 'left',
    busy: leaf?.status === 'calling' || leaf?.status === 'loading',
    messages: [...log.messages, ...(seen?.problems ?? [])],
    errors: Object.fromEntries(seen?.errors ?? []) as Record<string, string>,
    events: log.events,
    leaves: address?.startsWith(origin) === true ? address.slice(origin.length) : address,
    value: (name) => values[name],
    isNative: seen?.isNative ?? false,
    isKnown: (name) => Object.hasOwn(values, name),
    sent: calls.sent,
    stored: calls.stored,
  };
}
