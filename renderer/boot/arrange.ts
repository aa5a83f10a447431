/** Puts the options of fields into the order of a visit, in the HTML of a page. */
import type { ShuffledNames } from '../../engine/flow/option-order.ts';
import { shuffled } from '../../engine/values/shuffle.ts';

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

/** Puts the options of some HTML into the order of a visit. */
export type Arrange = (content: ParentNode) => void;

/** Puts the options of all fields with a random order into that of a visit. @param seed the id of the visit */
export const arrangeAll = (content: ParentNode, seed: string, names: ShuffledNames): void => {
  for (const each of names) arrange(content, seed, each);
};
