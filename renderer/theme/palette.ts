/** The colours of every tone, made of the few that a site names. */
import type { SiteFile, Tone } from '../../schemas/generated/types.ts';
import { brightened, contrast, mix, readable } from './contrast.ts';

export type SiteTheme = SiteFile['theme'];
export type SiteColors = Required<NonNullable<NonNullable<SiteTheme>['colors']>>;

/** Neutral colours for a site that names none. */
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

/** What a piece is painted with. Each tone gives all of them; the names are the tokens of recipes. */
export interface Shades {
  /** The ground of the section or card. */
  bg: string;
  /** A card on that ground. */
  surface: string;
  /** The ground of a control that is filled in. */
  field: string;
  fg: string;
  muted: string;
  /** Hairlines: ornament only. */
  line: string;
  /** The border of a control: 3 to 1 at least. */
  edge: string;
  /** Eyebrows, markers, links. */
  accent: string;
  /** The strong button, its words, and its ground under the pointer. */
  strong: string;
  strongInk: string;
  strongOver: string;
  good: string;
  fair: string;
  poor: string;
}

/** The shades of each tone. Every text reaches 4.5 to 1 and every sign 3 to 1 on the grounds it stands on. */
export function shadesOf(colors: SiteColors): Record<Tone, Shades> {
  const { ink, paper, night, nightText } = colors;
  const light = (bg: string, surface: string): Shades => {
    const grounds = [bg, surface];
    return {
      bg,
      surface,
      field: mix('#ffffff', paper, 0.8),
      fg: readable(ink, grounds, '#000000'),
      muted: readable(colors.muted, grounds, ink),
      line: mix(ink, bg, contrast(colors.line, bg) > 1.2 ? 0.15 : 0.18),
      edge: readable(colors.line, [...grounds, paper], ink, 3),
      accent: readable(colors.accent, grounds, ink),
      strong: ink,
      strongInk: readable(paper, [ink], '#ffffff'),
      strongOver: readable(colors.accent, [colors.accentInk, ...grounds], ink),
      good: readable(colors.good, grounds, ink),
      fair: readable(colors.fair, grounds, ink),
      poor: readable(colors.poor, grounds, ink),
    };
  };
  const dark = (bg: string, surface: string, accent: string): Shades => {
    const grounds = [bg, surface];
    const bright = brightened(accent, grounds, 7);
    return {
      bg,
      surface,
      field: mix(nightText, bg, 0.06),
      fg: readable(nightText, grounds, '#ffffff'),
      muted: readable(colors.nightMuted, grounds, '#ffffff'),
      line: mix(nightText, bg, 0.17),
      edge: readable(mix(nightText, bg, 0.35), grounds, nightText, 3),
      accent: bright,
      strong: bright,
      strongInk: readable(night, [bright], '#000000'),
      strongOver: readable(nightText, [night], '#ffffff'),
      good: brightened(colors.good, grounds, 5),
      fair: brightened(colors.fair, grounds, 5),
      poor: brightened(colors.poor, grounds, 5),
    };
  };
  const tinted = (sign: string): Shades => {
    const shades = light(mix(sign, paper, 0.08), mix(sign, paper, 0.04));
    return { ...shades, accent: readable(sign, [shades.bg, shades.surface], ink), line: mix(sign, shades.bg, 0.25) };
  };
  // A whole band of the accent would shout: it is deepened with the night.
  const ground = mix(night, colors.accent, 0.32);
  const band = dark(ground, mix(nightText, ground, 0.06), colors.accentInk);
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
