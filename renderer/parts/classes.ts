/** Class names of recipes. Only types are imported from the recipes, so that their styles stay on the server. */
import type { Recipe } from '../theme/chakra.ts';

/** The parts of a recipe's type used here. */
type RecipeParts = Pick<Recipe, 'className' | 'slots'>;
type SlotOf<R extends RecipeParts> = R['slots'][number];
type VariantsOf<R extends RecipeParts> = R extends { variants?: infer Variants } ? NonNullable<Variants> : never;
/** Chosen variants of a recipe. An undefined variant adds no class. */
export type VariantChoice<R extends RecipeParts> = {
  readonly [Variant in keyof VariantsOf<R>]?: Extract<keyof VariantsOf<R>[Variant], string> | undefined;
};

/**
 * Returns the class names of a recipe's slots: `classes<typeof hero>('hero')('title', { align: 'center' })` is
 * `hero__title hero__title--align_center`. Name only variants that style the slot (checked by a contract test).
 */
export const classes =
  <R extends RecipeParts>(recipe: R['className']) =>
  (slot: SlotOf<R>, chosen?: VariantChoice<R>): string => {
    const base = slot === 'root' ? recipe : `${recipe}__${slot}`;
    let list: string = base;
    for (const variant in chosen) {
      const value = chosen[variant];
      if (value !== undefined) list += ` ${base}--${variant}_${value}`;
    }
    return list;
  };
