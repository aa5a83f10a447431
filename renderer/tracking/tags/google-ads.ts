/** Google Ads: page views, and conversions with their labels. */
import { googleAdsEvents } from '../../../engine/tags/google-ads.ts';
import type { TagAdapter } from './adapter.ts';
import { gtag, loadGtag, setPage, setPerson, startGoogle } from './gtag.ts';

const adapter: TagAdapter = {
  events: googleAdsEvents,
  open({ id, script, user = [] }, context) {
    startGoogle(context);
    loadGtag(script, id, context);
    let configured = false;
    return (call) => {
      const { name, label, params, person, source } = call;
      if (call.isView || !configured) setPage(call);
      if (!configured)
        gtag('config', id, {
          send_page_view: false,
          ...(user.length === 0 ? {} : { allow_enhanced_conversions: true }),
        });
      configured = true;
      if (label === null) return gtag('event', name, { ...params, send_to: id });
      if (person !== null) setPerson(person);
      // A transaction id counts once, even if the event is sent again.
      gtag('event', 'conversion', { transaction_id: source.id, ...params, send_to: `${id}/${label}` });
    };
  },
};

export default adapter;
