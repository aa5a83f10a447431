/** Groups of `<details>` where the browser does not know their `name`; the browsers that run tests all know it. */
import { afterEach, expect, test, vi } from 'vitest';
import { startDisclosures } from '../../../renderer/boot/disclosures.ts';

class Details {
  open = false;
  readonly group: string | null;
  constructor(group: string | null) {
    this.group = group;
  }
  getAttribute(): string | null {
    return this.group;
  }
}

afterEach(() => void vi.unstubAllGlobals());

/** Starts on a page with these elements. @returns opens or closes one, as its summary does; null without a listener */
function startWith(all: readonly Details[]): ((details: Details, open: boolean) => void) | null {
  const listeners: ((event: { target: Details }) => void)[] = [];
  vi.stubGlobal('HTMLDetailsElement', Details);
  vi.stubGlobal('document', {
    addEventListener: (_type: string, listener: (event: { target: Details }) => void) => listeners.push(listener),
    getElementsByName: (name: string) => all.filter(({ group }) => group === name),
  });
  startDisclosures();
  if (listeners.length === 0) return null;
  return (details, open) => {
    details.open = open;
    for (const listener of listeners) listener({ target: details });
  };
}

test('opening one closes the others of its name only', () => {
  const [first, second, other, alone] = ['a', 'a', 'b', null].map((group) => new Details(group)) as [
    Details,
    Details,
    Details,
    Details,
  ];
  const all = [first, second, other, alone];
  const turn = startWith(all);
  const open = () => all.filter((each) => each.open);
  for (const each of [first, other, alone]) turn?.(each, true);
  expect(open()).toEqual([first, other, alone]);
  turn?.(second, true);
  expect(open()).toEqual([second, other, alone]);
  turn?.(second, false);
  expect(open()).toEqual([other, alone]);
});

test('a browser that knows the attribute is left alone', () => {
  const known = Object.assign(Details.prototype, { name: '' });
  expect(startWith([])).toBeNull();
  Reflect.deleteProperty(known, 'name');
});
