/** The toolbar: jumps to steps, and tries out widths, dates, networks and consent. */
import type { DevSite, DevState } from './contract.ts';
import { element } from './elements.ts';
import { placeSelect } from './places.ts';
import { forget } from './resume.ts';
import { simulations, type Viewport } from './simulations.ts';
import { createStatus } from './status.ts';
import { store, stored } from './tab-storage.ts';

export interface Toolbar {
  readonly root: HTMLElement;
  show(state: DevState | null): void;
}

const openKey = 'funnel-dev:open';

/**
 * @param reload loads the page again
 * @param inspect opens and closes the inspector
 */
export function createToolbar(site: DevSite, viewport: Viewport, reload: () => void, inspect: () => void): Toolbar {
  const note = element(
    'p',
    { class: 'hint', role: 'status' },
    'Alt+Shift+D opens and closes this, Alt+Shift+V the inspector.',
  );
  const status = createStatus(() => toggle());
  const panel = element(
    'section',
    { class: 'panel', id: 'panel', 'aria-label': 'Development tools', hidden: true },
    element('h2', {}, 'Development'),
    placeSelect(site, viewport.view, (text) => {
      note.textContent = text;
    }),
    ...simulations(site, viewport, reload),
    element(
      'button',
      { type: 'button', 'aria-keyshortcuts': 'Alt+Shift+V', onclick: () => inspect() },
      'Inspect this visit',
    ),
    element('button', { type: 'button', onclick: () => forget(viewport.view()) }, 'Begin a new visit'),
    status.warnings,
    note,
  );
  const toggle = (isOpen = panel.hidden): void => {
    panel.hidden = !isOpen;
    status.button.setAttribute('aria-expanded', String(isOpen));
    store(openKey, isOpen);
  };
  const root = element('div', { class: 'tools' }, panel, status.button);
  root.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || panel.hidden) return;
    toggle(false);
    status.button.focus();
  });
  addEventListener('keydown', (event) => {
    if (!event.altKey || !event.shiftKey || event.code !== 'KeyD') return;
    event.preventDefault();
    toggle();
    if (!panel.hidden) panel.querySelector('select')?.focus();
  });
  toggle(stored(openKey) === true);
  return { root, show: status.show };
}
