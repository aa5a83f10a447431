/** Google Analytics 4. Names as in its list of recommended events. */
import { googleClickIds, type TagEvents, type TagWords } from './words.ts';

export const ga4Events: TagEvents = {
  standard: {
    PageView: 'page_view',
    Lead: 'generate_lead',
    ViewContent: 'view_item',
    InitiateCheckout: 'begin_checkout',
    Purchase: 'purchase',
    CompleteRegistration: 'sign_up',
    Contact: 'contact',
    AddPaymentInfo: 'add_payment_info',
    AddToCart: 'add_to_cart',
    AddToWishlist: 'add_to_wishlist',
    Schedule: 'schedule',
    Search: 'search',
    StartTrial: 'start_trial',
    SubmitApplication: 'submit_application',
    Subscribe: 'subscribe',
  },
  sendsOthers: true,
};

const collectors = ['*.google-analytics.com', '*.analytics.google.com', '*.googletagmanager.com'];

export const ga4: TagWords = {
  ...ga4Events,
  title: 'Google Analytics 4',
  adapter: 'ga4',
  purpose: 'analytics',
  script: 'https://www.googletagmanager.com/gtag/js',
  hosts: { scripts: [], images: collectors, connections: collectors, frames: [] },
  clickIds: googleClickIds,
  conversion: null,
};
