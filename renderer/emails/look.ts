/** The look of e-mails: the theme's colours and fonts as values, because mail programs know no variables. */
import { neutralColors, type Shades, type SiteTheme, shadesOf } from '../theme/palette.ts';
import { fontsOf } from '../theme/system.ts';

/** The colours of an e-mail on a light or a dark screen. */
export interface MailColors {
  /** Around the card. */
  readonly around: string;
  readonly card: string;
  readonly panel: string;
  readonly fg: string;
  readonly muted: string;
  readonly aroundMuted: string;
  readonly accent: string;
  readonly line: string;
  readonly button: string;
  readonly buttonInk: string;
  /** The bar with the site's name. */
  readonly bar: string;
  readonly barInk: string;
}

export interface MailLook {
  readonly light: MailColors;
  readonly dark: MailColors;
  readonly heading: string;
  readonly body: string;
  /** In pixels. */
  readonly radius: number;
  readonly buttonRadius: number;
}

// Web fonts are shown by few mail programs, so that the families after them decide the look of most e-mails.
const stacks = {
  serif: "Georgia,'Times New Roman',Times,serif",
  sans: "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif",
} as const;
const families: Readonly<Record<string, string>> = {
  newsreader: `Newsreader,${stacks.serif}`,
  fraunces: `Fraunces,${stacks.serif}`,
  inter: `Inter,${stacks.sans}`,
  'system-serif': stacks.serif,
  'system-sans': stacks.sans,
};

const radii = { none: [0, 0], small: [6, 3], medium: [12, 8], large: [20, 14] } as const;

const colorsOf = (page: Shades, around: Shades, bar: Shades): MailColors => ({
  around: around.bg,
  card: page.bg,
  panel: around.bg,
  fg: page.fg,
  muted: page.muted,
  aroundMuted: around.muted,
  accent: page.accent,
  line: page.line,
  button: page.strong,
  buttonInk: page.strongInk,
  bar: bar.bg,
  barInk: bar.fg,
});

/** The look of a site's e-mails. */
export function mailLook(theme: SiteTheme, tone: 'plain' | 'dark'): MailLook {
  const colors = { ...neutralColors, ...theme?.colors };
  const shades = shadesOf(colors);
  const night: Shades = { ...shades.dark, bg: shades.dark.surface };
  const [heading, body] = fontsOf(theme);
  const [radius, buttonRadius] = radii[theme?.radius ?? 'small'];
  return {
    light: colorsOf(shades.plain, shades.soft, tone === 'dark' ? shades.dark : shades.plain),
    dark: colorsOf(night, shades.dark, night),
    heading: families[heading] ?? stacks.serif,
    body: families[body] ?? stacks.sans,
    radius,
    buttonRadius,
  };
}

/** The classes that a dark screen recolours, with the property and its colour. */
const recoloured = {
  around: ['background-color', 'around'],
  card: ['background-color', 'card'],
  panel: ['background-color', 'panel'],
  bar: ['background-color', 'bar'],
  'bar-ink': ['color', 'barInk'],
  fg: ['color', 'fg'],
  muted: ['color', 'muted'],
  small: ['color', 'aroundMuted'],
  accent: ['color', 'accent'],
  line: ['border-color', 'line'],
  button: ['background-color', 'button'],
  outline: ['border-color', 'button'],
  'button-ink': ['color', 'buttonInk'],
} as const satisfies Readonly<Record<string, readonly [property: string, color: keyof MailColors]>>;

/** The style element: what inline styles cannot say. A mail program that removes it shows the light e-mail. */
export function mailCss({ dark }: MailLook): string {
  const rules = Object.entries(recoloured);
  const dimmed = rules.map(([name, [property, color]]) => `.m-${name}{${property}:${dark[color]}!important}`).join('');
  // Outlook on the web and in the app marks recoloured elements instead of supporting the media query.
  const outlook = rules
    .map(([name, [property, color]]) => {
      const mark = property === 'background-color' ? 'data-ogsb' : 'data-ogsc';
      return `[${mark}] .m-${name}{${property}:${dark[color]}!important}`;
    })
    .join('');
  return (
    ':root{color-scheme:light dark;supported-color-schemes:light dark}' +
    'body{margin:0;padding:0;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%}' +
    'a[x-apple-data-detectors]{color:inherit!important;text-decoration:none!important;font:inherit!important}' +
    `@media (max-width:599px){.m-pad{padding-left:24px!important;padding-right:24px!important}.m-around{padding-left:0!important;padding-right:0!important}.m-flat{border-radius:0!important}.m-h1{font-size:26px!important}.m-wide{width:100%!important}.m-wide a{display:block!important;text-align:center!important}}` +
    `@media (prefers-color-scheme:dark){${dimmed}}${outlook}`
  );
}
