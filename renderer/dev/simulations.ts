/** What the tools can pretend: another width, date or network, and another choice of consent. */
import { devCookies, serverPaths } from '../../engine/paths.ts';
import { select } from './choices.ts';
import type { DevSite } from './contract.ts';

/** What the toolbar acts on: the page, or the page in the iframe. */
export interface Viewport {
  view(): Window;
  /** The width in pixels; null for that of the window. */
  readonly width: number | null;
  resize(width: number | null): void;
}

const widths = [360, 390, 768, 1024, 1440];

const cookie = (name: string): string =>
  decodeURIComponent(new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? '');

function setCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari has no Cookie Store API before 18.4
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; SameSite=Lax${value === '' ? '; max-age=0' : ''}`;
}

/** A choice that a cookie keeps for the server. */
const cookieSelect = (
  label: string,
  name: string,
  choices: readonly (readonly [value: string, label: string])[],
  reload: () => void,
): HTMLElement =>
  select(
    label,
    choices.map(([value, text]) => ({ value, label: text })),
    cookie(name),
    (value) => {
      setCookie(name, value);
      reload();
    },
  );

function consentSelect(reload: () => void): HTMLElement {
  const consent = async (value: string): Promise<void> => {
    setCookie('consent', '');
    if (value !== '')
      await fetch(serverPaths.consent, { method: 'POST', body: new URLSearchParams({ choice: value }) });
    reload();
  };
  const granted = cookie('consent').split('.')[1];
  return select(
    'Consent',
    [
      { value: '', label: 'Not asked yet' },
      { value: 'accept', label: 'Everything accepted' },
      { value: 'reject', label: 'Everything refused' },
    ],
    granted === undefined ? '' : granted === '0' ? 'reject' : 'accept',
    (value) => void consent(value),
  );
}

/** The controls of what can be pretended on a site. @param reload loads the page again */
export const simulations = (
  { moments, asksConsent }: DevSite,
  viewport: Viewport,
  reload: () => void,
): HTMLElement[] => [
  select(
    'Width',
    [{ value: '', label: 'Window' }, ...widths.map((width) => ({ value: String(width), label: `${width} px` }))],
    String(viewport.width ?? ''),
    (value) => viewport.resize(value === '' ? null : Number(value)),
  ),
  ...(moments.length === 0
    ? []
    : [
        cookieSelect(
          'Date',
          devCookies.at,
          [['', 'Today'], ...moments.map((value) => [value, value.replace('.', ': ')] as const)],
          reload,
        ),
      ]),
  cookieSelect(
    'Network',
    devCookies.network,
    [
      ['', 'As it is'],
      ['slow', 'Slow (2 s a reply)'],
      ['down', 'Submissions fail (503)'],
      ['lost', 'Submissions get no reply'],
    ],
    reload,
  ),
  ...(asksConsent ? [consentSelect(reload)] : []),
];
