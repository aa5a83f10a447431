/** Structured data for search engines: schema.org as JSON-LD, from the definitions. */
import type { Json, Prose } from '../../schemas/compiled.ts';
import type { Block, Offer, Product, SiteFile } from '../../schemas/generated/types.ts';
import type { View } from '../parts/view.ts';

export interface PageDescription {
  readonly site: SiteFile;
  /** The site's public origin. */
  readonly origin: string;
  /** The absolute address of the page. */
  readonly canonical: string;
  /** The absolute address of the site's icon; null for none. */
  readonly logo: string | null;
  /** The blocks of the page that are shown initially. */
  readonly blocks: readonly Block[];
  readonly products: readonly Product[];
  readonly view: View;
}

type Thing = Readonly<Record<string, Json>>;

/** An object of a schema.org type, without undefined properties. */
const thing = (type: string, properties: Readonly<Record<string, Json | undefined>>): Thing => ({
  '@type': type,
  ...(Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as Thing),
});

function proseText(prose: Prose, view: View): string {
  return prose
    .flatMap((part) => ('p' in part ? [part.p] : part.ul))
    .map((text) => view.plain(text))
    .join('\n');
}

/** Formats an amount in the currency's smallest unit as schema.org requires: a decimal point, no currency sign. */
function priceOf(amount: Json, currency: string): string {
  if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 0)
    throw new RangeError(`A price must be a whole number of the smallest unit of ${currency}, not ${String(amount)}.`);
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return (amount / 10 ** digits).toFixed(digits);
}

function offerOf({ name, price }: Offer, { view, site, canonical }: PageDescription): Thing {
  return thing('Offer', {
    name: name === undefined ? undefined : view.plain(name),
    price: priceOf(view.value(price), site.currency),
    priceCurrency: site.currency,
    availability: 'https://schema.org/InStock',
    url: canonical,
  });
}

function productOf(product: Product, described: PageDescription): Thing {
  const { view, site } = described;
  return thing('Product', {
    name: view.plain(product.name),
    description: product.description === undefined ? undefined : view.plain(product.description),
    brand: thing('Brand', { name: site.name }),
    offers: product.offers.map((offer) => offerOf(offer, described)),
  });
}

function questionsOf({ blocks, view }: PageDescription): Thing[] {
  const items = blocks.flatMap((block) => (block.type === 'faq' ? block.items : []));
  if (items.length === 0) return [];
  const mainEntity = items.map(({ question, answer }) =>
    thing('Question', {
      name: view.plain(question),
      acceptedAnswer: thing('Answer', { text: proseText(answer, view) }),
    }),
  );
  return [thing('FAQPage', { mainEntity })];
}

/** The site and its owner, on the home page only. */
function siteThings({ site, origin, canonical, logo, view }: PageDescription): Thing[] {
  const home = `${origin}${site.home ?? '/'}`;
  if (canonical !== home) return [];
  const { legalName, email, telephone, sameAs } = site.organization ?? {};
  const plain = (text: typeof legalName): string | undefined => (text === undefined ? undefined : view.plain(text));
  const name = site.name;
  return [
    thing('WebSite', { name, url: home, inLanguage: site.locale }),
    thing('Organization', {
      name,
      url: home,
      logo: logo ?? undefined,
      legalName: plain(legalName),
      email: plain(email),
      telephone: plain(telephone),
      sameAs: sameAs?.map((text) => view.plain(text)),
    }),
  ];
}

/**
 * The structured data of a page, or null.
 * @throws RangeError for an invalid price, ExpressionError when a value cannot be computed
 */
export function structuredData(described: PageDescription): Json {
  const sold = described.products.filter(({ when }) => when === undefined || described.view.holds(when));
  const things = [
    ...siteThings(described),
    ...sold.map((product) => productOf(product, described)),
    ...questionsOf(described),
  ];
  if (things.length === 0) return null;
  return { '@context': 'https://schema.org', '@graph': things };
}
