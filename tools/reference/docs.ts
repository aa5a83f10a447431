/** `funnel docs`: writes the reference as static HTML: `node tools/reference/docs.ts FOLDER OUT`. */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { definitionFilesOf, siteOf } from '../../server/cli/definitions.ts';
import { fingerprint } from '../../server/disk/fingerprint.ts';
import { loadRenderer } from '../../server/pages/render.ts';
import { allSchemas } from '../schemas.ts';
import { builtFolder, type DrawnExample, drawExamples, examplePicture } from './draw-examples.ts';
import { codeBlock, escapedHtml, referenceFiles } from './html.ts';
import { referencePages } from './pages.ts';

/** Writes the reference. @returns the number of files @throws RangeError */
async function writeReference(folder: string, out: string): Promise<number> {
  const definitions = await definitionFilesOf(folder);
  const { site } = await siteOf(folder);
  if (!existsSync(join(builtFolder, 'client')))
    throw new RangeError('The engine is not built yet. Run `npm run build` in its folder, then try again.');
  const examples = await drawExamples(await loadRenderer(builtFolder, 'off'), definitions);

  const files = new Map<string, string>([[`assets/${examplePicture.path}`, examplePicture.text]]);
  const fonts = new Map<string, string>();
  /** Rules for fonts hold for a document only, not for a part of it. */
  const styleOf = (css: string): string => {
    const rest = css.replace(/@font-face\s*\{[^}]*\}/g, (rule) => {
      // Those without a file adjust a system font to the first words of one page.
      if (rule.includes('/_f/assets/')) fonts.set(rule, rule.replaceAll('/_f/assets/', 'fonts/'));
      return '';
    });
    const path = `styles/${fingerprint(rest)}.css`;
    files.set(path, `:host{all:initial}\n${rest}\n:host{display:block;min-height:0;contain:layout paint}`);
    return path;
  };
  const show = (word: string, { text, drawn }: DrawnExample): string => {
    const code = codeBlock(text, `YAML of ${word}`);
    if (drawn === null) return code;
    const html = drawn.html.replaceAll('"/assets/', '"assets/').replaceAll(/ (?:src|href|action)="\/[^"]*"/g, '');
    // Without scripts: a declarative shadow root. It is a drawing, so it takes no focus and is not read; the text beside it is.
    return `${code}<figure><figcaption>As the site draws it</figcaption><div class="example" inert aria-hidden="true" data-example="${escapedHtml(word)}"><template shadowrootmode="open"><link rel="stylesheet" href="${styleOf(drawn.css)}"><div class="reference-body">${html}</div></template></div></figure>`;
  };
  const pages = referencePages(allSchemas(), definitions.extensions, examples, show);
  for (const [name, text] of referenceFiles(pages, site.name, [...fonts.values()].join(''))) files.set(name, text);
  try {
    for (const [name, text] of files) {
      mkdirSync(dirname(join(out, name)), { recursive: true });
      writeFileSync(join(out, name), text);
    }
    for (const rule of fonts.keys())
      for (const [, font = ''] of rule.matchAll(/\/_f\/assets\/([\w.-]+\.woff2)/g)) {
        mkdirSync(join(out, 'fonts'), { recursive: true });
        copyFileSync(join(builtFolder, 'client/assets', font), join(out, 'fonts', font));
      }
  } catch (error) {
    throw new RangeError(`${out} could not be written: ${(error as Error).message}`);
  }
  return pages.length + 1;
}

const [folder = 'funnels', out = 'reference'] = process.argv.slice(2);
try {
  const pages = await writeReference(folder, out);
  console.log(`Wrote ${pages} pages to ${out}. Open ${join(out, 'index.html')}.`);
} catch (error) {
  if (!(error instanceof RangeError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
