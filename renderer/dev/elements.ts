/** Creates elements. */
type Attributes = Readonly<Record<string, string | boolean | ((event: Event) => void)>>;

/** @param attributes those of the element; `onclick` and the like listen to events */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === 'function') made.addEventListener(name.slice(2), value);
    else if (value !== false) made.setAttribute(name, value === true ? '' : value);
  made.append(...children);
  return made;
}
