/**
 * Inlined before the boot script on pages whose table has fields with conditions. Shows and hides them, as the island does later. The
 * HTML of a view has them as in one visit.
 */
import type { Evaluate } from '../../engine/expressions/evaluator.ts';
import { plainJudge } from '../../engine/session/text-judge.ts';
import type { Json } from '../../schemas/compiled.ts';
import { type PageTable, stepIds } from './protocol.ts';

const root = document.querySelector<HTMLElement>('[data-island]:not([data-instance])') as HTMLElement;
let page: PageTable | undefined;

/** Posted values as a field stores them. @param stored a value of the field */
const held = (all: readonly string[], stored: Json | undefined): Json =>
  Array.isArray(stored) ? all : typeof stored === 'boolean' ? !!all[0] : (all[0] ?? '').trim();

function update(): void {
  // A saved visit is drawn while the page is parsed.
  if (!('steps' in root.dataset) && document.readyState !== 'loading') return;
  page ??= JSON.parse(document.getElementById(stepIds.table)?.textContent ?? '') as PageTable;
  const { states, values: first } = page.table;
  const form = root.querySelector('form');
  const { fields = {}, shown } =
    Object.values(states).find(({ screen, shown: own }) => own && screen === root.dataset['screen']) ?? {};
  if (!form || !shown) return;
  const posted = new FormData(form);
  const values: Record<string, Json> = {};
  for (const name in fields) values[name] = held(posted.getAll(name).filter(Boolean) as string[], first[name]);
  const { evaluate, written = plainJudge } = window;
  for (const [name, [, when, numbers, formats]] of Object.entries(shown)) {
    const isShown =
      (evaluate as Evaluate)(when, (each) =>
        numbers?.includes(each) ? written.read(values[each], formats?.[each]) : values[each],
      ) === true;
    if (!isShown) values[name] = held([], first[name]);
    const place = form.querySelector(`[name="${CSS.escape(name)}"]`)?.closest<HTMLElement>('.field__when');
    if (place && place.hidden === isShown) place.hidden = !isShown;
  }
}

addEventListener('input', update);
new MutationObserver(update).observe(root, {
  attributeFilter: ['data-state', 'data-steps', 'hidden'],
  childList: true,
  subtree: true,
});
