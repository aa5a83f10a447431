/** Checks facts by their use in texts, so that a mistaken fact is reported once, at its own place. */
import type { Json } from '../../../schemas/compiled.ts';
import { ExpressionError, type FormatDate, type ShownFact, shownFacts } from '../../expressions/index.ts';
import { endOfHole } from '../../values/inline.ts';
import { exampleMoment, momentOf } from '../../values/moment.ts';
import { type MoneyFormat, moneyFormat } from '../../values/money.ts';
import type { AnnotatedValue, Draft } from '../link/draft.ts';
import type { DataPath, Source } from '../source/source.ts';
import { isPhoneMistaken, type PhoneAddress, phonesIn } from './phones.ts';
import { checkPrices } from './prices.ts';
import { checkTotals } from './totals.ts';

type Use = ShownFact['as'] | 'moment' | 'text' | PhoneAddress;
type FactUse = { as: Use; path: ShownFact['path'] };
type Facts = Record<string, Json>;

export interface JudgedFacts {
  /** The facts with a harmless value for each mistaken one, so that no other check reports it again. */
  readonly facts: Facts;
  /** Whether a date among them is mistaken, so that values that depend on it cannot be checked. */
  readonly isDateMistaken: boolean;
}

/**
 * Checks the facts of a site against every text and expression that formats them, and the prices that texts contain.
 */
export function checkFacts(
  draft: Draft,
  sources: Iterable<Source<unknown>>,
  formatDate: FormatDate | undefined,
): JudgedFacts {
  const { site } = draft;
  const facts = (site.data.facts ?? {}) as Facts;
  const { locale, currency } = site.data;
  const money = moneyFormat(locale, currency);
  const all = [...sources];
  const uses = new Map<string, Set<Use>>();
  const factsShown = draft.memo.each('facts shown', all, [locale, currency], (source) => {
    const { annotated } = draft.contents(source);
    return annotated.flatMap((each) => {
      checkMoment(draft, source, each);
      if (currency !== 'BRL') checkReais(draft, source, each, currency);
      return [...usesIn(each, money), ...wholeTextIn(each, annotated)];
    });
  });
  for (const shown of factsShown) {
    for (const { as, path } of shown)
      for (const each of matching(facts, path)) {
        const key = JSON.stringify(each);
        uses.set(key, (uses.get(key) ?? new Set()).add(as));
      }
  }
  checkTotals(draft);
  const checked = copyOf(facts);
  const prices = new Map<string, number>();
  let isMoneyKnown = true;
  let isDateMistaken = false;
  for (const [key, kinds] of uses) {
    const path = JSON.parse(key) as (string | number)[];
    const value = valueAt(facts, path);
    const isMoney = kinds.has('money');
    const phones = [...kinds].filter((kind) => kind === 'tel:' || kind.startsWith('//')) as PhoneAddress[];
    for (const each of phones) kinds.delete(each);
    // With a number that each address can have, the mistake is not reported at its uses again.
    if (isPhoneMistaken(draft, path, value, phones)) setAt(checked, path, '10000000');
    if (kinds.delete('text') && typeof value === 'string' && value.trim() === '')
      draft.report.add('text-empty', site, site.place(['facts', ...path]), { key: ['facts', ...path].join('.') });
    if (isMoney && isMoneyMistaken(draft, path, value, money)) {
      isMoneyKnown = false;
      setAt(checked, path, 0);
    } else if (!isMoney && kinds.size > 0 && isMomentMistaken(draft, path, value, kinds, formatDate)) {
      isDateMistaken = true;
      setAt(checked, path, '2000-01-01T00:00:00Z');
    } else if (isMoney && typeof value === 'number') prices.set(['facts', ...path].join('.'), value);
  }
  if (money !== undefined && isMoneyKnown) checkPrices(draft, all, money, prices);
  return { facts: checked, isDateMistaken };
}

