/** Google's requirements for schema.org items (structured data guide). */

type Check = (value: unknown) => string | null;

const text: Check = (value) => (typeof value === 'string' && value.trim() !== '' ? null : 'must be a text');
const address: Check = (value) =>
  typeof value === 'string' && URL.canParse(value) && /^https?:/.test(value) ? null : 'must be an absolute address';
const price: Check = (value) => (typeof value === 'string' && /^\d+\.\d{2}$/.test(value) ? null : 'must be an amount');
const matching =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? null : `must match ${pattern}`;
const one =
  (type: string): Check =>
  (value) =>
    (value as { '@type'?: string })?.['@type'] === type ? shapeFaults(value).join(', ') || null : `must be a ${type}`;
const many =
  (type: string): Check =>
  (value) => {
    if (!Array.isArray(value) || value.length === 0) return `must be a list of ${type}`;
    return value.map(one(type)).filter(Boolean).join(', ') || null;
  };

interface Shape {
  readonly required: Readonly<Record<string, Check>>;
  readonly optional?: Readonly<Record<string, Check>>;
}

const shapes: Readonly<Record<string, Shape>> = {
  WebSite: { required: { name: text, url: address, inLanguage: matching(/^[a-z]{2}(-[A-Z]{2})?$/) } },
  Organization: {
    required: { name: text, url: address, logo: address },
    optional: { legalName: text, email: matching(/^[^@\s]+@[^@\s]+$/), telephone: matching(/^\+\d{8,15}$/) },
  },
  Product: { required: { name: text, offers: many('Offer') }, optional: { description: text, brand: one('Brand') } },
  Brand: { required: { name: text } },
  Offer: {
    required: {
      price,
      priceCurrency: matching(/^[A-Z]{3}$/),
      availability: matching(/^https:\/\/schema\.org\/InStock$/),
      url: address,
    },
    optional: { name: text },
  },
  FAQPage: { required: { mainEntity: many('Question') } },
  Question: { required: { name: text, acceptedAnswer: one('Answer') } },
  Answer: { required: { text } },
};

/** The faults of an item: an unknown type, or a property that is missing, unknown or malformed. */
export function shapeFaults(thing: unknown): string[] {
  const { '@type': type = '', ...properties } = thing as Record<string, unknown>;
  const shape = shapes[String(type)];
  if (shape === undefined) return [`${String(type)} is not known`];
  const known = { ...shape.required, ...shape.optional };
  return [
    ...Object.keys(shape.required).flatMap((key) => (key in properties ? [] : [`${type}.${key} is missing`])),
    ...Object.entries(properties).flatMap(([key, value]) => {
      const fault = known[key] === undefined ? 'is not known' : known[key](value);
      return fault === null ? [] : [`${type}.${key} ${fault}`];
    }),
  ];
}
