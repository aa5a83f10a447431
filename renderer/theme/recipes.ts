/** Every recipe by its class name, in the order of the cascade: what blocks are made of, then blocks. */

import { actions } from '../blocks/actions/recipe.ts';
import { banner } from '../blocks/banner/recipe.ts';
import { beforeAfter } from '../blocks/before-after/recipe.ts';
import { calendar } from '../blocks/calendar/recipe.ts';
import { cards } from '../blocks/cards/recipe.ts';
import { compare } from '../blocks/compare/recipe.ts';
import { conversations } from '../blocks/conversations/recipe.ts';
import { countdown } from '../blocks/countdown/recipe.ts';
import { faq } from '../blocks/faq/recipe.ts';
import { footer } from '../blocks/footer/recipe.ts';
import { form } from '../blocks/form/recipe.ts';
import { header } from '../blocks/header/recipe.ts';
import { hero } from '../blocks/hero/recipe.ts';
import { image } from '../blocks/image/recipe.ts';
import { list } from '../blocks/list/recipe.ts';
import { modules } from '../blocks/modules/recipe.ts';
import { notice } from '../blocks/notice/recipe.ts';
import { panel } from '../blocks/panel/recipe.ts';
import { field } from '../blocks/parts/field-recipe.ts';
import { overlay } from '../blocks/parts/overlay-recipe.ts';
import { player } from '../blocks/parts/player-recipe.ts';
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
import { carousel, grid, intro, outro, points, sign } from '../blocks/parts/shared-recipes.ts';
import { portrait } from '../blocks/portrait/recipe.ts';
import { pricing } from '../blocks/pricing/recipe.ts';
import { progress } from '../blocks/progress/recipe.ts';
import { prose } from '../blocks/prose/recipe.ts';
import { question } from '../blocks/question/recipe.ts';
import { score } from '../blocks/score/recipe.ts';
import { scrollTop } from '../blocks/scroll-top/recipe.ts';
import { split } from '../blocks/split/recipe.ts';
import { stage } from '../blocks/stage/recipe.ts';
import { stats } from '../blocks/stats/recipe.ts';
import { steps } from '../blocks/steps/recipe.ts';
import { sticky } from '../blocks/sticky/recipe.ts';
import { testimonials } from '../blocks/testimonials/recipe.ts';
import { text } from '../blocks/text/recipe.ts';
import { video } from '../blocks/video/recipe.ts';

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
  player,
  intro,
  outro,
  points,
  grid,
  sign,
  carousel,
  actions,
  banner,
  'before-after': beforeAfter,
  calendar,
  cards,
  compare,
  conversations,
  countdown,
  faq,
  footer,
  form,
  header,
  hero,
  image,
  list,
  modules,
  notice,
  panel,
  portrait,
  pricing,
  progress,
  prose,
  question,
  score,
  'scroll-top': scrollTop,
  stats,
  steps,
  sticky,
  testimonials,
  text,
  video,
  split,
  stage,
  overlay,
  toast,
};

export type RecipeName = keyof typeof recipes;
