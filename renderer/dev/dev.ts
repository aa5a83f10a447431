/**
 * The script that `funnel dev` adds to the head of each page. It prepares the visit before the page reads it, then follows
 * the author's edits.
 */
import { devPaths } from '../../engine/paths.ts';
import type { DevSite, DevState } from './contract.ts';
import { createDock } from './dock.ts';
import { followDialogs } from './follow-dialog.ts';
import { createMistakes } from './mistakes.ts';
import { adoptVisits, beginAsked, reload, reopenDialog, retype } from './resume.ts';
import { style } from './style.ts';
import { createToolbar } from './toolbar.ts';
import { createViewport } from './viewport.ts';

const { definition = '', behaviours = '{}' } = (document.currentScript as HTMLScriptElement).dataset;

function start(site: DevSite): void {
  const host = document.createElement('funnel-dev');
  host.lang = 'en';
  host.dir = 'ltr';
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [sheet];
  const viewport = createViewport(root);
  const mistakes = createMistakes();
  const dock = createDock(host, () => viewport.view().funnel?.landing.visitId);
  const toolbar = createToolbar(site, viewport, () => reload(viewport.view()), dock.toggle);
  root.append(dock.root, toolbar.root, mistakes.root);
  // Outside the body, whose children the page lays out and hides.
  document.documentElement.append(host);
  followDialogs(host);

  let shown: Pick<DevState, 'definition' | 'assets'> | null = null;
  const events = new EventSource(devPaths.events);
  events.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const state = JSON.parse(data) as DevState;
    toolbar.show(state);
    mistakes.show(state);
    shown ??= { definition, assets: state.assets };
    if (state.definition === shown.definition && state.assets === shown.assets) return;
    shown = state;
    reload(viewport.view());
  });
  events.addEventListener('visit', ({ data }: MessageEvent<string>) => dock.grown(data));
  events.addEventListener('error', () => toolbar.show(null));
}

adoptVisits(JSON.parse(behaviours) as Record<string, string>);
beginAsked();
addEventListener('DOMContentLoaded', async () => {
  reopenDialog();
  retype();
  // The page in the iframe has no tools of its own.
  if (window !== window.top) return;
  start((await (await fetch(devPaths.site)).json()) as DevSite);
});
