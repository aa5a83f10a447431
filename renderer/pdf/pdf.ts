/** A document as a PDF: tagged for screen readers, with an outline, in the site's fonts and colours. */
import type PDFDocument from 'pdfkit';
import type { Prose, Text } from '../../schemas/compiled.ts';
import type { DocumentBlock } from '../../schemas/generated/types.ts';
import type { DocumentFacts } from '../contract.ts';
import { mix } from '../theme/contrast.ts';
import { neutralColors, shadesOf } from '../theme/palette.ts';
import { fontsOf } from '../theme/system.ts';
import { plainRuns, type Run, runsOf } from './runs.ts';

type Pdf = InstanceType<typeof PDFDocument>;
type BlockOf<T extends DocumentBlock['type']> = Extract<DocumentBlock, { type: T }>;

/** A5, in points: a page is readable on a phone, and two fit on a sheet of paper. */
const page = { width: 419.53, height: 595.28 };
const margin = { side: 46, top: 50, bottom: 58 };
const measure = page.width - 2 * margin.side;
const sizes = { body: 10.5, small: 8, heading: 14, chapter: 23, title: 30, lead: 12, quote: 16 };
const lineGap = 3.6;

interface Inks {
  readonly fg: string;
  readonly muted: string;
  readonly accent: string;
  readonly line: string;
  readonly panel: string;
  readonly cover: string;
  readonly coverInk: string;
  readonly coverMuted: string;
  readonly coverAccent: string;
}

/** The numbers of the pages on which chapters begin, in order. */
type ChapterPages = readonly number[];

/** Draws one document. An instance draws once. */
class Drawing {
  readonly chapters: number[] = [];
  private readonly pdf: Pdf;
  private readonly facts: DocumentFacts;
  private readonly inks: Inks;
  private readonly known: ChapterPages;
  private pages = 0;

  constructor(pdf: Pdf, facts: DocumentFacts, inks: Inks, known: ChapterPages) {
    this.pdf = pdf;
    this.facts = facts;
    this.inks = inks;
    this.known = known;
  }

  private get definition() {
    const definition = this.facts.site.documents[this.facts.document];
    if (definition === undefined) throw new RangeError(`There is no document called ${this.facts.document}.`);
    return definition;
  }

  private runs(text: Text): Run[] {
    return runsOf(text, this.facts.origin);
  }

  private plain(text: Text | undefined): string {
    return text === undefined ? '' : plainRuns(this.runs(text));
  }

  /** Adds an element for screen readers, with what it draws. */
  private tag(type: string, draw: () => void): void {
    this.pdf.addStructure(this.pdf.struct(type, {}, draw));
  }

  /** Draws what screen readers skip. */
  private ornament(draw: () => void): void {
    this.pdf.markContent('Artifact', { type: 'Layout' });
    draw();
    this.pdf.endMarkedContent();
  }

  private addPage(): void {
    this.pdf.addPage();
    this.pages += 1;
  }

  /** Begins a page unless there is room for this many points. */
  private ensure(height: number): void {
    if (this.pdf.y + height > page.height - margin.bottom) this.addPage();
  }

  private font(role: 'heading' | 'body', strong = false): this {
    this.pdf.font(`${role}${strong ? '-strong' : ''}`);
    return this;
  }

  /** Writes runs as one paragraph at the current position. */
  private write(
    runs: readonly Run[],
    options: { size: number; color: string; x?: number; width?: number; role?: 'heading' | 'body' },
  ): void {
    const { size, color, x = margin.side, width = measure, role = 'body' } = options;
    const { pdf } = this;
    pdf.fontSize(size);
    runs.forEach(({ text, strong, oblique, link }, index) => {
      this.font(role, strong).pdf.fillColor(link === null ? color : this.inks.accent);
      const style = {
        width,
        lineGap,
        oblique,
        continued: index < runs.length - 1,
        link: link ?? undefined,
        underline: link !== null,
      };
      if (index === 0) pdf.text(text, x, pdf.y, style);
      else pdf.text(text, style);
    });
    pdf.x = margin.side;
  }

  /** The height of a text in the body font. Strong letters are wider: one line of tolerance per six. */
  private heightOf(runs: readonly Run[], width: number, size: number = sizes.body): number {
    const strong = runs.some((run) => run.strong);
    this.font('body', strong).pdf.fontSize(size);
    return this.pdf.heightOfString(plainRuns(runs), { width, lineGap });
  }

