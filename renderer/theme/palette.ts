/** Derives the colours of every tone from a site's few colours. */
import { remembered } from '../../engine/values/cache.ts';
import type { SiteFile, Tone } from '../../schemas/generated/types.ts';
import { brightened, contrast, mix, readable } from './contrast.ts';

export type SiteTheme = SiteFile['theme'];
export type SiteColors = Required<NonNullable<NonNullable<SiteTheme>['colors']>>;

/** The default colours. */
export const neutralColors: SiteColors = {
  ink: '#1B1C1E',
  paper: '#FFFFFF',
  sand: '#F4F4F2',
  line: '#DADAD6',
  muted: '#5C5E62',
  accent: '#3B4A5E',
  accentInk: '#FFFFFF',
  night: '#17181A',
  nightText: '#F3F3F1',
  nightMuted: '#B4B5B8',
  good: '#2F6B4A',
  fair: '#9A6A10',
  poor: '#A3352B',
};

/** The colour tokens of recipes. Each tone defines all of them. */
export interface Shades {
  /** The background of a section or card. */
  bg: string;
  /** The background of a card inside it. */
  surface: string;
  /** The background of a form control. */
  field: string;
  fg: string;
  muted: string;
  /** Decorative lines. */
  line: string;
  /** The border of a control, with a contrast of at least 3:1. */
  edge: string;
  /** Eyebrows, markers, links. */
  accent: string;
  /** The background of a strong button, its text, and its background on hover. */
  strong: string;
  strongInk: string;
  strongOver: string;
  good: string;
  fair: string;
  poor: string;
}

/** The colours of each tone. The contrast is at least 4.5:1 for text and 3:1 for graphics on their backgrounds. */
export function shadesOf(colors: SiteColors): Record<Tone, Shades> {
  const { ink, paper, night, nightText } = colors;
  const light = (bg: string, surface: string): Shades => {
    const backgrounds = [bg, surface];
    return {
      bg,
      surface,
      field: mix('#ffffff', paper, 0.8),
      fg: readable(ink, backgrounds, '#000000'),
      muted: readable(colors.muted, backgrounds, ink),
      line: mix(ink, bg, contrast(colors.line, bg) > 1.2 ? 0.15 : 0.18),
      edge: readable(colors.line, [...backgrounds, paper], ink, 3),
      accent: readable(colors.accent, backgrounds, ink),
      strong: ink,
      strongInk: readable(paper, [ink], '#ffffff'),
      strongOver: readable(colors.accent, [colors.accentInk, ...backgrounds], ink),
      good: readable(colors.good, backgrounds, ink),
      fair: readable(colors.fair, backgrounds, ink),
      poor: readable(colors.poor, backgrounds, ink),
    };
  };
  const dark = (bg: string, surface: string, accent: string): Shades => {
    const backgrounds = [bg, surface];
    const bright = brightened(accent, backgrounds, 7);
    return {
      bg,
      surface,
      field: mix(nightText, bg, 0.06),
      fg: readable(nightText, backgrounds, '#ffffff'),
      muted: readable(colors.nightMuted, backgrounds, '#ffffff'),
      line: mix(nightText, bg, 0.17),
      edge: readable(mix(nightText, bg, 0.35), backgrounds, nightText, 3),
      accent: bright,
      strong: bright,
      strongInk: readable(night, [bright], '#000000'),
      strongOver: readable(nightText, [night], '#ffffff'),
      good: brightened(colors.good, backgrounds, 5),
      fair: brightened(colors.fair, backgrounds, 5),
      poor: brightened(colors.poor, backgrounds, 5),
    };
  };
  const tinted = (sign: string): Shades => {
    const shades = light(mix(sign, paper, 0.08), mix(sign, paper, 0.04));
    return { ...shades, accent: readable(sign, [shades.bg, shades.surface], ink), line: mix(sign, shades.bg, 0.25) };
  };
  // A full-width accent is too strong, so the dark colour is mixed in.
  const background = mix(night, colors.accent, 0.32);
  const band = dark(background, mix(nightText, background, 0.06), colors.accentInk);
  return {
    plain: light(paper, mix('#ffffff', paper, 0.62)),
    soft: light(colors.sand, mix('#ffffff', paper, 0.35)),
    dark: dark(night, mix(nightText, night, 0.05), colors.accent),
    accent: {
      ...band,
      fg: readable(colors.accentInk, [band.bg, band.surface], '#ffffff'),
      muted: readable(mix(colors.accentInk, colors.accent, 0.8), [band.bg, band.surface], '#ffffff'),
    },
    success: tinted(colors.good),
    warning: tinted(colors.fair),
    danger: tinted(colors.poor),
  };
}

const shadesFrom = remembered((colors: string) => shadesOf(JSON.parse(colors) as SiteColors));

/** The colours of each tone in a theme. Every page has a picture with them, so they are computed once per theme. */
export const shadesOfTheme = (theme: SiteTheme): Readonly<Record<Tone, Readonly<Shades>>> =>
  shadesFrom(JSON.stringify({ ...neutralColors, ...theme?.colors }));
