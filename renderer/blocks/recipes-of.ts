/** The recipes and classes that a block may need, for the CSS of screens that the server has not rendered. Server only. */
import type { Block, BlockType } from '../../schemas/generated/types.ts';
import type { Chosen } from '../parts/classes.ts';
import { markOf } from '../parts/marks.ts';
import type { Recipe } from '../theme/chakra.ts';
import { className } from '../theme/stylesheet.ts';
import { type RecipeName, type RecipeNamed, recipes } from './recipes.ts';

/** A recipe by name, or one class of it. */
type Look = RecipeName | OwnRecipe | `.${string}`;

/** The styles of a block of a site's own. */
type OwnRecipe = `own-${string}`;

/** The recipes of each block type, besides the one of the same name. */
const parts = {
  actions: ['section', 'button', 'buttons', 'hidden'],
  banner: ['section', 'button', 'buttons', 'hidden'],
  'before-after': [
    'section',
    'grid',
    'heading',
    'intro',
    'outro',
    'carousel',
    'button',
    'buttons',
    'hidden',
    '.tone',
    '.tone--as_plain',
  ],
  calendar: ['section', 'heading', 'button', 'buttons', 'hidden'],
  cards: ['section', 'grid', 'heading', 'eyebrow', 'intro', 'outro', 'copy', 'points', 'button', 'buttons', 'hidden'],
  compare: ['section', 'heading', 'intro', 'outro', 'points', 'button', 'buttons', 'hidden', '.tone'],
  conversations: [
    'section',
    'grid',
    'heading',
    'intro',
    'outro',
    'carousel',
    'button',
    'buttons',
    'hidden',
    '.tone',
    '.tone--as_plain',
  ],
  countdown: ['section', 'heading', 'hidden'],
  faq: ['section', 'heading', 'copy', 'sign', 'hidden'],
  footer: ['hidden', '.tone', '.tone--as_dark'],
  form: ['section', 'heading', 'button', 'field', 'hidden'],
  header: ['button', 'buttons', 'hidden', '.tone', '.tone--as_plain'],
  hero: ['section', 'heading', 'eyebrow', 'button', 'buttons', 'hidden'],
  image: ['section', 'hidden'],
  list: ['section', 'grid', 'heading', 'hidden'],
  modules: ['section', 'sign', 'heading', 'intro', 'outro', 'copy', 'points', 'button', 'buttons', 'hidden'],
  notice: ['section', 'copy', 'hidden'],
  own: ['section', 'heading', 'copy', 'hidden'],
  panel: ['section', 'heading', 'eyebrow', 'copy', 'points', 'hidden'],
  portrait: ['section', 'heading', 'eyebrow', 'copy', 'points', 'button', 'buttons', 'hidden'],
  pricing: [
    'section',
    'grid',
    'heading',
    'copy',
    'button',
    'buttons',
    'hidden',
    '.tone',
    '.tone--as_dark',
    '.tone--as_plain',
  ],
  progress: ['section'],
  prose: ['section', 'heading', 'copy', 'hidden'],
  question: ['section', 'button', 'hidden'],
  score: ['section', 'heading', 'eyebrow', 'hidden'],
  'scroll-top': ['hidden', '.tone', '.tone--as_dark'],
  split: ['section'],
  stage: [],
  stats: ['section', 'grid', 'heading', 'hidden'],
  steps: ['section', 'grid', 'heading', 'eyebrow', 'intro', 'hidden'],
  sticky: ['button', 'buttons', 'hidden', '.tone', '.tone--as_dark'],
  testimonials: [
    'section',
    'grid',
    'heading',
    'intro',
    'outro',
    'player',
    'button',
    'buttons',
    'hidden',
    '.tone',
    '.tone--as_dark',
  ],
  text: ['section', 'heading', 'eyebrow', 'copy', 'hidden'],
  video: ['section', 'heading', 'player', 'hidden', '.tone', '.tone--as_dark'],
} as const satisfies { readonly [T in BlockType]: readonly Look[] };

type ChosenOf = { readonly [Name in RecipeName]?: Chosen<RecipeNamed<Name>> };

/** Variants that a block's definition fixes. The CSS of the other options is omitted. */
const chosenBy: { readonly [T in BlockType]?: (block: Extract<Block, { type: T }>) => ChosenOf } = {
  'before-after': () => ({ grid: { kind: 'cases' } }),
  conversations: () => ({ grid: { kind: '3' } }),
  form: ({ look }) => ({ form: { look } }),
  hero: ({ align, imageSize: pictureSize }) => ({
    hero: { align: align === 'center' ? align : undefined, size: pictureSize },
  }),
  list: (block) => ({
    grid: { kind: `${block.columns ?? 1}` as '1' },
    list: { marker: markOf(block) ?? 'dot' },
  }),
  panel: (block) => ({ points: { mark: markOf(block) } }),
  pricing: () => ({ grid: { kind: '3' } }),
  stats: () => ({ grid: { kind: 'figures' } }),
  steps: () => ({ grid: { kind: 'steps' } }),
};

const byName: ReadonlyMap<string, Recipe> = new Map(recipes.map((recipe) => [recipe.className, recipe]));

/** The classes of a recipe, without those of variants that are not chosen. */
function* classesOf(name: RecipeName, chosen: Readonly<Record<string, string | undefined>>): Generator<`.${string}`> {
  const { slots, variants = {} } = byName.get(name) as Recipe;
  for (const slot of slots) yield `.${className(name, slot)}`;
  for (const [variant, options] of Object.entries(variants))
    for (const [value, styled] of Object.entries(options as Record<string, object>))
      if (!(variant in chosen) || chosen[variant] === value)
        for (const slot of Object.keys(styled)) yield `.${className(name, slot, variant, value)}`;
}

const toneOf = (piece: unknown): string | null =>
  typeof piece === 'object' && piece !== null && 'tone' in piece && typeof piece.tone === 'string' ? piece.tone : null;

/** The recipes and tone classes that these blocks need, sorted. */
export function recipesOf(blocks: Iterable<Block>): Look[] {
  const needed = new Set<Look>();
  for (const block of blocks) {
    if (block.type === 'own') needed.add(`own-${block.word}`);
    const chosen: ChosenOf = (chosenBy[block.type] as ((block: Block) => ChosenOf) | undefined)?.(block) ?? {};
    // A block type whose recipe is missing from the list does not compile here.
    const own: RecipeName = block.type;
    for (const look of [own, ...parts[block.type]]) {
      const narrowed = look in chosen ? chosen[look as RecipeName] : undefined;
      if (narrowed === undefined) needed.add(look);
      else for (const each of classesOf(look as RecipeName, narrowed)) needed.add(each);
    }
    if ('advance' in block && block.advance !== undefined) needed.add('.options__letters');
    // A property of a block may have its own tone.
    for (const piece of [block, ...Object.values(block)]) {
      const tone = toneOf(piece);
      if (tone) needed.add('.tone').add(`.tone--as_${tone}`);
    }
  }
  return [...needed].sort();
}
