/** Google Ads: page views for audiences, and conversions. */
import { googleClickIds, type TagEvents, type TagWords } from './words.ts';

export const googleAdsEvents: TagEvents = { standard: { PageView: 'page_view' }, sendsOthers: false };

const own = [
  'www.googletagmanager.com',
  'www.googleadservices.com',
  'googleads.g.doubleclick.net',
  'pagead2.googlesyndication.com',
  'www.google.com',
];

export const googleAds: TagWords = {
  ...googleAdsEvents,
  title: 'Google Ads',
  adapter: 'google-ads',
  purpose: 'marketing',
  script: 'https://www.googletagmanager.com/gtag/js',
  hosts: {
    scripts: own,
    images: [...own, 'google.com'],
    connections: [...own, 'google.com'],
    frames: ['www.googletagmanager.com', 'td.doubleclick.net'],
  },
  clickIds: googleClickIds,
  conversion: 'label',
};
