/** Changes elements into others in place, so that what both have in common stays: elements, their focus, transitions. */

/** Called with an element and the style that it gets, for elements of which only the style differs. */
type TakeStyle = (element: Element, style: string) => void;

/** By names, because the browser would create an object for each attribute that a script enumerates. */
function morphAttributes(from: Element, to: Element, takeStyle: TakeStyle): void {
  for (const name of from.getAttributeNames()) if (!to.hasAttribute(name)) from.removeAttribute(name);
  for (const name of to.getAttributeNames()) {
    const value = to.getAttribute(name) as string;
    if (from.getAttribute(name) === value) continue;
    if (name === 'style' && from.hasAttribute(name) && from.className === to.className) takeStyle(from, value);
    else from.setAttribute(name, value);
  }
}

/** Changes the children of an element into copies of another node's. What is equal is not touched. */
export function morphChildren(from: Element, to: Node, takeStyle: TakeStyle): void {
  let old = from.firstChild;
  for (let wanted = to.firstChild; wanted; wanted = wanted.nextSibling) {
    const { nodeName } = wanted;
    // An element that only one of them has, such as an error.
    if (old && old.nodeName !== nodeName && old.nextSibling?.nodeName === nodeName) {
      const extra = old;
      old = old.nextSibling;
      extra.remove();
    }
    if (old?.nodeName !== nodeName) {
      from.insertBefore(wanted.cloneNode(true), old);
      continue;
    }
    // The browser's own comparison takes a fraction of the time.
    if (!old.isEqualNode(wanted)) {
      if (old instanceof Element) {
        morphAttributes(old, wanted as Element, takeStyle);
        morphChildren(old, wanted as Element, takeStyle);
      } else old.nodeValue = wanted.nodeValue;
    }
    old = old.nextSibling;
  }
  while (old) {
    const extra = old;
    old = old.nextSibling;
    extra.remove();
  }
}
