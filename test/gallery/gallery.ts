/**
 * Renders the gallery and takes screenshots at three widths: `node test/gallery/gallery.ts [out folder] [names or
 * prefixes…]`. Prints the size of each page, horizontal overflow, and what axe finds.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from 'playwright';
import { runnerImport } from 'vite';
import type { RenderedDocument } from '../../renderer/document/render-document.tsx';
import { examplePicture } from '../../tools/reference/draw-examples.ts';

interface Pages {
  names: readonly string[];
  page(name: string): RenderedDocument;
}

const [out = 'node_modules/.cache/gallery', ...only] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const { module } = await runnerImport<Pages>('./test/gallery/pages.tsx', { configFile: false, logLevel: 'error' });
writeFileSync(`${out}/example.svg`, examplePicture.text);
const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
});
const size = (text: string): string => `${(brotliCompressSync(text).length / 1024).toFixed(1)} KB`;

for (const name of module.names.filter((each) => only.length === 0 || only.some((part) => each.startsWith(part)))) {
  const { html, inlineStyles } = module.page(name);
  const bare = (text: string): string => text.replaceAll(/data:font[^)"]*/g, '/fonts/aaaaaaaa.woff2');
  console.log(`${name}: page ${size(bare(html))}, css ${size(bare(inlineStyles.join('')))} br`);
  // Pictures of the site are read from its folder.
  const local = html
    .replaceAll(`"/assets/${examplePicture.path}`, '"example.svg')
    .replaceAll('"/assets/', `"file://${process.cwd()}/funnels/`);
  writeFileSync(`${out}/${name}.html`, local);
  for (const width of [390, 768, 1440]) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    await page.goto(`file://${process.cwd()}/${out}/${name}.html`.replace(`${process.cwd()}//`, '/'));
    await page.evaluate(() => document.fonts.ready);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) console.log(`  ${width}: ${wide} px too wide`);
    if (width === 390) {
      await page.evaluate(axe);
      const found = await page.evaluate('axe.run()');
      for (const violation of (
        found as { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }
      ).violations) {
        console.log(
          `  axe ${violation.id}: ${violation.nodes
            .slice(0, 3)
            .map((node) => `${node.html.slice(0, 120)} ${node.failureSummary.slice(0, 180)}`)
            .join('\n    ')}`,
        );
      }
    }
    await page.screenshot({ path: `${out}/${name}-${width}.png`, fullPage: true });
    await page.close();
  }
}
await browser.close();
