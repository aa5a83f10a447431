/** The recipes and classes that a block may need, for the CSS of screens that the server has not rendered. Server only. */
import type { Block, BlockType } from '../../schemas/generated/types.ts';
import type { BlockLooks } from '../parts/block-looks.ts';
import type { Recipe } from '../theme/chakra.ts';
import { className } from '../theme/stylesheet.ts';
import { blockLooks } from './generated/looks.ts';
import { type RecipeName, recipes } from './recipes.ts';

/** A recipe by name, or one class of it. */
type Look = RecipeName | ExtensionRecipe | `.${string}`;

/** The styles of a block of a site's own. */
type ExtensionRecipe = `extension-${string}`;

/** The chosen variants of a recipe, by recipe. */
type ChosenLooks = Readonly<Record<string, Readonly<Record<string, string | undefined>> | undefined>>;

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
    if (block.type === 'extension') needed.add(`extension-${block.extension}`);
    const { parts, chosen: chosenBy } = blockLooks[block.type] as BlockLooks<BlockType, Recipe>;
    const chosen = (chosenBy?.(block) ?? {}) as ChosenLooks;
    // A block type whose recipe has another name does not compile here.
    const own: RecipeName = block.type;
    for (const look of [own, ...parts]) {
      const narrowed = chosen[look];
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
