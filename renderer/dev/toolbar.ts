/** The toolbar: jumps to steps, and tries out widths, dates, networks and consent. */
import { devCookies, devPaths, serverPaths } from '../../engine/paths.ts';
import type { DevJump, DevSite, DevState } from './contract.ts';
import { element } from './elements.ts';
import { problemItem } from './mistakes.ts';
import { forget, jump } from './resume.ts';

/** What the toolbar acts on: the page, or the page in the iframe. */
export interface Viewport {
  view(): Window;
  /** The width in pixels; null for that of the window. */
  readonly width: number | null;
  resize(width: number | null): void;
}

export interface Toolbar {
  readonly root: HTMLElement;
  show(state: DevState | null): void;
}

const openKey = 'funnel-dev:open';

const cookie = (name: string): string =>
  decodeURIComponent(new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? '');

function setCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari has no Cookie Store API before 18.4
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; SameSite=Lax${value === '' ? '; max-age=0' : ''}`;
}

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly group?: string;
}

function select(
  label: string,
  choices: readonly Choice[],
  value: string,
  chosen: (value: string) => void,
): HTMLElement {
  const options = (group: string | undefined): HTMLOptionElement[] =>
    choices
      .filter((choice) => choice.group === group)
      .map((choice) => element('option', { value: choice.value, selected: choice.value === value }, choice.label));
  const groups = [...new Set(choices.map(({ group }) => group))];
  const control = element(
    'select',
    { onchange: () => chosen(control.value) },
    ...groups.flatMap((group) =>
      group === undefined ? options(undefined) : [element('optgroup', { label: group }, ...options(group))],
    ),
  );
  return element('label', {}, element('span', {}, label), control);
}

const widths = [360, 390, 768, 1024, 1440];

/**
 * @param reload loads the page again
 * @param inspect opens and closes the inspector
 */
export function createToolbar(site: DevSite, viewport: Viewport, reload: () => void, inspect: () => void): Toolbar {
  const places: Choice[] = [
    { value: '', label: 'Choose a step…' },
    ...site.flows.flatMap(({ flow, steps }) =>
      steps.map((step): Choice => ({ value: `step ${flow} ${step}`, label: step, group: flow })),
    ),
    ...site.pages.map((path): Choice => ({ value: `page ${path}`, label: path, group: 'Pages' })),
  ];
  const go = async (value: string): Promise<void> => {
    const [kind, first = '', step = ''] = value.split(' ');
    if (kind === 'page') return viewport.view().location.assign(first);
    const reply = await fetch(`${devPaths.jump}?${new URLSearchParams({ flow: first, step })}`);
    if (reply.ok) jump(viewport.view(), (await reply.json()) as DevJump);
    else note.textContent = `No page shows ${step}: no visitor reaches it.`;
  };
  const consent = async (value: string): Promise<void> => {
    setCookie('consent', '');
    if (value !== '')
      await fetch(serverPaths.consent, { method: 'POST', body: new URLSearchParams({ choice: value }) });
    reload();
  };
  const withCookie = (name: string) => (value: string) => {
    setCookie(name, value);
    reload();
  };
  const granted = cookie('consent').split('.')[1];
  const note = element(
    'p',
    { class: 'hint', role: 'status' },
    'Alt+Shift+D opens and closes this, Alt+Shift+V the inspector.',
  );
  const warnings = element('details', { class: 'warnings', hidden: true });
  const panel = element(
    'section',
    { class: 'panel', id: 'panel', 'aria-label': 'Development tools', hidden: true },
    element('h2', {}, 'Development'),
    select('Go to', places, '', (value) => void go(value)),
    select(
      'Width',
      [{ value: '', label: 'Window' }, ...widths.map((width) => ({ value: String(width), label: `${width} px` }))],
      String(viewport.width ?? ''),
      (value) => viewport.resize(value === '' ? null : Number(value)),
    ),
    ...(site.moments.length === 0
      ? []
      : [
          select(
            'Date',
            [
              { value: '', label: 'Today' },
              ...site.moments.map((value) => ({ value, label: value.replace('.', ': ') })),
            ],
            cookie(devCookies.at),
            withCookie(devCookies.at),
          ),
        ]),
    select(
      'Network',
      [
        { value: '', label: 'As it is' },
        { value: 'slow', label: 'Slow (2 s a reply)' },
        { value: 'down', label: 'Submissions fail (503)' },
        { value: 'lost', label: 'Submissions get no reply' },
      ],
      cookie(devCookies.network),
      withCookie(devCookies.network),
    ),
    ...(site.asksConsent
      ? [
          select(
            'Consent',
            [
              { value: '', label: 'Not asked yet' },
              { value: 'accept', label: 'Everything accepted' },
              { value: 'reject', label: 'Everything refused' },
            ],
            granted === undefined ? '' : granted === '0' ? 'reject' : 'accept',
            (value) => void consent(value),
          ),
        ]
      : []),
    element(
      'button',
      { type: 'button', 'aria-keyshortcuts': 'Alt+Shift+V', onclick: () => inspect() },
      'Inspect this visit',
    ),
    element('button', { type: 'button', onclick: () => forget(viewport.view()) }, 'Begin a new visit'),
    warnings,
    note,
  );
  const label = element('span', {}, 'Dev');
  const spoken = element('span', { class: 'spoken' });
  const button = element(
    'button',
    {
      type: 'button',
      class: 'open',
      'aria-controls': 'panel',
      'aria-keyshortcuts': 'Alt+Shift+D',
      onclick: () => toggle(),
    },
    element('i', {}),
    element('span', {}, label, spoken),
  );
  const toggle = (isOpen = panel.hidden): void => {
    panel.hidden = !isOpen;
    button.setAttribute('aria-expanded', String(isOpen));
    try {
      sessionStorage.setItem(openKey, String(isOpen));
    } catch {
      // It is closed on the next page.
    }
  };
  const wasOpen = (): boolean => {
    try {
      return sessionStorage.getItem(openKey) === 'true';
    } catch {
      return false;
    }
  };
  const root = element('div', { class: 'tools' }, panel, button);
  root.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || panel.hidden) return;
    toggle(false);
    button.focus();
  });
  addEventListener('keydown', (event) => {
    if (!event.altKey || !event.shiftKey || event.code !== 'KeyD') return;
    event.preventDefault();
    toggle();
    if (!panel.hidden) panel.querySelector('select')?.focus();
  });
  toggle(wasOpen());
  return {
    root,
    show(state) {
      const found = state?.warnings ?? 0;
      const counted = `${found} ${found === 1 ? 'warning' : 'warnings'}`;
      const [kind, words] =
        state === null
          ? ['off', 'the server does not answer']
          : state.refusal !== null
            ? ['error', 'the last edit has a mistake']
            : found > 0
              ? ['warning', counted]
              : ['good', 'up to date'];
      button.dataset['state'] = kind;
      button.title = words;
      label.textContent = kind === 'warning' ? `Dev · ${found}` : 'Dev';
      spoken.textContent = ` tools: ${words}`;
      warnings.hidden = found === 0;
      const shown = state?.problems.filter(({ severity }) => severity === 'warning') ?? [];
      warnings.replaceChildren(
        element('summary', {}, counted),
        element('ol', {}, ...shown.map(problemItem)),
        ...(found > shown.length ? [element('p', {}, `… and ${found - shown.length} more.`)] : []),
      );
    },
  };
}
