import { base } from './fixtures.ts';

/** Many funnels: the base site's flow, form and intakes, each copy under its own names. */
export function funnels(count: number): { path: string; text: string }[] {
  const shared = base.filter(({ path }) => !/quiz|contact|frame/.test(path));
  return [
    ...shared,
    ...Array.from({ length: count }, (_, index) => {
      const rename = (text: string) =>
        text
          .replace(/^( *title: The \w+)$/gm, `$1 ${index}`)
          .replace(/^(flow|api|form|page): (\w+)$/gm, `$1: $2-${index}`)
          .replace(/(form: )contact$/gm, `$1contact-${index}`)
          .replace(/flow: quiz,/g, `flow: quiz-${index},`)
          .replace(/path: \[\/(\w*)\]/g, (_match, path: string) =>
            path === '' && index === 0 ? 'path: [/]' : `path: [/f${index}/${path || 'intro'}]`,
          )
          .replace(/\/api\/(\w+)/g, `/api/$1-${index}`)
          .replace(/^ {2}(lead|lead-found|click):$/gm, `  $1-${index}:`)
          .replace(/records: (\w+)/g, `records: $1_${index}`);
      return base
        .filter(({ path }) => /quiz|contact|frame/.test(path))
        .map(({ path, text }) => ({ path: `f${index}/${path}`, text: rename(text) }));
    }).flat(),
  ];
}
