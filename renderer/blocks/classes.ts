/** Class names of recipes. The types come from the recipes, the styles stay on the server. */
import type { recipes } from '../theme/recipes.ts';

type Recipes = typeof recipes;
export type RecipeName = keyof Recipes;
export type SlotOf<Name extends RecipeName> = Recipes[Name] extends { slots: readonly (infer Slot)[] } ? Slot : never;
type VariantsOf<Name extends RecipeName> = Recipes[Name] extends { variants?: infer Variants }
  ? NonNullable<Variants>
  : never;
/** Chosen variants of a recipe; one that is undefined gives no class. */
export type Chosen<Name extends RecipeName> = {
  readonly [Variant in keyof VariantsOf<Name>]?: Extract<keyof VariantsOf<Name>[Variant], string> | undefined;
};

/**
 * Gives the class attribute of a recipe's slots: `classes('hero')('title', { align: 'center' })` is
 * `hero__title hero__title--align_center`. Name only variants that style the slot (a contract test sees to it).
 */
export const classes =
  <Name extends RecipeName>(recipe: Name) =>
  (slot: SlotOf<Name>, chosen?: Chosen<Name>): string => {
    const base = slot === 'root' ? recipe : `${recipe}__${slot as string}`;
    let list: string = base;
    for (const variant in chosen) {
      const value = chosen[variant];
      if (value !== undefined) list += ` ${base}--${variant}_${value}`;
    }
    return list;
  };
