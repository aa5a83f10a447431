/** The pages of the development services. */
import type { CaughtHook, CaughtMail } from './services.ts';

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const time = (at: Date): string => at.toLocaleTimeString('en-GB');

const style = `
:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 18%,transparent)}
body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:0 auto;padding:2rem 1.25rem}
h1{font-size:1.35rem;margin:0 0 1rem}h2{font-size:1.05rem;margin:2.25rem 0 .5rem}
table{border-collapse:collapse;width:100%}td,th{padding:.55rem .6rem;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
td:first-child,th:first-child{white-space:nowrap;opacity:.7;padding-inline-start:0}
th{font-weight:600;font-size:.8rem;opacity:.7}
pre{background:color-mix(in srgb,currentColor 7%,transparent);padding:1rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;border-radius:6px}
.frames{display:flex;flex-wrap:wrap;gap:1rem}iframe{border:1px solid var(--line);border-radius:6px;background:#fff;height:46rem;width:100%}
.phone{flex:0 0 390px;max-width:100%}.window{flex:1 1 24rem}
.good{color:light-dark(#176b3a,#7ddba3)}.bad{color:light-dark(#a3281e,#ff9d93)}p.none{opacity:.7}
figure{margin:0}figcaption{font-size:.8rem;opacity:.7;margin-bottom:.35rem}`;

const page = (title: string, body: string, refresh = false): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${refresh ? '<meta http-equiv="refresh" content="3">' : ''}<title>${escaped(title)}</title><style>${style}</style></head><body>${body}</body></html>`;

const verdictOf = ({ verdict }: CaughtHook): string =>
  `<span class="${verdict === 'valid' ? 'good' : 'bad'}">${verdict}</span>`;

/** What arrived, newest first. The page reloads itself. */
export function renderList(mails: readonly CaughtMail[], hooks: readonly CaughtHook[]): string {
  const mailRows = mails.map(
    ({ at, recipients, mail }, index) =>
      `<tr><td>${time(at)}</td><td>${escaped(recipients.join(', '))}</td><td><a href="/mails/${mails.length - index}">${escaped(mail.subject || '(no subject)')}</a></td></tr>`,
  );
  const hookRows = hooks.map(
    (hook, index) =>
      `<tr><td>${time(hook.at)}</td><td><a href="/webhooks/${hooks.length - index}">${escaped(hook.path)}</a></td><td>${verdictOf(hook)}</td><td>${hook.status ?? 'nothing'}</td><td>${escaped(hook.body.slice(0, 120))}</td></tr>`,
  );
  const table = (head: readonly string[], rows: readonly string[], none: string): string =>
    rows.length === 0
      ? `<p class="none">${none}</p>`
      : `<table><tr>${head.map((name) => `<th>${name}</th>`).join('')}</tr>${rows.join('')}</table>`;
  return page(
    'Development services',
    `<h1>Development services</h1><h2>E-mails</h2>${table(['Time', 'To', 'Subject'], mailRows, 'None yet.')}` +
      `<h2>Webhooks</h2>${table(['Time', 'Path', 'Signature', 'Answer', 'Body'], hookRows, 'None yet.')}`,
    true,
  );
}

/** A mail: its headers, its HTML on a phone and in a window, and its text. */
export function renderMail({ mail, recipients }: CaughtMail, path: string): string {
  const headers = mail.headers
    .filter(({ key }) => !['content-type', 'mime-version'].includes(key))
    .map(({ key, value }) => `<tr><td>${escaped(key)}</td><td>${escaped(value)}</td></tr>`);
  const frame = (className: string, caption: string): string =>
    `<figure class="${className}"><figcaption>${caption}</figcaption><iframe sandbox="allow-popups" src="${path}.html" title="${caption}"></iframe></figure>`;
  return page(
    mail.subject ?? 'Mail',
    `<p><a href="/">Back to the list</a> · <a href="${path}.html">HTML alone</a> · <a href="${path}.eml">Source</a></p>` +
      `<h1>${escaped(mail.subject || '(no subject)')}</h1><p>To ${escaped(recipients.join(', '))}</p>` +
      `<div class="frames">${frame('phone', 'On a phone')}${frame('window', 'In a window')}</div>` +
      `<h2>Text part</h2><pre>${escaped(mail.text ?? '(none)')}</pre><h2>Headers</h2><table>${headers.join('')}</table>`,
  );
}

/** A request: the verdict on its signature, its body and its headers. */
export function renderHook(hook: CaughtHook): string {
  const { method, path, headers, body, status } = hook;
  let shown = body;
  try {
    shown = JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    // Not JSON: shown as it is.
  }
  const rows = Object.entries(headers).map(
    ([name, value]) => `<tr><td>${escaped(name)}</td><td>${escaped(value)}</td></tr>`,
  );
  return page(
    path,
    `<p><a href="/">Back to the list</a></p><h1>${escaped(`${method} ${path}`)}</h1>` +
      `<p>Signature: ${verdictOf(hook)}. Answered with ${status ?? 'nothing'}.</p>` +
      `<h2>Body</h2><pre>${escaped(shown)}</pre><h2>Headers</h2><table>${rows.join('')}</table>`,
  );
}
