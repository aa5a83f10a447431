/** The recipes of parts, in the order of the cascade. Those of blocks are between them. */

import { amount } from './recipes/amount.ts';
import { button } from './recipes/button.ts';
import { buttons } from './recipes/buttons.ts';
import { carousel } from './recipes/carousel.ts';
import { consent } from './recipes/consent.ts';
import { copy } from './recipes/copy.ts';
import { eyebrow } from './recipes/eyebrow.ts';
import { field } from './recipes/field.ts';
import { grid } from './recipes/grid.ts';
import { heading } from './recipes/heading.ts';
import { hidden } from './recipes/hidden.ts';
import { intro } from './recipes/intro.ts';
import { matrix } from './recipes/matrix.ts';
import { options } from './recipes/options.ts';
import { outro } from './recipes/outro.ts';
import { overlay } from './recipes/overlay.ts';
import { player } from './recipes/player.ts';
import { points } from './recipes/points.ts';
import { ranking } from './recipes/ranking.ts';
import { rows } from './recipes/rows.ts';
import { section } from './recipes/section.ts';
import { sign } from './recipes/sign.ts';
import { signature } from './recipes/signature.ts';
import { skeleton } from './recipes/skeleton.ts';
import { skip } from './recipes/skip.ts';
import { toast } from './recipes/toast.ts';
import { tone } from './recipes/tone.ts';

export const partRecipes = [
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
  signature,
  matrix,
  rows,
  grid,
  sign,
  carousel,
] as const;

/** What lies above blocks. */
export const layerRecipes = [overlay, consent, toast] as const;

export type PartRecipe = (typeof partRecipes)[number] | (typeof layerRecipes)[number];