/** The name of the filter for reais, where an expression calls it. */
const reais = /\|\s*brl(Short)?\b|\bbrl(Short)?\s*\(/;

/** Names the filter for reais on a site of another currency. */
function checkReais(
  { report }: Draft,
  source: Source<unknown>,
  { kind, value, path }: AnnotatedValue,
  currency: string,
) {
  if (kind === 'texts' || (kind !== 'expression' && !String(value).includes('{{'))) return;
  const found = reais.exec(String(value));
  if (found === null) return;
  const now = found[1] === undefined && found[2] === undefined ? 'money' : 'moneyShort';
  report.add('money-of-site', source, source.place(path), { was: now === 'money' ? 'brl' : 'brlShort', now, currency });
}

/** Checks a literal date and time. Those of the site's events are checked together with their order. */
function checkMoment({ report, site }: Draft, source: Source<unknown>, { value, path, moment }: AnnotatedValue): void {
  const written = String(value);
  if (moment && source.kind !== 'site' && !written.includes('{{') && momentOf(written) === null)
    report.add('event-date', source, source.place(path), { written, example: exampleMoment(site.data.timeZone) });
}

const alone = /^\s*\{\{\s*facts((?:\.\w+)+)\s*\}\}\s*$/;

/** The fact that is a whole text, unless a condition of the file reads it: the author may empty it to hide the text. */
function wholeTextIn({ kind, value, empty }: AnnotatedValue, all: readonly AnnotatedValue[]): FactUse[] {
  if ((kind !== 'text' && kind !== 'prose') || empty !== undefined) return [];
  const path = alone.exec(String(value))?.[1];
  if (path === undefined) return [];
  const isAsked = all.some((each) => each.kind === 'expression' && String(each.value).includes(`facts${path}`));
  return isAsked ? [] : [{ as: 'text', path: path.slice(1).split('.') }];
}

/** The facts that a string formats as money or as a date, or that are the phone number in an address. */
function usesIn({ kind, value, moment }: AnnotatedValue, money: MoneyFormat | undefined): FactUse[] {
  if (kind === 'expression') return shownFacts(String(value));
  if (kind === 'texts') return textsIn(value).flatMap((text) => usesInText(text, money));
  if (kind !== 'text' && kind !== 'prose' && kind !== 'href') return [];
  const text = String(value);
  const [, path] = (moment && /^\{\{\s*facts((?:\.\w+)+)\s*\}\}$/.exec(text)) || [];
  return path === undefined ? usesInText(text, money) : [{ as: 'moment', path: path.slice(1).split('.') }];
}

function usesInText(text: string, money: MoneyFormat | undefined): FactUse[] {
  const found: FactUse[] = phonesIn(text);
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', open + 2)) {
    const end = endOfHole(text, open);
    const divisor = money?.opens(text.slice(0, open)) ? money.unit : undefined;
    found.push(...shownFacts(text.slice(open + 2, Math.max(open + 2, end - 2)), divisor));
    open = end - 2;
  }
  return found;
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** The paths of facts that match a path with computed keys. */
function matching(value: Json | undefined, path: ShownFact['path'], done: (string | number)[] = []): DataPath[] {
  const [key, ...rest] = path;
  if (key === undefined) return value === undefined ? [] : [done];
  if (typeof value !== 'object' || value === null) return [];
  const keys = key === null ? Object.keys(value) : Object.hasOwn(value, key) ? [key] : [];
  return keys.flatMap((each) => {
    const segment = Array.isArray(value) ? Number(each) : each;
    return matching((value as Facts)[each], rest, [...done, segment]);
  });
}

function isMoneyMistaken(
  { site, report }: Draft,
  path: DataPath,
  value: Json | undefined,
  money: MoneyFormat | undefined,
): boolean {
  const place = site.place(['facts', ...path]);
  const written = site.text.slice(place.offset, place.offset + place.length);
  const isWhole = typeof value === 'number' && Number.isSafeInteger(value) && !/[.eE]/.test(written);
  // A value in words is a mistake of the text that formats it as money.
  const isAmount = typeof value === 'string' && /\d/.test(value) && !/\p{L}{4}/u.test(value);
  if (isWhole || (typeof value !== 'number' && !isAmount)) return false;
  const digits = String(value).replace(/[^\d.,]/g, '');
  const [, whole = '', rest = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(digits) ?? [];
  const unit = money?.unit ?? 100;
  const meant = Number(whole.replace(/\D/g, '')) * unit + (rest === '' ? 0 : Math.round(Number(`0.${rest}`) * unit));
  const name = ['facts', ...path].join('.');
  report.add('money-not-whole', site, place, { name, written, meant, shown: money?.show(meant) ?? String(meant) });
  return true;
}

function isMomentMistaken(
  { site, report }: Draft,
  path: DataPath,
  value: Json | undefined,
  uses: ReadonlySet<Use>,
  formatDate: FormatDate | undefined,
): boolean {
  // A value in words is a mistake of the text that formats it as a date.
  if (typeof value !== 'number' && (typeof value !== 'string' || !/\d/.test(value))) return false;
  const isMoment = uses.has('moment');
  if (typeof value === 'string' && (isMoment ? momentOf(value) !== null : isDate(value, formatDate))) return false;
  const name = ['facts', ...path].join('.');
  report.add('date-unreadable', site, site.place(['facts', ...path]), {
    ...{ name, written: String(value), isMoment },
    example: exampleMoment(site.data.timeZone),
  });
  return true;
}

function isDate(value: string, formatDate: FormatDate | undefined): boolean {
  try {
    formatDate?.(value, 'short');
    return true;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return false;
  }
}

const copyOf = (value: Facts): Facts => JSON.parse(JSON.stringify(value)) as Facts;

const valueAt = (facts: Facts, path: DataPath): Json | undefined =>
  path.reduce<Json | undefined>((value, key) => (value as Facts | undefined)?.[key], facts);

function setAt(facts: Facts, path: DataPath, value: Json): void {
  const parent = valueAt(facts, path.slice(0, -1)) as Facts;
  parent[String(path.at(-1))] = value;
}
