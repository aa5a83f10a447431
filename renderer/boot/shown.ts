/**
 * Inlined before the boot script on pages whose table has fields or options with conditions. Shows and hides them, as the island does
 * later. The HTML of a view has them as in one visit.
 */
import type { Evaluate } from '../../engine/expressions/evaluator.ts';
import type { ConditionGuard } from '../../engine/session/table.ts';
import { plainJudge } from '../../engine/session/text-judge.ts';
import type { Json } from '../../schemas/compiled.ts';
import { type PageTable, stepIds } from './protocol.ts';

const root = document.querySelector<HTMLElement>('[data-island]:not([data-instance])') as HTMLElement;
let page: PageTable | undefined;

/** Posted values as a field stores them. @param stored a value of the field */
const held = (all: readonly string[], stored: Json | undefined): Json =>
  Array.isArray(stored) ? all : typeof stored === 'boolean' ? !!all[0] : (all[0] ?? '').trim();

const show = (place: HTMLElement, isShown: boolean): void => {
  if (place.hidden === isShown) place.hidden = !isShown;
};

/** Clears options of a field that are chosen, as a visitor does. */
function clear(chosen: readonly HTMLInputElement[]): void {
  for (const option of chosen) option.checked = option.defaultChecked = false;
  const control = chosen[0]?.closest<HTMLInputElement>('input,select');
  if (!control) return;
  const { type, value } = control;
  // A radio button is read by its value.
  if (type !== 'checkbox') control.value = '';
  control.dispatchEvent(new Event('input', { bubbles: true }));
  if (type === 'radio') control.value = value;
}

function update(): void {
  // A saved visit is drawn while the page is parsed.
  if (!('steps' in root.dataset) && document.readyState !== 'loading') return;
  page ??= JSON.parse(document.getElementById(stepIds.table)?.textContent ?? '') as PageTable;
  const { states, values: first } = page.table;
  const form = root.querySelector('form');
  const {
    fields = {},
    shown,
    offered = {},
  } = Object.values(states).find(({ screen, shown: own }) => own && screen === root.dataset['screen']) ?? {};
  if (!form || !shown) return;
  const posted = new FormData(form);
  const values: Record<string, Json> = {};
  for (const name in fields) values[name] = held(posted.getAll(name).filter(Boolean) as string[], first[name]);
  const { evaluate, written = plainJudge } = window;
  const holds = ([, when, numbers, formats]: ConditionGuard): boolean =>
    (evaluate as Evaluate)(when, (each) =>
      numbers?.includes(each) ? written.read(values[each], formats?.[each]) : values[each],
    ) === true;
  for (const [name, when] of Object.entries(shown)) {
    const isShown = holds(when);
    if (!isShown) values[name] = held([], first[name]);
    const place = form.querySelector(`[name="${CSS.escape(name)}"]`)?.closest<HTMLElement>('.field__when');
    if (place) show(place, isShown);
  }
  for (const [name, offers] of Object.entries(offered)) {
    const own = `[name="${CSS.escape(name)}"]`;
    const options = [...form.querySelectorAll<HTMLInputElement & HTMLOptionElement>(`input${own},${own} option`)];
    const lost = offers.flatMap(([some, when]) => {
      const isShown = holds(when);
      const listed = options.filter(({ value }) => some.includes(value));
      for (const option of listed) show(option.closest('label,option') as HTMLElement, isShown);
      return isShown ? [] : listed.filter(({ checked, selected }) => checked || selected);
    });
    clear(lost);
  }
}

addEventListener('input', update);
new MutationObserver(update).observe(root, {
  attributeFilter: ['data-state', 'data-steps', 'hidden'],
  childList: true,
  subtree: true,
});
