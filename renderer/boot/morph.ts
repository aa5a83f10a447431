/** Changes elements into others in place, so that what both have in common stays: elements, their focus, transitions. */

/** By names, because the browser would create an object for each attribute that a script enumerates. */
function morphAttributes(from: Element, to: Element): void {
  for (const name of from.getAttributeNames()) if (!to.hasAttribute(name)) from.removeAttribute(name);
  for (const name of to.getAttributeNames()) {
    const value = to.getAttribute(name) as string;
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
}

/** Changes the children of an element into copies of another node's. What is equal is not touched. */
export function morphChildren(from: Element, to: Node): void {
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
        morphAttributes(old, wanted as Element);
        morphChildren(old, wanted as Element);
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
