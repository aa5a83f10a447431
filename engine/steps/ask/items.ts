import type { Question } from '../../../schemas/generated/types.ts';

/** A question of a step, with its place in the list of answers. */
interface AskedItem<Item> {
  readonly item: Item;
  readonly index: number;
}

/** The questions that a step asks: those of its set, or only some of them. */
export const askedItems = <Item extends Pick<Question, 'id'>>(
  { ask = '', only }: { readonly ask?: string; readonly only?: readonly string[] },
  questions: Readonly<Record<string, { readonly items: readonly Item[] }>> = {},
): readonly AskedItem<Item>[] =>
  (questions[ask]?.items ?? []).flatMap((item, index) =>
    only === undefined || only.includes(item.id) ? [{ item, index }] : [],
  );
