/** The title of the page that an island shows. */
import { plainText } from '../../engine/session/scope.ts';
import { leafOf, type Session, scopeAt, stepAt } from '../../engine/session/session.ts';
import { pageTitle } from '../../engine/text/page-title.ts';

/** The title of the current screen, as the server writes it; a step without one has that of its address. */
export function titleOf(session: Session, site: string): string | undefined {
  const { compiled } = session;
  const { steps } = compiled.flow;
  const title = steps[leafOf(session).step]?.title ?? steps[stepAt(compiled, location.pathname) ?? '']?.title;
  return title === undefined ? undefined : pageTitle(plainText(title, scopeAt(session)), site);
}
