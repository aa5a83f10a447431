/** The LinkedIn Insight Tag. */
import { linkedinEvents } from '../../../engine/tags/linkedin.ts';
import type { TagAdapter } from './adapter.ts';
import { loadScript } from './load-script.ts';

/** The tag's function, or the queue in its place until its script has loaded. */
interface InsightTag {
  (command: string, data?: object): void;
  q: unknown[];
}

declare global {
  interface Window {
    _linkedin_partner_id?: string;
    _linkedin_data_partner_ids?: string[];
    lintrk?: InsightTag;
  }
}

const adapter: TagAdapter = {
  events: linkedinEvents,
  open({ id, script }, { report }) {
    window._linkedin_partner_id = id;
    window._linkedin_data_partner_ids = [...(window._linkedin_data_partner_ids ?? []), id];
    const queue: unknown[] = [];
    window.lintrk = Object.assign((...command: readonly unknown[]) => void queue.push(command), { q: queue });
    loadScript(script, report);
    let viewed = false;
    return ({ isView, conversion, source }) => {
      // The script counts the first page by itself.
      if (isView && viewed) window.lintrk?.('track');
      viewed ||= isView;
      if (conversion !== null) window.lintrk?.('track', { conversion_id: conversion, event_id: source.id });
    };
  },
};

export default adapter;
