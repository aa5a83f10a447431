/** Class names of recipes. The types come from the recipes, the styles stay on the server. */
import type { Recipe } from '../theme/chakra.ts';

/** What is read of a recipe's type. */
type Named = Pick<Recipe, 'className' | 'slots'>;
type SlotOf<R extends Named> = R['slots'][number];
type VariantsOf<R extends Named> = R extends { variants?: infer Variants } ? NonNullable<Variants> : never;
/** Chosen variants of a recipe; one that is undefined gives no class. */
export type Chosen<R extends Named> = {
  readonly [Variant in keyof VariantsOf<R>]?: Extract<keyof VariantsOf<R>[Variant], string> | undefined;
};

/**
 * Gives the class attribute of a recipe's slots: `classes<typeof hero>('hero')('title', { align: 'center' })` is
 * `hero__title hero__title--align_center`. Name only variants that style the slot (a contract test sees to it).
 */
export const classes =
  <R extends Named>(recipe: R['className']) =>
  (slot: SlotOf<R>, chosen?: Chosen<R>): string => {
    const base = slot === 'root' ? recipe : `${recipe}__${slot}`;
    let list: string = base;
    for (const variant in chosen) {
      const value = chosen[variant];
      if (value !== undefined) list += ` ${base}--${variant}_${value}`;
    }
    return list;
  };
