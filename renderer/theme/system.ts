/** Chakra UI as a compiler: tokens and conditions in, CSS objects out. Runs on the server only. */
import { createSystem, type System } from './chakra.ts';
import { type FontChoice, fontStack } from './fonts.ts';
import { keyframes } from './keyframes.ts';
import { neutralColors, type Shades, type SiteTheme, shadesOf } from './palette.ts';

const radii = { none: ['0', '0'], small: ['3px', '4px'], medium: ['8px', '12px'], large: ['14px', '22px'] } as const;

/** Sizes grow with the window between 390 and 1440 px. */
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
};

const values = <T extends string>(entries: Readonly<Record<T, string>>) =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, { value }])) as Record<T, { value: string }>;

/** The families a theme uses: heading, then body. */
export const fontsOf = (theme: SiteTheme): readonly [FontChoice, FontChoice] => [
  theme?.fonts?.heading ?? 'system-serif',
  theme?.fonts?.body ?? 'system-sans',
];

/** The Chakra system of a site's theme. Only what recipes here use is in it. */
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
