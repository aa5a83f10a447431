/**
 * Inlined on pages whose visits are recorded. Reports a visit that has only looked when its page is hidden, in one beacon of at
 * most 300 bytes; `server/traces/glance.ts` reads it and makes the trace. Once an island records, it reports the visit itself.
 */
import { mayRecord } from './may-record.ts';
import type { Funnel } from './protocol.ts';
import { isSampled } from './sampled.ts';

const { pathname, search } = location;
let begun = Date.now();

document.addEventListener('visibilitychange', () => {
  // A dialog shows its flow only once it is opened, which starts its island.
  const island = document.querySelector<HTMLElement>('[data-traces]:not([data-recorded],dialog *)');
  if (!document.hidden || !begun || !island || !mayRecord(island) || !isSampled(island)) return;
  // The boot script defines it before a page can be hidden.
  const { landing } = window.funnel as Funnel;
  const { bundle, traces } = island.dataset;
  const here = pathname + search;
  const first = landing.path + landing.search;
  navigator.sendBeacon(
    `${traces}?glance`,
    [
      // The name of the file has the flow and its version.
      (bundle as string).split('/').pop(),
      landing.visitId,
      begun,
      Date.now() - begun,
      landing.referrer.split('/')[2],
      here,
      first === here ? '' : first,
    ]
      .join('\n')
      .slice(0, 280),
  );
  // One report is enough.
  begun = 0;
});
