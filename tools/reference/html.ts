/** The HTML of the reference: pages, tables, texts of the schemas. */

/** A text as HTML. */
export const escapedHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A description of a schema as HTML: `code` and **strong**. */
export const described = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.length > 2 && part.startsWith('`')
        ? codeHtml(part.slice(1, -1))
        : escapedHtml(part).replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>'),
    )
    .join('');

export const codeHtml = (text: string): string => `<code>${escapedHtml(text)}</code>`;

/** A block of code that a keyboard can scroll. @param label its name for those who do not see it */
export const codeBlock = (text: string, label: string): string =>
  `<pre tabindex="0" role="region" aria-label="${escapedHtml(label)}"><code>${escapedHtml(text)}</code></pre>`;

/** @param rows cells as HTML; the first one names the row */
export const htmlTable = (caption: string, head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<div class="wide" tabindex="0" role="region" aria-label="${escapedHtml(caption)}"><table><caption>${escapedHtml(caption)}</caption><thead><tr>${head
    .map((cell) => `<th scope="col">${cell}</th>`)
    .join('')}</tr></thead><tbody>${rows
    .map(
      ([name = '', ...cells]) =>
        `<tr><th scope="row">${name}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
    )
    .join('')}</tbody></table></div>`;

/** A part of a page with an anchor. */
export interface ReferenceSection {
  readonly id: string;
  readonly title: string;
  /** A line for the list of contents; a heading of a group has none. */
  readonly about?: string;
  readonly level: 2 | 3;
  readonly html: string;
}

export interface ReferencePage {
  /** The name of the file without its ending. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly sections: readonly ReferenceSection[];
}

const style = `
:root{color-scheme:light;--ink:#1e293b;--muted:#475569;--line:#d5dbe3;--link:#1d4ed8;--paper:#fff;--soft:#f6f8fa}
*{box-sizing:border-box}html{scroll-padding-top:1rem}
body{margin:0;font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;color:var(--ink);background:var(--paper)}
a{color:var(--link)}a:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:1rem;background:#fff;padding:.5rem 1rem;z-index:2}
nav{background:var(--soft);border-bottom:1px solid var(--line);padding:1rem 1.25rem}
nav ul{list-style:none;margin:0;padding:0}nav a{display:block;padding:.2rem 0;text-decoration:none}nav a:hover{text-decoration:underline}
nav a[aria-current]{font-weight:700;color:var(--ink)}nav ul ul{margin:.2rem 0 .6rem .25rem;padding-left:.75rem;border-left:2px solid var(--line);font-size:.9rem}
nav .group{margin-top:.4rem;color:var(--muted);font-weight:600}nav p{margin:0 0 .75rem;font-weight:700}
main{padding:1.5rem 1.25rem 4rem;min-width:0}
h1{font-size:2rem;line-height:1.2;margin:.25rem 0 .5rem}h2{margin:3rem 0 .5rem;padding-top:1.25rem;border-top:1px solid var(--line);line-height:1.25}h3{margin:2.25rem 0 .5rem}
h2 a,h3 a{color:inherit;text-decoration:none}h2 a:hover,h3 a:hover{text-decoration:underline}
.lead{font-size:1.1rem;color:var(--muted);max-width:46rem}p{max-width:46rem}
code{font:.88em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--soft);padding:.1em .3em;border-radius:3px;overflow-wrap:anywhere}
pre{background:#0f172a;color:#f1f5f9;padding:1rem;border-radius:6px;overflow:auto;line-height:1.5}pre code{background:none;color:inherit;padding:0}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;margin:.75rem 0;font-size:.93rem}
caption{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden;white-space:nowrap}
th,td{text-align:left;vertical-align:top;padding:.45rem .75rem .45rem 0;border-bottom:1px solid var(--line)}tbody th{font-weight:400;white-space:nowrap}thead th{color:var(--muted);font-size:.82rem}
.must{font-weight:700}.need{color:#9a3412;font-size:.8rem}
figure{margin:1rem 0}figcaption{color:var(--muted);font-size:.85rem;margin-bottom:.3rem}
.example{display:block;border:1px solid var(--line);border-radius:6px;overflow:hidden}
[data-example="block sticky"],[data-example="block scroll-top"]{height:9rem!important}
.contents{columns:2 20rem;column-gap:2.5rem;padding-left:1.1rem}.contents li{break-inside:avoid}
@media(min-width:62rem){body{display:grid;grid-template-columns:17rem minmax(0,1fr)}nav{position:sticky;top:0;height:100vh;overflow:auto;border:0;border-right:1px solid var(--line)}main{padding:2rem 3rem 5rem}}
@media(max-width:61.99rem){nav ul ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(10.5rem,1fr));max-height:30vh;overflow:auto}}
@media print{nav{display:none}pre{background:#fff;color:#000;border:1px solid #999}}
`;

function navigation(pages: readonly ReferencePage[], current: string, site: string): string {
  const items = pages.map(({ name, title, sections }) => {
    const own =
      name !== current
        ? ''
        : `<ul>${sections.map(({ id, title: its, level }) => (level === 2 ? `<li><a href="#${id}">${escapedHtml(its)}</a></li>` : `<li><a href="#${id}"><small>${escapedHtml(its)}</small></a></li>`)).join('')}</ul>`;
    return `<li><a href="${name}.html"${name === current ? ' aria-current="page"' : ''}>${escapedHtml(title)}</a>${own}</li>`;
  });
  return `<nav aria-label="Reference"><p>${escapedHtml(site)}</p><ul><li><a href="index.html"${current === 'index' ? ' aria-current="page"' : ''}>Contents</a></li>${items.join('')}</ul></nav>`;
}

function documentHtml(title: string, about: string, nav: string, body: string, fonts: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapedHtml(title)}</title><meta name="description" content="${escapedHtml(about)}"><meta name="robots" content="noindex"><style>${fonts}${style}</style></head>
<body><a class="skip" href="#main">Skip to the content</a>${nav}<main id="main" tabindex="-1"><h1>${escapedHtml(title)}</h1><p class="lead">${described(about)}</p>
${body}
</main></body></html>
`;
}

const sectionHtml = ({ id, title, level, html }: ReferenceSection): string =>
  `<h${level} id="${id}"><a href="#${id}">${escapedHtml(title)}</a></h${level}>\n${html}`;

/**
 * The files of the reference.
 * @param site the name of the site whose theme the examples have
 * @param fonts `@font-face` rules of that theme
 */
export function referenceFiles(pages: readonly ReferencePage[], site: string, fonts: string): Map<string, string> {
  const heading = `Reference · ${site}`;
  const files = new Map(
    pages.map(({ name, title, about, sections }) => [
      `${name}.html`,
      documentHtml(title, about, navigation(pages, name, heading), sections.map(sectionHtml).join('\n'), fonts),
    ]),
  );
  const contents = pages.map(
    ({ name, title, about, sections }) =>
      `<h2 id="${name}"><a href="${name}.html">${escapedHtml(title)}</a></h2><p>${described(about)}</p><ul class="contents">${sections
        .map(
          ({ id, title: its, about: line }) =>
            `<li><a href="${name}.html#${id}">${escapedHtml(its)}</a>${line === undefined ? '' : ` ${described(line)}`}</li>`,
        )
        .join('')}</ul>`,
  );
  const about =
    'Every block, field type, rule, step, function and delivery, from the schemas of this version. The examples are drawn in the theme of the site.';
  files.set(
    'index.html',
    documentHtml('Reference', about, navigation(pages, 'index', heading), contents.join('\n'), fonts),
  );
  return files;
}
