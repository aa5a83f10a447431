/** Google Tag Manager: events as entries of `dataLayer`. */
import { gtmEvents } from '../../../engine/tags/gtm.ts';
import type { TagAdapter } from './adapter.ts';
import { pushToDataLayer, startGoogle } from './gtag.ts';
import { loadScript } from './load-script.ts';

const adapter: TagAdapter = {
  events: gtmEvents,
  open({ id, script }, context) {
    startGoogle(context);
    pushToDataLayer({ 'gtm.start': Date.now(), event: 'gtm.js' });
    loadScript(`${script}?id=${encodeURIComponent(id)}`, context.report);
    // The data layer keeps a value until it is replaced: a parameter of an earlier event must not appear in a later one.
    const used = new Set<string>();
    return ({ name, params, source: { id: event_id, address, title } }) => {
      const cleared = Object.fromEntries([...used].map((each) => [each, undefined]));
      for (const each of Object.keys(params)) used.add(each);
      pushToDataLayer({ ...cleared, ...params, event: name, event_id, page_location: address, page_title: title });
    };
  },
};

export default adapter;