  private prose(prose: Prose, x: number = margin.side, width: number = measure): void {
    prose.forEach((part, index) => {
      if (index > 0) this.pdf.y += 7;
      if ('p' in part) {
        const runs = this.runs(part.p);
        this.ensure(32);
        this.tag('P', () => this.write(runs, { size: sizes.body, color: this.inks.fg, x, width }));
      } else this.points(part.ul, 'dash', x, width);
    });
  }

  private proseHeight(prose: Prose, width: number): number {
    return prose.reduce(
      (sum, part, index) =>
        sum +
        (index > 0 ? 7 : 0) +
        ('p' in part
          ? this.heightOf(this.runs(part.p), width)
          : part.ul.reduce((height, item) => height + this.heightOf(this.runs(item), width - 18) + 5, 0)),
      0,
    );
  }

  /** A list. A point is not broken across pages. */
  private points(
    items: readonly Text[],
    marker: 'dash' | 'number' | 'box',
    x: number = margin.side,
    width: number = measure,
  ): void {
    const { pdf, inks } = this;
    const indent = marker === 'box' ? 24 : 18;
    const list = pdf.struct('L');
    pdf.addStructure(list);
    items.forEach((item, index) => {
      const runs = this.runs(item);
      this.ensure(this.heightOf(runs, width - indent) + 2);
      const top = pdf.y;
      const entry = pdf.struct('LI');
      list.add(entry);
      if (marker === 'box')
        this.ornament(() => {
          pdf
            .lineWidth(1)
            .strokeColor(inks.accent)
            .roundedRect(x + 1, top + 0.5, 11, 11, 2)
            .stroke();
        });
      else
        entry.add(
          pdf.struct('Lbl', {}, () => {
            this.font('body', marker === 'number')
              .pdf.fontSize(sizes.body)
              .fillColor(inks.accent);
            pdf.text(marker === 'number' ? `${index + 1}.` : '–', x, top, { width: indent, lineGap });
          }),
        );
      pdf.y = top;
      entry.add(
        pdf.struct('LBody', {}, () =>
          this.write(runs, { size: sizes.body, color: inks.fg, x: x + indent, width: width - indent }),
        ),
      );
      entry.end();
      pdf.y += marker === 'box' ? 8 : 5;
    });
    list.end();
  }

  private readonly views: { readonly [T in DocumentBlock['type']]: (block: BlockOf<T>) => void } = {
    chapter: ({ eyebrow, title, lead }) => {
      const { pdf, inks } = this;
      this.addPage();
      this.chapters.push(this.pages);
      pdf.addNamedDestination(`chapter-${this.chapters.length}`);
      pdf.outline.addItem(this.plain(title));
      pdf.y = margin.top + 20;
      if (eyebrow !== undefined) {
        this.tag('P', () => this.write(this.strong(eyebrow), { size: sizes.small + 0.5, color: inks.accent }));
        pdf.y += 5;
      }
      this.tag('H1', () => this.write(this.runs(title), { size: sizes.chapter, color: inks.fg, role: 'heading' }));
      const below = pdf.y + 5;
      this.ornament(() => pdf.rect(margin.side, below, 42, 2).fill(inks.accent));
      pdf.y = below + 18;
      if (lead === undefined) return;
      this.tag('P', () => this.write(this.runs(lead), { size: sizes.lead, color: inks.muted }));
    },
    heading: ({ text }) => {
      this.ensure(78);
      this.pdf.y += 4;
      this.tag('H2', () => this.write(this.runs(text), { size: sizes.heading, color: this.inks.fg, role: 'heading' }));
      this.pdf.y -= 6;
    },
    text: ({ body }) => this.prose(body),
    list: ({ marker = 'dash', items }) => this.points(items, marker),
    checklist: ({ title, items }) => {
      if (title !== undefined) {
        this.views.heading({ type: 'heading', text: title });
        this.pdf.y += 14;
      }
      this.points(items, 'box');
    },
    panel: ({ title, body }) => {
      const { pdf, inks } = this;
      const [inner, padding] = [measure - 36, 15];
      const heading = title === undefined ? 0 : this.heightOf(this.strong(title), inner, 12) + 6;
      const height = this.proseHeight(body, inner) + heading + 2 * padding - lineGap;
      this.ensure(height + 4);
      const top = pdf.y;
      this.ornament(() => {
        pdf.rect(margin.side, top, measure, height).fill(inks.panel);
        pdf.rect(margin.side, top, 2.5, height).fill(inks.accent);
      });
      pdf.y = top + padding;
      if (title !== undefined) {
        this.tag('H3', () =>
          this.write(this.runs(title), {
            size: 12,
            color: inks.fg,
            x: margin.side + 19,
            width: inner,
            role: 'heading',
          }),
        );
        pdf.y += 4;
      }
      this.prose(body, margin.side + 19, inner);
      pdf.y = top + height;
    },
    quote: ({ text }) => {
      const { pdf, inks } = this;
      this.ensure(this.heightOf(this.runs(text), measure - 40, sizes.quote) + 24);
      pdf.y += 6;
      this.tag('BlockQuote', () =>
        this.write(this.runs(text), {
          size: sizes.quote,
          color: inks.accent,
          x: margin.side + 20,
          width: measure - 40,
          role: 'heading',
        }),
      );
      pdf.y += 6;
    },
  };

