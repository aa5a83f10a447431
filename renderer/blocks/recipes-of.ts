/** Which looks a block may ever need: for the CSS of screens that the server has not drawn. Server only. */
import type { Block, BlockType } from '../../schemas/generated/types.ts';
import { type RecipeName, recipes } from '../theme/recipes.ts';

/** Beside the recipe of its own name. */
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
} as const satisfies { readonly [T in BlockType]: readonly (RecipeName | `.${string}`)[] };

const isLook = (name: string): name is RecipeName => name in recipes;

const isBlocks = (value: unknown): value is readonly Block[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null && 'type' in item);

const toneOf = (piece: unknown): string | null =>
  typeof piece === 'object' && piece !== null && 'tone' in piece && typeof piece.tone === 'string' ? piece.tone : null;

/** These blocks and those within them that are kept, in the order in which they are read. */
export function* allBlocks(blocks: readonly Block[], keep: (block: Block) => boolean = () => true): Generator<Block> {
  for (const block of blocks) {
    if (!keep(block)) continue;
    yield block;
    for (const value of Object.values(block)) if (isBlocks(value)) yield* allBlocks(value, keep);
  }
}

/** Recipes by name, and the classes of the tones in use, of these blocks and those within them; sorted. */
export function recipesOf(blocks: readonly Block[]): (RecipeName | `.${string}`)[] {
  const needed = new Set<RecipeName | `.${string}`>();
  for (const block of allBlocks(blocks)) {
    if (isLook(block.type)) needed.add(block.type);
    for (const name of parts[block.type]) needed.add(name);
    // A piece of a block may have a ground of its own.
    for (const piece of [block, ...Object.values(block)]) {
      const tone = toneOf(piece);
      if (tone) needed.add('.tone').add(`.tone--as_${tone}`);
    }
  }
  return [...needed].sort();
}
