/** The bodies of webhooks that show answers as people read them. */
import type { Json } from '../../../schemas/compiled.ts';
import type { Delivery } from '../../../schemas/generated/types.ts';
import type { Type, Types } from '../../expressions/index.ts';
import { isObject } from '../../values/is-object.ts';
import { moneyFormat } from '../../values/money.ts';
import type { Draft } from '../link/draft.ts';

/** Names that expressions of an intake read beside the values that it stores. */
const beside: ReadonlySet<string> = new Set(['submission', 'attribution']);

/**
 * A delivery whose body has the labels of options in place of their values, and amounts in the currency's unit, as exports have
 * them; or with `both` a value and a label of each. Other expressions than the name of an answer stay.
 * @param types the values that expressions of the intake can read
 */
export function withShownBody({ site }: Draft, delivery: Delivery, types: Types): Delivery {
  const { show = 'values', ...rest } = delivery;
  if (show === 'values') return rest;
  const { locale, currency } = site.data;
  const unit = moneyFormat(locale, currency)?.unit ?? 1;
  const names = Object.keys(types).filter((name) => !beside.has(name));
  const shown = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(shown);
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shown(part as Json)]));
    const type = typeof value === 'string' && Object.hasOwn(types, value) ? types[value] : undefined;
    const label = type === undefined ? undefined : labelOf(String(value), type, unit);
    return label === undefined ? value : show === 'both' ? { value, label } : label;
  };
  const body = delivery.body ?? Object.fromEntries(names.map((name) => [name, name]));
  return { ...rest, body: shown(body as Json) as NonNullable<Delivery['body']> };
}

/** The expression for an answer as people read it; undefined if it is stored so. */
function labelOf(name: string, type: Type, unit: number): string | undefined {
  const label =
    type.labels !== undefined ? `${name}.label` : type.amount === true ? `${name}.value / ${unit}` : undefined;
  return label === undefined || type.optional !== true ? label : `${name} != null ? ${label} : null`;
}