  private strong(text: Text): Run[] {
    return this.runs(text).map((run) => ({ ...run, strong: true }));
  }

  private cover(): void {
    const { pdf, inks } = this;
    const { title, subtitle, eyebrow, author } = this.definition;
    this.addPage();
    const x = margin.side + 4;
    const width = page.width - 2 * x;
    this.ornament(() => {
      pdf.rect(0, 0, page.width, page.height).fill(inks.cover);
      pdf.lineWidth(0.8).strokeColor(mix(inks.coverInk, inks.cover, 0.13));
      for (let ring = 0; ring < 8; ring += 1) pdf.circle(page.width - 20, page.height - 30, 60 + ring * 38).stroke();
      pdf
        .lineWidth(1.6)
        .strokeColor(inks.coverAccent)
        .polygon([x + 6, 58], [x + 12, 64], [x + 6, 70], [x, 64])
        .stroke();
    });
    pdf.y = 57;
    const line = (text: Text, options: { size: number; color: string; role?: 'heading' | 'body' }) =>
      this.tag('P', () => this.write(this.runs(text), { ...options, x, width }));
    this.tag('P', () =>
      this.write(this.runs(this.facts.site.site.name), {
        size: 13,
        color: inks.coverInk,
        x: x + 20,
        width: width - 20,
        role: 'heading',
      }),
    );
    pdf.y = 196;
    if (eyebrow !== undefined) {
      this.tag('P', () => this.write(this.strong(eyebrow), { size: 10, color: inks.coverAccent, x, width }));
      pdf.y += 10;
    }
    this.tag('Title', () =>
      this.write(this.runs(title), { size: sizes.title, color: inks.coverInk, x, width, role: 'heading' }),
    );
    pdf.y += 12;
    if (subtitle !== undefined) line(subtitle, { size: 12.5, color: inks.coverMuted });
    if (author === undefined) return;
    pdf.y = page.height - 92;
    line(author, { size: 11, color: inks.coverInk });
  }

  private contents(heading: Text, titles: readonly Text[]): void {
    const { pdf, inks } = this;
    this.addPage();
    pdf.y = margin.top + 20;
    this.tag('H1', () => this.write(this.runs(heading), { size: sizes.chapter, color: inks.fg, role: 'heading' }));
    pdf.y += 18;
    const table = pdf.struct('TOC');
    pdf.addStructure(table);
    titles.forEach((title, index) => {
      const top = pdf.y;
      const number = this.known[index];
      table.add(
        pdf.struct('TOCI', {}, () => {
          this.font('body').pdf.fontSize(11).fillColor(inks.fg);
          pdf.text(this.plain(title), margin.side, top, { width: measure - 40, lineGap, goTo: `chapter-${index + 1}` });
          const below = pdf.y;
          pdf
            .fillColor(inks.muted)
            .text(number === undefined ? '' : String(number), page.width - margin.side - 36, top, {
              width: 36,
              align: 'right',
            });
          pdf.y = below;
        }),
      );
      const line = pdf.y + 5;
      this.ornament(() =>
        pdf
          .lineWidth(0.5)
          .strokeColor(inks.line)
          .moveTo(margin.side, line)
          .lineTo(page.width - margin.side, line)
          .stroke(),
      );
      pdf.y = line + 10;
      pdf.x = margin.side;
    });
    table.end();
  }

