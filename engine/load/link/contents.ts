import { planOf } from '../../vocabulary/plan.ts';
import { walk } from '../../vocabulary/walk.ts';
import type { Source } from '../source/source.ts';
import type { FileContents, NamedValue, Word } from './draft.ts';

/** Collects the strings and named values of a valid file. */
export function contentsOf(source: Source<unknown>): FileContents {
  const words: Word[] = [];
  const pieces: NamedValue[] = [];
  walk(planOf(source.kind), source.data, {
    word(kind, value, path, owner, { empty, moment }) {
      words.push({ kind, value, path: [...path], owner, empty, moment });
      return value;
    },
    enter(name, value, path) {
      if (typeof value === 'object' && value !== null)
        pieces.push({ name, value: value as NamedValue['value'], path: [...path] });
      else if (name === 'anchor') pieces.push({ name, value: { id: value }, path: [...path] });
    },
  });
  return { words, pieces };
}
