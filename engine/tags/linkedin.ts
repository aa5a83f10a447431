/** The LinkedIn Insight Tag: page views and conversions. */
import type { TagEvents, TagWords } from './words.ts';

export const linkedinEvents: TagEvents = { standard: { PageView: 'pageview' }, sendsOthers: false };

export const linkedin: TagWords = {
  ...linkedinEvents,
  title: 'LinkedIn',
  adapter: 'linkedin',
  purpose: 'marketing',
  script: 'https://snap.licdn.com/li.lms-analytics/insight.min.js',
  hosts: {
    scripts: [],
    images: ['px.ads.linkedin.com'],
    connections: ['px.ads.linkedin.com'],
    frames: [],
  },
  clickIds: ['li_fat_id'],
  conversion: 'conversion',
};