  /** The line at the bottom of each page but the cover. */
  private footers(): void {
    const { pdf, inks } = this;
    const text = this.plain(this.definition.footer);
    const { start, count } = pdf.bufferedPageRange();
    for (let index = 1; index < count; index += 1) {
      pdf.switchToPage(start + index);
      // Otherwise a text below the margin begins a new page.
      pdf.page.margins.bottom = 0;
      pdf.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] });
      this.font('body').pdf.fontSize(sizes.small).fillColor(inks.muted);
      const y = page.height - 40;
      pdf.text(text, margin.side, y, { width: measure - 40, lineBreak: false });
      pdf.text(String(index + 1), page.width - margin.side - 36, y, { width: 36, align: 'right', lineBreak: false });
      pdf.endMarkedContent();
    }
  }

  draw(): void {
    const { contents, blocks } = this.definition;
    this.cover();
    const titles = blocks.flatMap((block) => (block.type === 'chapter' ? [block.title] : []));
    if (contents !== undefined) this.contents(contents, titles);
    blocks.forEach((block, index) => {
      if (index === 0 && block.type !== 'chapter') this.addPage();
      else if (index > 0 && block.type !== 'chapter') this.pdf.y += 12;
      (this.views[block.type] as (block: DocumentBlock) => void)(block);
    });
    this.footers();
  }
}

/**
 * Renders a document as a PDF.
 * @param fonts reads a font file, such as `inter-600`
 * @throws RangeError for an unknown document
 */
export async function renderPdf(
  facts: DocumentFacts,
  fonts: (name: string) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const { site, document, date } = facts;
  const definition = site.documents[document];
  if (definition === undefined) throw new RangeError(`There is no document called ${document}.`);
  const { default: PDF } = await import('pdfkit');
  const { theme, locale, name } = site.site;
  const { plain, soft, dark } = shadesOf({ ...neutralColors, ...theme?.colors });
  const inks: Inks = {
    ...{ fg: plain.fg, muted: plain.muted, accent: plain.accent, line: plain.line, panel: soft.bg },
    ...{ cover: dark.bg, coverInk: dark.fg, coverMuted: dark.muted, coverAccent: dark.accent },
  };
  const [heading, body] = fontsOf(theme).map((family) =>
    family === 'system-serif' ? 'newsreader' : family === 'system-sans' ? 'inter' : family,
  ) as [string, string];
  const files = await Promise.all(
    [400, 600].flatMap((weight) => [fonts(`${heading}-${weight}`), fonts(`${body}-${weight}`)]),
  );
  const text = (value: Text | undefined): string => (value === undefined ? '' : plainRuns(runsOf(value, facts.origin)));

  const drawn = async (known: ChapterPages): Promise<{ bytes: Uint8Array; chapters: ChapterPages }> => {
    const pdf = new PDF({
      size: [page.width, page.height],
      margins: { left: margin.side, right: margin.side, top: margin.top, bottom: margin.bottom },
      autoFirstPage: false,
      bufferPages: true,
      tagged: true,
      lang: locale,
      pdfVersion: '1.7',
      displayTitle: true,
      info: {
        Title: text(definition.title),
        Author: text(definition.author) || name,
        Creator: name,
        CreationDate: date,
        ModDate: date,
      },
    });
    const chunks: Buffer[] = [];
    const ended = new Promise<void>((resolve, reject) => {
      pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
      pdf.on('end', resolve);
      pdf.on('error', reject);
    });
    ['heading', 'body', 'heading-strong', 'body-strong'].forEach((role, index) => {
      pdf.registerFont(role, files[index] as Buffer);
    });
    const drawing = new Drawing(pdf, facts, inks, known);
    drawing.draw();
    pdf.end();
    await ended;
    return { bytes: Buffer.concat(chunks), chapters: drawing.chapters };
  };
  // The table of contents needs the numbers of the pages after it.
  const first = await drawn([]);
  return definition.contents === undefined ? first.bytes : (await drawn(first.chapters)).bytes;
}
