/** The title of the page that an island shows. */
import { plainText } from '../../engine/flow/scope.ts';
import { leafOf, type Session, scopeAt, stepAt } from '../../engine/session/session.ts';
import { pageTitle, tabTitle } from '../../engine/values/page-title.ts';

/**
 * Sets the tab's title to that of the current screen, as the server writes it. A step without a title has that of its address.
 * Events report the title of the page, which is the same on all of its screens.
 */
export function showTitle(session: Session, site: string): void {
  const { compiled } = session;
  const { steps } = compiled.flow;
  const { title, titlePrefix: position = '' } = steps[leafOf(session).step] ?? {};
  const own = title ?? steps[stepAt(compiled, location.pathname) ?? '']?.title;
  if (own === undefined) return;
  const scope = scopeAt(session);
  const page = pageTitle(plainText(own, scope), site);
  document.body.dataset['title'] = page;
  document.title = tabTitle(page, plainText(position, scope));
}
