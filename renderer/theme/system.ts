/** Chakra UI as a compiler of tokens and conditions to CSS objects. Server only. */
import { createSystem, type System } from './chakra.ts';
import { type FontChoice, fontStack } from './fonts.ts';
import { keyframes } from './keyframes.ts';
import { neutralColors, type Shades, type SiteTheme, shadesOf } from './palette.ts';
import { fontSizes } from './tokens.ts';

const radii = { none: ['0', '0'], small: ['3px', '4px'], medium: ['8px', '12px'], large: ['14px', '22px'] } as const;

const values = <T extends string>(entries: Readonly<Record<T, string>>) =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, { value }])) as Record<T, { value: string }>;

/** The fonts of a theme's headings and body. */
export const fontsOf = (theme: SiteTheme): readonly [FontChoice, FontChoice] => [
  theme?.fonts?.heading ?? 'system-serif',
  theme?.fonts?.body ?? 'system-sans',
];

/** Creates the Chakra system of a site's theme, with only the tokens that recipes use. */
export function createThemeSystem(theme: SiteTheme): System {
  const tones = shadesOf({ ...neutralColors, ...theme?.colors });
  const [heading, body] = fontsOf(theme);
  const [control, card] = radii[theme?.radius ?? 'small'];
  const toneNames = Object.keys(tones) as (keyof typeof tones)[];
  const semantic = (shade: keyof Shades) => ({
    value: {
      base: tones.plain[shade],
      ...Object.fromEntries(toneNames.map((tone) => [`_${tone}Tone`, tones[tone][shade]])),
    },
  });
  return createSystem({
    preflight: false,
    cssVarsPrefix: '',
    cssVarsRoot: ':root',
    conditions: Object.fromEntries(toneNames.map((tone) => [`${tone}Tone`, `.tone--as_${tone} &`])),
    theme: {
      breakpoints: { base: '0px', sm: '36rem', md: '48rem', lg: '62rem' },
      tokens: {
        fonts: values({ heading: fontStack(heading), body: fontStack(body) }),
        fontSizes: values(fontSizes),
        radii: values({ control, card }),
      },
      semanticTokens: {
        colors: Object.fromEntries((Object.keys(tones.plain) as (keyof Shades)[]).map((s) => [s, semantic(s)])),
      },
      keyframes,
    },
  });
}
