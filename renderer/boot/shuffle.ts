/**
 * Inlined behind an island, and again before the boot script, on pages with options in a random order. The page is the same for
 * all visitors, so its HTML has the order of the file: this script changes it before the first paint. The seed is the id
 * of the visit, which a reload and Back keep. The island takes the seed from the element, and renders the same order.
 */
import type { ShuffledNames } from '../../engine/flow/shuffled.ts';
import { shuffled } from '../../engine/values/shuffle.ts';
import { readLanding } from './landing.ts';
import { type PageTable, partEnd, stepIds } from './protocol.ts';
import { decodeViews } from './views.ts';

type Control = HTMLInputElement | HTMLSelectElement;

/** Puts the options of a field into their order. */
function arrange(content: ParentNode, seed: string, [name, key, kept]: ShuffledNames[number]): void {
  const put = <Item extends Element>(items: readonly Item[], named: (item: Item) => string): Item[] => {
    const inOrder = shuffled(items, `${seed}\n${key}`, (item) => (kept.includes(named(item)) ? null : named(item)));
    items[0]?.parentElement?.append(...inOrder);
    return inOrder;
  };
  const controls = [...content.querySelectorAll<Control>(`[name="${CSS.escape(name)}"]`)];
  const options = controls.filter((each) => each instanceof HTMLInputElement);
  for (const list of controls) {
    if (list instanceof HTMLInputElement) continue;
    const { value } = list;
    put(
      [...list.options].filter((each) => each.value !== ''),
      (option) => option.value,
    );
    list.value = value;
  }
  const labels = options.flatMap((option) => option.closest('label') ?? []);
  const inputIn = (label: HTMLLabelElement): HTMLInputElement => label.querySelector('input') as HTMLInputElement;
  const ids = options.map(({ id }) => id);
  put(labels, (label) => inputIn(label).value).forEach((label, index) => {
    const input = inputIn(label);
    // A browser restores the state of controls by their order, which is that of the file. The visit itself is saved.
    input.checked = input.defaultChecked;
    // As the island numbers them.
    if (input.id !== '') input.id = label.htmlFor = ids[index] as string;
  });
}

const arrangeAll = (content: ParentNode, seed: string, names: ShuffledNames): void => {
  for (const each of names) arrange(content, seed, each);
};

/** Puts the options of all views of a transition table into their order. */
function arrangeViews(seed: string, names: ShuffledNames): void {
  const [table, screens] = [stepIds.table, stepIds.screens].map((id) => document.getElementById(id));
  if (!table || !screens) return;
  const page = JSON.parse(table.textContent ?? '') as PageTable;
  const all = Object.entries(decodeViews(page.views, screens.textContent ?? '')).map(([view, html]) => {
    const template = document.createElement('template');
    template.innerHTML = html;
    arrangeAll(template.content, seed, names);
    return [view, template.innerHTML] as const;
  });
  table.textContent = JSON.stringify({ ...page, views: all.map(([view]) => [view, 0, 0]) });
  screens.textContent = all.map(([, html]) => html).join(partEnd);
}

const seed = readLanding().visitId;
for (const root of document.querySelectorAll<HTMLElement>('[data-shuffled]')) {
  const names = JSON.parse(root.dataset['shuffled'] ?? '[]') as ShuffledNames;
  const known = root.dataset['order'];
  if (known === undefined) {
    root.dataset['order'] = seed;
    arrangeAll(root, seed, names);
  }
  // Only the flow of the page has a table, which follows it.
  if (root.dataset['instance'] === undefined) arrangeViews(known ?? seed, names);
}
