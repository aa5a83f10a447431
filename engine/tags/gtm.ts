/** Google Tag Manager. The hosts of the tags in a container are only known to its author. */
import { googleClickIds, type TagEvents, type TagWords } from './words.ts';

export const gtmEvents: TagEvents = { standard: {}, sendsOthers: true };

export const gtm: TagWords = {
  ...gtmEvents,
  title: 'Google Tag Manager',
  adapter: 'gtm',
  purpose: 'marketing',
  script: 'https://www.googletagmanager.com/gtm.js',
  hosts: {
    scripts: [],
    images: ['www.googletagmanager.com'],
    connections: ['www.googletagmanager.com', 'www.google.com'],
    frames: [],
  },
  clickIds: googleClickIds,
  conversion: null,
};
