/** Compiles recipes to CSS, one piece per class, so that a page includes only the pieces it uses. */

import { serializeStyles } from '@emotion/serialize';
import { compile, serialize, stringify } from 'stylis';
import type { Recipe, Styles, System } from './chakra.ts';
import { withPlainColours } from './colour-mix.ts';
import { keyframes } from './keyframes.ts';
import { reset, resetIn } from './reset.ts';

/** The CSS of one class of a recipe. */
export interface StylesheetPiece {
  readonly recipe: string;
  readonly className: string;
  /** Empty for a variant without styles. */
  readonly css: string;
}

export interface Stylesheet {
  /** CSS of every page. */
  readonly reset: string;
  /** In the order of the cascade. */
  readonly pieces: readonly StylesheetPiece[];
  /** CSS variables (`--name`) and values of the root. */
  readonly variables: ReadonlyMap<string, string>;
  /** CSS variables and values, by the class of a tone. */
  readonly toneVariables: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** `@keyframes` by name. */
  readonly keyframes: ReadonlyMap<string, string>;
}

type Rules = Readonly<Record<string, Styles>>;

/** `hero` for the root, else `hero__title`; with a variant `hero__title--align_center`. */
export const className = (recipe: string, slot: string, variant?: string, value?: string): string =>
  (slot === 'root' ? recipe : `${recipe}__${slot}`) + (variant ? `--${variant}_${value}` : '');

const stringifyRule: typeof stringify = (element, index, children, callback) => {
  const text = stringify(element, index, children, callback);
  return element.type === 'rule' && text ? withPlainColours(text) : text;
};

function printer(system: System) {
  return (selector: string, styles: Styles): string => {
    const { styles: declarations } = serializeStyles([system.css(styles)]);
    // Chakra sets this variable for `currentBg`, which no recipe uses.
    const rule = `${selector}{${declarations.replaceAll(/--bg-currentcolor:[^;]*;/g, '')}}`;
    return (
      serialize(compile(rule), stringifyRule)
        .replaceAll('@media screen and ', '@media ')
        .replaceAll(/;}/g, '}')
        // Pseudo-elements have the same box model as elements.
        .replaceAll(/(?<=[{;])content:(?!none)/g, 'box-sizing:border-box;content:')
        .replaceAll(/, (?=[.:[])/g, ',')
    );
  };
}

function* piecesOf(recipe: Recipe, print: ReturnType<typeof printer>): Generator<StylesheetPiece> {
  const name = recipe.className;
  const piece = (classes: readonly string[], styles: Styles): StylesheetPiece => ({
    recipe: name,
    className: classes[0] as string,
    css: print(classes.map((one) => `.${one}`).join(''), styles),
  });
  for (const slot of recipe.slots) yield piece([className(name, slot)], recipe.base?.[slot] ?? {});
  for (const [variant, options] of Object.entries(recipe.variants ?? {})) {
    for (const [value, slots] of Object.entries(options as Record<string, Rules>)) {
      for (const [slot, styles] of Object.entries(slots)) yield piece([className(name, slot, variant, value)], styles);
    }
  }
  for (const { css, ...selection } of recipe.compoundVariants ?? []) {
    for (const [slot, styles] of Object.entries(css as Rules)) {
      const classes = Object.entries(selection).map(([variant, value]) =>
        className(name, slot, variant, String(value)),
      );
      yield piece(classes, styles);
    }
  }
}

/**
 * Compiles all rules of a theme. The output is deterministic.
 * @param recipes in the order of the cascade
 */
export function compileStylesheet(system: System, recipes: readonly Recipe[]): Stylesheet {
  const print = printer(system);
  const printAll = (rules: Rules): string =>
    Object.entries(rules)
      .map(([selector, styles]) => print(selector, styles))
      .join('');
  const media = Object.entries(resetIn).map(([query, rules]) => `${query}{${printAll(rules)}}`);
  const { base, ...tones } = Object.fromEntries(system.tokens.cssVarMap);
  return {
    reset: printAll(reset) + media.join(''),
    pieces: recipes.flatMap((recipe) => [...piecesOf(recipe, print)]),
    variables: base ?? new Map(),
    toneVariables: new Map(
      Object.entries(tones).map(([condition, variables]) => [
        className('tone', 'root', 'as', condition.replace(/^_/, '').replace(/Tone$/, '')),
        variables,
      ]),
    ),
    // Frame by frame, because the system would treat `from` and `50%` as conditions of a property.
    keyframes: new Map(
      Object.entries(keyframes).map(([name, frames]) => [name, `@keyframes ${name}{${printAll(frames as Rules)}}`]),
    ),
  };
}
