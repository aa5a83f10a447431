/** The ads pixel: loaded once, with its automatic events disabled. */

/** The pixel's function, or the queue in its place until its script has loaded. */
interface Pixel {
  (...command: readonly unknown[]): void;
  callMethod?: (...command: readonly unknown[]) => void;
  queue: (readonly unknown[])[];
  loaded?: boolean;
  version?: string;
  push?: unknown;
  /** Disables automatic page views: the tracking module sends them. */
  disablePushState?: boolean;
  allowDuplicatePageViews?: boolean;
}

declare global {
  interface Window {
    fbq?: Pixel;
    _fbq?: Pixel;
  }
}

/** The pixel's standard events. All other names are custom events. */
const standard = new Set([
  'AddPaymentInfo',
  'AddToCart',
  'AddToWishlist',
  'CompleteRegistration',
  'Contact',
  'CustomizeProduct',
  'Donate',
  'FindLocation',
  'InitiateCheckout',
  'Lead',
  'PageView',
  'Purchase',
  'Schedule',
  'Search',
  'StartTrial',
  'SubmitApplication',
  'Subscribe',
  'ViewContent',
]);

function makeQueue(): Pixel {
  const pixel = ((...command: readonly unknown[]) => {
    if (pixel.callMethod) pixel.callMethod(...command);
    else pixel.queue.push(command);
  }) as Pixel;
  pixel.queue = [];
  pixel.loaded = true;
  pixel.version = '2.0';
  pixel.push = pixel;
  pixel.disablePushState = true;
  pixel.allowDuplicatePageViews = true;
  return pixel;
}

/**
 * Loads the pixel.
 * @param script its address
 * @param asks whether the site asks for consent; the pixel is then loaded only after it was given
 * @returns whether its script has loaded; false if it was blocked or could not be fetched
 */
export function loadPixel(id: string, script: string, asks: boolean): Promise<boolean> {
  const pixel = makeQueue();
  window.fbq = pixel;
  window._fbq = pixel;
  if (asks) pixel('consent', 'revoke');
  pixel('set', 'autoConfig', false, id);
  pixel('init', id);
  if (asks) pixel('consent', 'grant');
  return new Promise((done) => {
    const element = document.createElement('script');
    element.async = true;
    element.src = script;
    element.addEventListener('load', () => done(true));
    element.addEventListener('error', () => {
      delete window.fbq;
      done(false);
    });
    document.head.append(element);
  });
}

/** Tells a loaded pixel that the visitor has changed their choice. */
export const setPixelConsent = (granted: boolean): void => window.fbq?.('consent', granted ? 'grant' : 'revoke');

/** Sends an event to the pixel. */
export function sendToPixel(name: string, data: Readonly<Record<string, unknown>>, eventID: string): void {
  window.fbq?.(standard.has(name) ? 'track' : 'trackCustom', name, data, { eventID });
}
