/** The TikTok pixel. */
import { tiktokEvents } from '../../../engine/tags/tiktok.ts';
import type { TagAdapter } from './adapter.ts';
import { loadScript } from './load-script.ts';

type Method = (...values: readonly unknown[]) => void;

/** The pixel's queue, with the members that its script expects. The script replaces the methods. */
interface Queue extends Array<unknown> {
  page?: Method;
  track?: Method;
  identify?: Method;
  /** Queues, addresses, start times and options by pixel id. */
  _i?: Record<string, unknown[] & { _u?: string }>;
  _t?: Record<string, number>;
  _o?: Record<string, object>;
}

declare global {
  interface Window {
    TiktokAnalyticsObject?: string;
    ttq?: Queue;
  }
}

const methods = ['page', 'track', 'identify'] as const;

function makeQueue(id: string, script: string): Queue {
  const queue: Queue = [];
  for (const method of methods) queue[method] = (...values) => void queue.push([method, ...values]);
  queue._i = { [id]: Object.assign([], { _u: script }) };
  queue._t = { [id]: Date.now() };
  queue._o = { [id]: {} };
  return queue;
}

const adapter: TagAdapter = {
  events: tiktokEvents,
  open({ id, script }, { report }) {
    window.TiktokAnalyticsObject = 'ttq';
    window.ttq = makeQueue(id, script);
    loadScript(`${script}?sdkid=${encodeURIComponent(id)}&lib=ttq`, report);
    return ({ isView, name, params, person, source }) => {
      const { ttq } = window;
      if (isView) return ttq?.page?.();
      if (person !== null) {
        const { email, phone } = person;
        ttq?.identify?.({
          ...(email === undefined ? {} : { email }),
          ...(phone === undefined ? {} : { phone_number: phone }),
        });
      }
      ttq?.track?.(name, params, { event_id: source.id });
    };
  },
};

export default adapter;
