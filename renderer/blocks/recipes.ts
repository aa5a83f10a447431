/** All recipes, in the order of the cascade: parts first, then blocks, then what lies above them. */
import { layerRecipes, partRecipes } from '../parts/part-recipes.ts';
import { blockRecipes } from './generated/recipes.ts';

export const recipes = [...partRecipes, ...Object.values(blockRecipes), ...layerRecipes] as const;

export type RecipeName = (typeof recipes)[number]['className'];
