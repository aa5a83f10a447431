/** The heading outline of a document, as screen readers present it. */

/** The tags of sections without a heading or a label. @throws Error when tags do not match */
export function unlabelledSections(html: string): string[] {
  // Sections may be nested: a heading counts for every open one.
  const open: { readonly tag: string; headed: boolean }[] = [];
  const silent: string[] = [];
  // Texts of scripts are not elements.
  const elements = html.replace(/<script\b.*?<\/script>/gs, '');
  for (const [tag, closing, name = ''] of elements.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (/^h[1-6]$/.test(name)) for (const section of open) section.headed = true;
    if (name !== 'section') continue;
    if (closing === '') open.push({ tag, headed: /aria-label(ledby)?="[^"]+"/.test(tag) });
    else {
      const section = open.pop();
      if (section === undefined) throw new Error('A section ends that was not begun.');
      if (!section.headed) silent.push(section.tag);
    }
  }
  if (open.length > 0) throw new Error(`A section does not end: ${open[0]?.tag}`);
  return silent;
}
