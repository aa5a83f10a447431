/** The values that a computed value can have after any number of answers. */
import type { Code } from '../../../schemas/compiled.ts';
import { possibleOf } from '../../decide/domains.ts';
import { namesRead } from '../../decide/operation.ts';
import { outcomesOf } from '../../decide/outcomes.ts';
import type { DomainOfName } from '../../decide/variables.ts';
import type { Domain, Possible } from '../../expressions/domain.ts';
import type { Types } from '../../expressions/index.ts';

/** The domains of names of which any answer may be missing. */
const unfinished =
  (types: Types): DomainOfName =>
  (name) => {
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    return type === undefined ? { domain: { kind: 'unknown' }, orNull: true } : withGaps(possibleOf(type));
  };

function withGaps({ domain }: Possible): Possible {
  if (domain.kind === 'row') return { domain: { ...domain, hasGaps: true }, orNull: true };
  // A field without an answer is an empty text.
  const isText = domain.kind === 'some' && domain.values.some((value) => typeof value === 'string');
  return { domain: isText ? { ...domain, values: ['', ...domain.values] } : domain, orNull: true };
}

/**
 * @param types of what the code reads
 * @returns undefined if the values are not known, or if no answer decides them
 */
export function domainOfComputed(code: Code, types: Types): Domain | undefined {
  if (namesRead(code).size === 0) return undefined;
  const outcomes = outcomesOf(code, unfinished(types));
  const values = [...(outcomes ?? [])].filter((value) => value !== null);
  return values.length === 0 ? undefined : { kind: 'some', values };
}
