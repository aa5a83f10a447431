/** Every recipe by its class name, in the order of the cascade: what blocks are made of, then blocks. */
import { actions } from '../blocks/actions/recipe.ts';
import { faq } from '../blocks/faq/recipe.ts';
import { footer } from '../blocks/footer/recipe.ts';
import { form } from '../blocks/form/recipe.ts';
import { header } from '../blocks/header/recipe.ts';
import { hero } from '../blocks/hero/recipe.ts';
import { list } from '../blocks/list/recipe.ts';
import { notice } from '../blocks/notice/recipe.ts';
import { panel } from '../blocks/panel/recipe.ts';
import { field } from '../blocks/parts/field-recipe.ts';
import {
  button,
  buttons,
  copy,
  eyebrow,
  heading,
  hidden,
  section,
  skeleton,
  skip,
  toast,
  tone,
} from '../blocks/parts/recipes.ts';
import { progress } from '../blocks/progress/recipe.ts';
import { prose } from '../blocks/prose/recipe.ts';
import { question } from '../blocks/question/recipe.ts';
import { score } from '../blocks/score/recipe.ts';
import { split } from '../blocks/split/recipe.ts';
import { stage } from '../blocks/stage/recipe.ts';
import { stats } from '../blocks/stats/recipe.ts';
import { steps } from '../blocks/steps/recipe.ts';
import { text } from '../blocks/text/recipe.ts';

export const recipes = {
  tone,
  section,
  heading,
  eyebrow,
  copy,
  button,
  buttons,
  field,
  hidden,
  skip,
  skeleton,
  actions,
  faq,
  footer,
  form,
  header,
  hero,
  list,
  notice,
  panel,
  progress,
  prose,
  question,
  score,
  stats,
  steps,
  text,
  split,
  stage,
  toast,
};

export type RecipeName = keyof typeof recipes;
