/** All recipes, in the order of the cascade: parts first, then blocks. */

import { amount } from '../parts/recipes/amount.ts';
import { button } from '../parts/recipes/button.ts';
import { buttons } from '../parts/recipes/buttons.ts';
import { carousel } from '../parts/recipes/carousel.ts';
import { consent } from '../parts/recipes/consent.ts';
import { copy } from '../parts/recipes/copy.ts';
import { eyebrow } from '../parts/recipes/eyebrow.ts';
import { field } from '../parts/recipes/field.ts';
import { grid } from '../parts/recipes/grid.ts';
import { heading } from '../parts/recipes/heading.ts';
import { hidden } from '../parts/recipes/hidden.ts';
import { intro } from '../parts/recipes/intro.ts';
import { matrix } from '../parts/recipes/matrix.ts';
import { options } from '../parts/recipes/options.ts';
import { outro } from '../parts/recipes/outro.ts';
import { overlay } from '../parts/recipes/overlay.ts';
import { player } from '../parts/recipes/player.ts';
import { points } from '../parts/recipes/points.ts';
import { ranking } from '../parts/recipes/ranking.ts';
import { section } from '../parts/recipes/section.ts';
import { sign } from '../parts/recipes/sign.ts';
import { skeleton } from '../parts/recipes/skeleton.ts';
import { skip } from '../parts/recipes/skip.ts';
import { toast } from '../parts/recipes/toast.ts';
import { tone } from '../parts/recipes/tone.ts';
import { actions } from './actions/recipe.ts';
import { banner } from './banner/recipe.ts';
import { beforeAfter } from './before-after/recipe.ts';
import { calendar } from './calendar/recipe.ts';
import { cards } from './cards/recipe.ts';
import { compare } from './compare/recipe.ts';
import { conversations } from './conversations/recipe.ts';
import { countdown } from './countdown/recipe.ts';
import { faq } from './faq/recipe.ts';
import { footer } from './footer/recipe.ts';
import { form } from './form/recipe.ts';
import { header } from './header/recipe.ts';
import { hero } from './hero/recipe.ts';
import { image } from './image/recipe.ts';
import { list } from './list/recipe.ts';
import { modules } from './modules/recipe.ts';
import { notice } from './notice/recipe.ts';
import { own } from './own/recipe.ts';
import { panel } from './panel/recipe.ts';
import { portrait } from './portrait/recipe.ts';
import { pricing } from './pricing/recipe.ts';
import { progress } from './progress/recipe.ts';
import { prose } from './prose/recipe.ts';
import { question } from './question/recipe.ts';
import { score } from './score/recipe.ts';
import { scrollTop } from './scroll-top/recipe.ts';
import { split } from './split/recipe.ts';
import { stage } from './stage/recipe.ts';
import { stats } from './stats/recipe.ts';
import { steps } from './steps/recipe.ts';
import { sticky } from './sticky/recipe.ts';
import { testimonials } from './testimonials/recipe.ts';
import { text } from './text/recipe.ts';
import { video } from './video/recipe.ts';

export const recipes = [
  tone,
  section,
  heading,
  eyebrow,
  copy,
  button,
  buttons,
  field,
  options,
  amount,
  hidden,
  skip,
  skeleton,
  player,
  intro,
  outro,
  points,
  ranking,
  matrix,
  grid,
  sign,
  carousel,
  actions,
  banner,
  beforeAfter,
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
  own,
  panel,
  portrait,
  pricing,
  progress,
  prose,
  question,
  score,
  scrollTop,
  stats,
  steps,
  sticky,
  testimonials,
  text,
  video,
  split,
  stage,
  overlay,
  consent,
  toast,
] as const;

export type RecipeName = (typeof recipes)[number]['className'];
export type RecipeNamed<Name extends RecipeName> = Extract<(typeof recipes)[number], { readonly className: Name }>;
