/**
 * Inlined before the boot script on pages whose table has a form of several fields. Each combination of their errors would be a
 * view. The page has one of each error: this script puts the fields with errors into the view without any.
 */
import { viewEnding } from './views.ts';

/** The element with the label, the controls and the error of a field. It has the controls of no other field. */
function fieldIn(view: ParentNode, name: string): Element {
  let found = view.querySelector(`[name="${CSS.escape(name)}"]`) as Element;
  while (!found.parentElement?.querySelector(`[name]:not([name="${CSS.escape(name)}"])`))
    found = found.parentElement as Element;
  return found;
}

const parsed = (html = ''): HTMLTemplateElement => {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template;
};

window.mixed = (view, html) => {
  const [state, ...errors] = view.split('!') as [string, ...string[]];
  const mixed = parsed(html[state]);
  for (const error of errors) {
    const [, name = ''] = error.split(',');
    const from = parsed(html[viewEnding(Object.keys(html), state, error) as string]);
    fieldIn(mixed.content, name).replaceWith(fieldIn(from.content, name));
  }
  return mixed.innerHTML;
};
