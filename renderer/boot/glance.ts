/**
 * Inlined on pages whose visits are recorded. Reports a visit that has only looked when its page is hidden, in one beacon of at
 * most 300 bytes; `server/traces/glance.ts` reads it and makes the trace. What the visitor has done before the recorder was there
 * follows, until they type something. Once an island records, it reports the visit itself.
 * The server decides whether the visit is among those that are recorded.
 */
import type { Act, Funnel } from './protocol.ts';

let begun = Date.now();
const here = location.pathname + location.search;

document.addEventListener('visibilitychange', () => {
  // A dialog shows its flow only once it is opened, which starts its island.
  const island = document.querySelector<HTMLElement>('[data-traces]:not([data-recorded],dialog *)');
  if (!document.hidden || !begun || !island) return;
  const { asks, bundle, traces } = island.dataset;
  // Without a choice that allows it, nothing is sent. The server knows the version of the question, and decides again.
  if (asks !== undefined && !/consent=[\w-]+\.m?a/.test(document.cookie)) return;
  // The boot script defines it before a page can be hidden.
  const { landing, acts: all } = window.funnel as Funnel;
  const acts: Act[] = [];
  // A trace of typed values is masked before it is sent.
  all.every((act) => !/INPUT|SUBMIT/.test(act.event.type) && acts.push(act));
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
      .slice(0, 280) + (acts[0] ? `\n${JSON.stringify(acts)}` : ''),
  );
  // One report is enough.
  begun = 0;
});
