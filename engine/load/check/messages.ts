import { missingMessages } from '../../messages/catalogue.ts';
import type { Draft } from '../link/draft.ts';

/** Checks that a site in a language without a catalogue has all texts of the engine in its language. */
export function checkMessages({ report, site }: Draft): void {
  const missing = Object.values(missingMessages(site.data));
  const [text] = missing;
  if (text === undefined) return;
  report.add('messages-missing', site, site.place(['locale']), {
    locale: site.data.locale,
    text,
    count: missing.length,
  });
}
