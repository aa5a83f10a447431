/** What a screen reader reads on a page, according to the browser's accessibility tree. */
import type { Page } from 'playwright';

interface Value {
  readonly value?: unknown;
}

interface Node {
  readonly nodeId: string;
  readonly parentId?: string;
  readonly childIds?: readonly string[];
  readonly role?: Value;
  readonly name?: Value;
  readonly description?: Value;
  readonly properties?: readonly { readonly name: string; readonly value: Value }[];
}

/** Elements with these roles are read when the focus enters them. */
const entered = new Set(['group', 'radiogroup', 'dialog', 'alertdialog', 'form', 'region', 'note', 'navigation']);

/** The accessibility tree and its focused element. */
async function treeOf(page: Page): Promise<{ nodes: Map<string, Node>; focused: Node | undefined }> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: Node[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const focused = nodes.filter((node) => propertyOf(node, 'focused')?.value === true).at(-1);
  return { nodes: byId, focused };
}

const propertyOf = ({ properties = [] }: Node, name: string): Value | undefined =>
  properties.find((property) => property.name === name)?.value;

const textOf = (nodes: ReadonlyMap<string, Node>, { role, name, childIds = [] }: Node): string =>
  role?.value === 'StaticText'
    ? String(name?.value ?? '')
    : childIds.map((id) => textOf(nodes, nodes.get(id) as Node)).join(' ');

/** Whether an element announces its changes. The property belongs to the live region itself. */
const isLive = (node: Node): boolean => /polite|assertive/.test(String(propertyOf(node, 'live')?.value));

/**
 * The ways in which a text is read right now: by each live region that contains it, by the name and the description of
 * the focused element, and by those of its ancestors. A text that is announced once has one way.
 */
export async function readAloud(page: Page, text: string): Promise<string[]> {
  const { nodes, focused } = await treeOf(page);
  const ways = [...nodes.values()]
    .filter((node) => isLive(node) && textOf(nodes, node).includes(text))
    .map(({ role }) => `live ${role?.value}`);
  for (let node = focused; node !== undefined; node = nodes.get(node.parentId ?? '')) {
    const role = String(node.role?.value);
    if (node !== focused && !entered.has(role)) continue;
    for (const part of ['name', 'description'] as const)
      if (String(node[part]?.value ?? '').includes(text)) ways.push(`${part} of ${role}`);
  }
  return ways;
}

/** The role and the name of the focused element. */
export async function focusedIn(page: Page): Promise<string> {
  const { focused } = await treeOf(page);
  return `${focused?.role?.value} ${focused?.name?.value ?? ''}`.trim();
}
