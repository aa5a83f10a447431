/** Validates values against declared types. */
import type { Json } from '../../schemas/compiled.ts';
import type { ValueType } from '../../schemas/generated/types.ts';

/** Whether a JSON value matches a declared type. If `partial`, null is valid, also within a list. */
export function fits(type: ValueType, value: Json, partial = false): boolean {
  if (value === null) return type.optional === true || partial;
  switch (type.type) {
    case 'text':
      return typeof value === 'string' && value.length <= (type.maxLength ?? 4000);
    case 'number':
      return typeof value === 'number' && inRange(type, value);
    case 'time':
      return (
        (typeof value === 'number' && Math.abs(value) <= latestTime) ||
        (typeof value === 'string' && value.length <= 40 && !Number.isNaN(Date.parse(value)))
      );
    case 'boolean':
      return typeof value === 'boolean';
    case 'uuid':
      return typeof value === 'string' && uuidPattern.test(value);
    case 'choice':
      return typeof value === 'string' && Array.isArray(type.of) && type.of.includes(value);
    case 'list': {
      if (!Array.isArray(value) || (type.length !== undefined ? value.length !== type.length : value.length > 100))
        return false;
      const item: ValueType = { ...type, type: (type.of as 'text' | 'number' | 'boolean' | undefined) ?? 'text' };
      return value.every((each: Json) => (each === null ? partial : fits(item, each)));
    }
    case 'json':
      return (
        typeof value === 'object' &&
        !Array.isArray(value) &&
        isBounded(value, deepestJson) &&
        JSON.stringify(value).length <= mostJson
      );
    case 'record': {
      if (typeof value !== 'object' || Array.isArray(value)) return false;
      const record = value as Readonly<Record<string, Json>>;
      return Object.entries(type.fields ?? {}).every(([name, field]) =>
        fits(field, (Object.hasOwn(record, name) ? record[name] : null) ?? null, partial),
      );
    }
  }
}

/** The limits of a `json` value: the length of its JSON in characters, and its nesting depth. */
const mostJson = 16 * 1024;
const deepestJson = 16;

/** In milliseconds: the range of JavaScript's dates (ECMA-262, 21.4.1.1). */
const latestTime = 8.64e15;

/**
 * Whether a value is within the nesting limit, has only finite numbers (JSON.parse reads 1e999 as Infinity) and no key
 * that would set a prototype when it is copied.
 */
const isBounded = (value: Json, levels: number): boolean =>
  typeof value === 'number'
    ? Number.isFinite(value)
    : typeof value !== 'object' ||
      value === null ||
      (levels > 0 &&
        Object.entries(value).every(([key, part]) => key !== '__proto__' && isBounded(part as Json, levels - 1)));

const inRange = (type: ValueType, value: number): boolean =>
  (type.allowed?.includes(value) ?? true) &&
  value >= (type.min ?? -Number.MAX_SAFE_INTEGER) &&
  value <= (type.max ?? Number.MAX_SAFE_INTEGER);

/** A version 4 UUID in lower or upper case. */
export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
