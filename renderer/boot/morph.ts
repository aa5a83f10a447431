/** Changes elements into others in place, so that what both have in common stays: elements, their focus, transitions. */

/** Called with an element and the style that it gets, for elements of which only the style differs. */
type TakeStyle = (element: Element, style: string) => void;

/** Changes of the document, to be made in this order. */
type Changes = (() => void)[];

/** By names, because the browser would create an object for each attribute that a script enumerates. */
function morphAttributes(from: Element, to: Element, takeStyle: TakeStyle, changes: Changes): void {
  for (const name of from.getAttributeNames())
    if (!to.hasAttribute(name)) changes.push(() => from.removeAttribute(name));
  for (const name of to.getAttributeNames()) {
    const value = to.getAttribute(name) as string;
    const onlyStyle = name === 'style' && from.hasAttribute(name) && from.className === to.className;
    if (from.getAttribute(name) !== value)
      changes.push(() => (onlyStyle ? takeStyle(from, value) : from.setAttribute(name, value)));
  }
}

/** Finds the changes that make the children of an element copies of another node's. What is equal is not touched. */
export function morphChildren(from: Element, to: Node, takeStyle: TakeStyle, changes: Changes): void {
  const remove = (node: ChildNode): unknown => changes.push(() => node.remove());
  let old = from.firstChild;
  for (let wanted = to.firstChild; wanted; wanted = wanted.nextSibling) {
    const { nodeName, nodeValue } = wanted;
    // An element that only one of them has, such as an error.
    if (old && old.nodeName !== nodeName && old.nextSibling?.nodeName === nodeName) {
      remove(old);
      old = old.nextSibling;
    }
    const found = old;
    if (found?.nodeName !== nodeName) {
      const copy = wanted.cloneNode(true);
      changes.push(() => from.insertBefore(copy, found));
      continue;
    }
    // The browser's own comparison takes a fraction of the time.
    if (!found.isEqualNode(wanted)) {
      if (found instanceof Element) {
        morphAttributes(found, wanted as Element, takeStyle, changes);
        morphChildren(found, wanted as Element, takeStyle, changes);
      } else changes.push(() => (found.nodeValue = nodeValue));
    }
    old = found.nextSibling;
  }
  for (; old; old = old.nextSibling) remove(old);
}
