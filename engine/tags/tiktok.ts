/** The TikTok pixel. Most of its standard events have the same names. */
import type { TagEvents, TagWords } from './words.ts';

export const tiktokEvents: TagEvents = {
  standard: { PageView: 'Pageview', Lead: 'SubmitForm', Purchase: 'CompletePayment' },
  sendsOthers: true,
};

export const tiktok: TagWords = {
  ...tiktokEvents,
  title: 'TikTok',
  adapter: 'tiktok',
  purpose: 'marketing',
  script: 'https://analytics.tiktok.com/i18n/pixel/events.js',
  hosts: { scripts: ['analytics.tiktok.com'], images: [], connections: ['analytics.tiktok.com'], frames: [] },
  clickIds: ['ttclid'],
  conversion: null,
};
