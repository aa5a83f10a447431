/** Tracking events in the browser. Without the pixel's script they are skipped; a failure is never shown. */
import type { Effect } from '../../engine/session/effects.ts';

type Pixel = (command: 'track' | 'trackCustom', event: string, data: object, options: { eventID: string }) => void;

/** The pixel's own events; every other name is a custom one. */
const standard = new Set([
  'PageView',
  'Lead',
  'ViewContent',
  'InitiateCheckout',
  'CompleteRegistration',
  'Contact',
  'Schedule',
  'Purchase',
]);

/** Gives an event to the ads pixel. Its id is the prefix and the time. */
export function track({ event, prefix, data }: Extract<Effect, { kind: 'track' }>): void {
  const pixel = (window as { fbq?: Pixel }).fbq;
  if (pixel === undefined) return;
  try {
    pixel(standard.has(event) ? 'track' : 'trackCustom', event, data, {
      eventID: `${prefix ?? event.toLowerCase()}_${Date.now()}`,
    });
  } catch (error) {
    console.info('Tracking failed.', error);
  }
}
