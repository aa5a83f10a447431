/** The colours in the styles of a site's own blocks. */
import { nearest } from '../errors/nearest.ts';

/** The names of the theme's colours. Each tone gives them values. */
export const colorNames = [
  ...['bg', 'surface', 'field', 'fg', 'muted', 'line', 'edge', 'accent'],
  ...['strong', 'strongInk', 'strongOver', 'good', 'fair', 'poor'],
] as const;

/** The words and names of colours in CSS. */
const cssColors: ReadonlySet<string> = new Set(
  `inherit initial unset revert none transparent currentcolor aliceblue antiquewhite aqua aquamarine azure beige bisque black
  blanchedalmond blue blueviolet brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan
  darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid
  darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue
  dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green
  greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue
  lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue
  lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue
  mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue
  mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen
  paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue
  saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen
  steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen`.split(/\s+/),
);

/** A property of which a single word is a colour. */
const colorProperty = /^(?:background|fill|stroke|color|\w+Color)$/;

/** A colour that neither the theme nor CSS has. */
export interface UnknownColor {
  readonly name: string;
  readonly near: string | undefined;
}

const isKnown = (name: string): boolean => (colorNames as readonly string[]).includes(name);

/** The unknown colours in styles, at any depth. */
export function unknownColors(styles: unknown, property = ''): readonly UnknownColor[] {
  if (typeof styles === 'object' && styles !== null)
    return Object.entries(styles).flatMap(([key, value]) => unknownColors(value, key));
  const text = String(styles).replace(/\s*!important$/, '');
  const tokens = [...text.matchAll(/\{colors\.([\w.]+)\}/g)].map(([, name = '']) => name);
  const isWord = colorProperty.test(property) && /^[a-z]+$/i.test(text) && !cssColors.has(text.toLowerCase());
  return [...tokens, ...(isWord ? [text] : [])].flatMap((name) =>
    isKnown(name) ? [] : [{ name, near: nearest(name, colorNames) }],
  );
}
