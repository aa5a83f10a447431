/** The tokens of recipes as types. A misspelt token does not compile. */
import { neutralColors, type Shades, shadesOf } from './palette.ts';

export type ColorToken = keyof Shades;

/** Sizes grow with the width of the window, between 390 and 1440 px. */
export const fontSizes = {
  xs: '.8125rem',
  sm: 'clamp(.875rem,.852rem + .095vw,.9375rem)',
  md: 'clamp(1rem,.977rem + .095vw,1.0625rem)',
  lg: 'clamp(1.0625rem,.97rem + .38vw,1.3125rem)',
  h4: 'clamp(1.1875rem,1.12rem + .28vw,1.375rem)',
  h3: 'clamp(1.4375rem,1.27rem + .68vw,1.875rem)',
  h2: 'clamp(1.875rem,1.5rem + 1.5vw,2.875rem)',
  h1: 'clamp(2.375rem,1.65rem + 2.95vw,4.25rem)',
  figure: 'clamp(3rem,2.2rem + 3.2vw,5rem)',
} as const;

export type FontSizeToken = keyof typeof fontSizes;
export type RadiusToken = 'control' | 'card';
export type FontToken = 'heading' | 'body';

export const colorTokens = Object.keys(shadesOf(neutralColors).plain) as readonly ColorToken[];

/** Colours inside a longer value: `1px solid ${colors.line}`. A colour property takes the token's name. */
export const colors = Object.fromEntries(colorTokens.map((name) => [name, `{colors.${name}}`])) as {
  readonly [Name in ColorToken]: `{colors.${Name}}`;
};

/** Radii inside a longer value. */
export const radii = { control: '{radii.control}', card: '{radii.card}' } as const satisfies Record<
  RadiusToken,
  string
>;

type Everywhere = 'inherit' | 'initial' | 'unset' | 'none';
/** A CSS function, or layers that start with one. Tokens inside are written `${colors.line}`. */
export type CssFunction = `${string}(${string}`;
type Length = `${number}${'px' | 'rem' | 'em' | '%'}` | '0';
type Important<Value extends string> = Value | `${Value}!important`;

export type ColorValue =
  | Important<ColorToken | Everywhere | 'transparent' | 'currentColor' | `#${string}`>
  | CssFunction;
export type FontSizeValue = FontSizeToken | Everywhere | Length | CssFunction;
export type RadiusValue = RadiusToken | Everywhere | Length | `${string} ${string}` | CssFunction;
export type FontFamilyValue = FontToken | Everywhere | 'monospace';
