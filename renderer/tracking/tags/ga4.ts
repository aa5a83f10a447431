/** Google Analytics 4. */
import { ga4Events } from '../../../engine/tags/ga4.ts';
import type { TagAdapter } from './adapter.ts';
import { gtag, loadGtag, setPage, setPerson, startGoogle } from './gtag.ts';

const adapter: TagAdapter = {
  events: ga4Events,
  open({ id, script }, context) {
    startGoogle(context);
    loadGtag(script, id, context);
    let configured = false;
    return (call) => {
      if (call.isView || !configured) setPage(call);
      // Page views are sent as events: once each, with their ids.
      if (!configured) gtag('config', id, { send_page_view: false });
      configured = true;
      if (call.person !== null) setPerson(call.person);
      gtag('event', call.name, { ...call.params, event_id: call.source.id, send_to: id });
    };
  },
};

export default adapter;
