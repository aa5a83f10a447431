/**
 * Types of the parts of Chakra UI used here: the system that resolves tokens and conditions, and recipes.
 * Chakra's own declarations import files without extensions, which TypeScript does not resolve under NodeNext. Property
 * names come from `csstype`.
 */
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import * as styledSystem from '@chakra-ui/react/styled-system';
import type { CSSObject } from '@emotion/serialize';
import type { Properties } from 'csstype';
import type { ColorValue, FontFamilyValue, FontSizeValue, RadiusValue } from './tokens.ts';

type ColorProperty =
  | 'accentColor'
  | 'background'
  | 'backgroundColor'
  | 'caretColor'
  | 'color'
  | 'fill'
  | 'outlineColor'
  | 'stroke'
  | `border${string}Color`
  | `text${string}Color`;

/** The values of a property. A property with tokens accepts only those as bare words. */
type ValueOf<Property> = Property extends ColorProperty
  ? ColorValue
  : Property extends 'fontSize'
    ? FontSizeValue
    : Property extends 'fontFamily'
      ? FontFamilyValue
      : Property extends `border${string}Radius`
        ? RadiusValue
        : string;

type Declarations = { [Property in keyof Properties<string>]?: ValueOf<Property> };

/** A style object: CSS properties whose values may be tokens, and rules under conditions, selectors and breakpoints. */
export interface Styles extends Declarations {
  [variable: `--${string}`]: string;
  [nested: `_${string}` | `&${string}` | `@${string}` | `[${string}` | `html:${string}` | `body:${string}`]: Styles;
  sm?: Styles;
  md?: Styles;
  lg?: Styles;
}

type Slots<Slot extends string> = { readonly [S in Slot]?: Styles };
type Variants<Slot extends string> = Readonly<Record<string, Readonly<Record<string, Slots<Slot>>>>>;

/** The styles of one kind of element: its slots, and the changes by variants. */
export interface Recipe<
  Slot extends string = string,
  V extends Variants<Slot> = Variants<Slot>,
  Name extends string = string,
> {
  /** The class of its root, and the prefix of all its classes. */
  readonly className: Name;
  readonly slots: readonly Slot[];
  readonly base?: Slots<Slot>;
  readonly variants?: V;
  readonly compoundVariants?: readonly (Readonly<Record<string, string | Slots<Slot>>> & {
    readonly css: Slots<Slot>;
  })[];
}

type TokenTree = { readonly [name: string]: TokenTree | string };

interface SystemConfig {
  readonly preflight: false;
  readonly cssVarsPrefix: string;
  readonly cssVarsRoot: string;
  readonly conditions: Readonly<Record<string, string>>;
  readonly theme: {
    readonly breakpoints: Readonly<Record<string, string>>;
    readonly tokens: TokenTree;
    readonly semanticTokens: TokenTree;
    readonly keyframes: Readonly<Record<string, object>>;
  };
}

export interface System {
  /** Resolves tokens, conditions and breakpoints. @returns a plain CSS object */
  css(styles: Styles): CSSObject;
  readonly tokens: {
    /** CSS variables and their values, by condition (`base` for the root). */
    readonly cssVarMap: ReadonlyMap<string, ReadonlyMap<string, string>>;
  };
}

const chakra = styledSystem as unknown as {
  createSystem(...configs: readonly unknown[]): System;
  defineSlotRecipe<R>(recipe: R): R;
};

/** Creates a Chakra system on the base preset, which has utilities and conditions but no styles. Takes about 5 ms. */
export const createSystem = (config: SystemConfig): System => chakra.createSystem(defaultBaseConfig, config);

/** Defines a recipe and infers the types of its slots and variants. */
export const defineSlotRecipe = <const Slot extends string, V extends Variants<Slot>, const Name extends string>(
  recipe: Recipe<Slot, V, Name>,
): Recipe<Slot, V, Name> => chakra.defineSlotRecipe(recipe);
