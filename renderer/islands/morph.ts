/** Changes elements from one version of their HTML to another, so that what both have in common stays: elements, focus, transitions. */

const copyOf = (node: Node): Node => node.cloneNode(true);

function morphAttributes(live: Element, before: Element, to: Element): void {
  for (const name of before.getAttributeNames()) if (!to.hasAttribute(name)) live.removeAttribute(name);
  for (const name of to.getAttributeNames()) {
    const value = to.getAttribute(name) as string;
    if (before.getAttribute(name) !== value) live.setAttribute(name, value);
  }
}

function morphNode(live: ChildNode, before: ChildNode, to: ChildNode): void {
  // The browser's own comparison takes a fraction of the time.
  if (before.isEqualNode(to)) return;
  if (live.nodeName !== before.nodeName) live.replaceWith(copyOf(to));
  else if (live instanceof Element) {
    morphAttributes(live, before as Element, to as Element);
    morphChildren(live, before as Element, to as Element);
  } else live.nodeValue = to.nodeValue;
}

/**
 * Applies to the children of an element what differs between two versions of their HTML. What scripts have changed meanwhile,
 * such as the time of a countdown, stays where both versions are the same.
 * @param before the version that the element was made from
 */
export function morphChildren(live: ParentNode, before: ParentNode, to: ParentNode): void {
  const now = [...live.childNodes];
  const old = [...before.childNodes];
  // A script has added or removed elements.
  if (now.length !== old.length) {
    live.replaceChildren(...[...to.childNodes].map(copyOf));
    return;
  }
  let at = 0;
  for (const wanted of to.childNodes) {
    const { nodeName } = wanted;
    // An element that only one of them has, such as a spinner.
    if (old[at]?.nodeName !== nodeName && old[at + 1]?.nodeName === nodeName) now[at++]?.remove();
    if (old[at]?.nodeName === nodeName) {
      morphNode(now[at] as ChildNode, old[at] as ChildNode, wanted);
      at += 1;
    } else live.insertBefore(copyOf(wanted), now[at] ?? null);
  }
  for (const left of now.slice(at)) left.remove();
}
