import { planOf } from '../../vocabulary/plan.ts';
import { walk } from '../../vocabulary/walk.ts';
import type { Source } from '../source/source.ts';
import type { AnnotatedValue, FileContents, NamedValue } from './draft.ts';

/** Collects the strings and named values of a valid file. */
export function contentsOf(source: Source<unknown>): FileContents {
  const annotated: AnnotatedValue[] = [];
  const named: NamedValue[] = [];
  walk(planOf(source.kind), source.data, {
    annotated(kind, value, path, owner, { empty, moment }) {
      annotated.push({ kind, value, path: [...path], owner, empty, moment });
      return value;
    },
    enter(name, value, path) {
      if (typeof value === 'object' && value !== null)
        named.push({ name, value: value as NamedValue['value'], path: [...path] });
      else if (name === 'anchor') named.push({ name, value: { id: value }, path: [...path] });
    },
  });
  return { annotated, named };
}
