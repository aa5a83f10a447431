/**
 * Local servers in place of analytics and ads services. Their scripts read the queues of a page as the services' own
 * scripts do, and record every command in `window.received`.
 */
import type { Page } from 'playwright';
import { type Outside, serveHosts } from './outside.ts';

/** Commands in the order of their execution, by service. */
export interface Received {
  readonly google: unknown[];
  readonly tiktok: unknown[];
  readonly linkedin: unknown[];
}

const record = `
  window.received ??= { google: [], tiktok: [], linkedin: [] };
  const copy = (value) => JSON.parse(JSON.stringify(value, (_, each) => (each === undefined ? null : each)));
`;

// gtag.js executes objects of the type of \`arguments\`; gtm.js reads plain objects. Either reads the same queue once.
const google = `(() => { ${record}
  const note = (entry) => {
    if (Object.prototype.toString.call(entry) === '[object Arguments]') received.google.push(copy([...entry]));
    else if (!Array.isArray(entry)) received.google.push(copy(entry));
  };
  if (dataLayer.isRead) return;
  dataLayer.isRead = true;
  for (const entry of dataLayer) note(entry);
  const { push } = dataLayer;
  dataLayer.push = (entry) => { note(entry); return push.call(dataLayer, entry); };
})()`;

const tiktok = `(() => { ${record}
  const id = new URL(document.currentScript.src).searchParams.get('sdkid');
  if (!(id in ttq._i) || ttq._i[id]._u === undefined || !(id in ttq._t) || !(id in ttq._o)) throw new Error('no pixel');
  for (const command of ttq.splice(0)) received.tiktok.push(copy(command));
  for (const method of ['page', 'track', 'identify']) ttq[method] = (...values) => received.tiktok.push(copy([method, ...values]));
})()`;

const linkedin = `(() => { ${record}
  if (!_linkedin_data_partner_ids.includes(_linkedin_partner_id)) throw new Error('no partner');
  received.linkedin.push(['page']);
  const { q } = lintrk;
  lintrk = (...command) => received.linkedin.push(copy(command));
  for (const command of q) lintrk(...command);
})()`;

const scripts: Readonly<Record<string, string>> = {
  '/gtm.js': google,
  '/gtag/js': google,
  '/i18n/pixel/events.js': tiktok,
  '/li.lms-analytics/insight.min.js': linkedin,
};

export const serveVendors = (): Outside =>
  serveHosts(['www.googletagmanager.com', 'analytics.tiktok.com', 'snap.licdn.com'], ({ url = '' }) => {
    const body = scripts[new URL(url, 'http://localhost').pathname];
    return body === undefined ? null : { type: 'text/javascript', body };
  });

/** What the services have received from a page. */
export const receivedOn = (page: Page): Promise<Received> =>
  page.evaluate(
    () => (window as unknown as { received?: Received }).received ?? { google: [], tiktok: [], linkedin: [] },
  );
