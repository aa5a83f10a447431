/** Conditions on the answers of sample visitors, of which it is known when they hold. */

/** An answer. */
export type Value = string | number | boolean | null | readonly (string | number)[];

/** The answers of one visitor, by name; those to a field that was not shown are empty. */
export type Visitor = Record<string, Value>;

/** A condition as it is written, and when it holds. */
export interface VisitorCondition {
  readonly text: string;
  readonly holds: (visitor: Visitor) => boolean;
}

/** A value that conditions can read. */
export interface KnownValue {
  readonly name: string;
  /** Values of one group depend on each other, so a condition reads one of them only. */
  readonly group: string;
  /** Lists of conditions for branches: two of a list exclude each other, or the later one contains the earlier one. */
  readonly ways: readonly (readonly VisitorCondition[])[];
  /** A condition, and the one that holds where it does not. */
  readonly pairs: readonly (readonly [VisitorCondition, VisitorCondition])[];
}

/** A condition and when it holds. */
export const condition = (text: string, holds: VisitorCondition['holds']): VisitorCondition => ({ text, holds });
/** Conditions on a value that is one of some texts. */
export function textChoices(name: string, values: readonly string[]): Pick<KnownValue, 'ways' | 'pairs'> {
  const [first = '', second = '', ...rest] = values;
  const is = (value: string) => condition(`${name} == '${value}'`, (visitor) => visitor[name] === value);
  const some = (all: readonly string[]) =>
    condition(`${name} in [${all.map((each) => `'${each}'`).join(', ')}]`, (visitor) =>
      all.includes(visitor[name] as string),
    );
  const isNot = condition(`${name} != '${first}'`, (visitor) => visitor[name] !== first);
  return {
    ways: [
      [is(first)],
      [isNot],
      ...(rest.length > 0
        ? [[is(first), is(second)], values.slice(0, -1).map(is), [is(first), some([first, second])]]
        : []),
      ...(rest.length > 1 ? [[some([first, second]), is(rest[0] as string)]] : []),
    ],
    pairs: [
      [is(first), isNot],
      [
        some([first, second]),
        condition(`!(${some([first, second]).text})`, (visitor) => ![first, second].includes(visitor[name] as string)),
      ],
    ].slice(0, rest.length > 0 ? 2 : 1) as unknown as KnownValue['pairs'],
  };
}

/** Conditions on a number. @param limits two numbers that divide its values @param isOpen whether it can be null */
export function numberLimits(
  name: string,
  [low, high]: readonly [number, number],
  isOpen: boolean,
): Pick<KnownValue, 'ways' | 'pairs'> {
  const value = (visitor: Visitor): number | null => visitor[name] as number | null;
  const known = (code: string, holds: (number: number) => boolean) =>
    condition(isOpen ? `${name} != null && ${code}` : code, (visitor) => {
      const number = value(visitor);
      return number !== null && holds(number);
    });
  const from = (limit: number) => known(`${name} >= ${limit}`, (number) => number >= limit);
  const below = (limit: number) => known(`${name} < ${limit}`, (number) => number < limit);
  const between = known(`${name} >= ${low} && ${name} < ${high}`, (number) => number >= low && number < high);
  const settled = condition(`default(${name}, 0) >= ${low}`, (visitor) => (value(visitor) ?? 0) >= low);
  const missing = condition(`${name} == null || ${name} < ${low}`, (visitor) => (value(visitor) ?? low - 1) < low);
  return {
    ways: [
      [from(high), from(low)],
      [below(low), below(high)],
      [between, from(high)],
      [from(low)],
      ...(isOpen && low > 0 ? [[settled]] : []),
    ],
    pairs: [[from(low), isOpen ? missing : below(low)]],
  };
}
