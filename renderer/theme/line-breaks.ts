/** Computes line breaks, to scale a fallback font so that lines break as in the family. */

/** A text of the first view with its typographic settings. */
export interface SetText {
  readonly text: string;
  /** The line width in ems, for each common window. */
  readonly rooms: readonly number[];
  /** Letter spacing, in ems. */
  readonly spacing: number;
  /** Whether it has `text-wrap: balance`. */
  readonly balanced: boolean;
}

/** The widths of a text's words, in ems. */
interface Words {
  readonly widths: readonly number[];
  readonly space: number;
}

/** The index of the first word of each line, except the first line. */
export function breaksOf({ widths, space }: Words, room: number): number[] {
  const breaks: number[] = [];
  let line = 0;
  for (const [index, width] of widths.entries()) {
    if (index === 0) line = width;
    else if (line + space + width <= room) line += space + width;
    else {
      breaks.push(index);
      line = width;
    }
  }
  return breaks;
}

// From 100 % to 40 % of the width, in steps of 2 %.
const lessRoom: readonly number[] = Array.from({ length: 46 }, (_, index) => 0.98 ** index).filter(
  (share) => share > 0.4,
);

/** The number of lines. Counting them is several times as fast as listing their breaks. */
function countLines({ widths, space }: Words, room: number): number {
  let lines = 0;
  let line = Number.POSITIVE_INFINITY;
  for (const width of widths) {
    line += space + width;
    if (line <= room) continue;
    lines += 1;
    line = width;
  }
  return lines;
}

/** The breaks of balanced text: those at the smallest width with the same number of lines. */
function balancedBreaksOf(words: Words, room: number): number[] {
  const lines = countLines(words, room);
  if (lines < 2) return [];
  // A smaller width never has fewer lines, so a binary search finds it.
  let [fits, tooNarrow] = [0, lessRoom.length];
  while (tooNarrow - fits > 1) {
    const middle = (fits + tooNarrow) >> 1;
    if (countLines(words, room * (lessRoom[middle] as number)) === lines) fits = middle;
    else tooNarrow = middle;
  }
  return breaksOf(words, room * (lessRoom[fits] as number));
}

const measure = ({ text, spacing }: SetText, width: (text: string) => number): Words => ({
  widths: text.split(/\s+/).map((word) => width(word) / 1000 + word.length * spacing),
  space: width(' ') / 1000 + spacing,
});

const stretched = ({ widths, space }: Words, spacing: number, by: number, texts: readonly string[]): Words => ({
  widths: widths.map((width, index) => {
    const added = (texts[index] as string).length * spacing;
    return (width - added) * by + added;
  }),
  space: (space - spacing) * by + spacing,
});

// A different number of lines shifts everything below; a different break moves only a word.
const lineCost = 10;
const wordCost = 1;
const step = 0.001;
const steps = 40;
// Browsers round widths and kern pairs individually, so nearby widths are tested too.
const margins = [0.996, 1, 1.004];

/**
 * Finds the scale factor near `natural` with the fewest line breaks that differ from the family's.
 * @param own returns the width of a word in the family, in thousandths of an em
 * @param system returns the width of a word in the unscaled fallback font, in thousandths of an em
 */
export function fitStretch(
  natural: number,
  texts: readonly SetText[],
  own: (text: string) => number,
  system: (text: string) => number,
): number {
  const all = texts.map((text) => {
    const find = text.balanced ? balancedBreaksOf : breaksOf;
    const words = measure(text, own);
    return {
      text,
      find,
      wanted: text.rooms.map((room) => find(words, room)),
      plain: measure(text, system),
      parts: text.text.split(/\s+/),
    };
  });
  /** Stops counting at `limit`. */
  const costOf = (stretch: number, limit: number): number => {
    let cost = 0;
    for (const { text, find, wanted, plain, parts } of all) {
      const words = stretched(plain, text.spacing, stretch, parts);
      for (const [index, room] of text.rooms.entries()) {
        const want = wanted[index] as number[];
        for (const margin of margins) {
          const found = find(words, room * margin);
          if (found.length !== want.length) cost += lineCost;
          else if (found.some((at, line) => at !== want[line])) cost += wordCost;
          if (cost >= limit) return cost;
        }
      }
    }
    return cost;
  };
  let best = { stretch: natural, cost: costOf(natural, Number.POSITIVE_INFINITY) };
  for (let away = 1; away <= steps && best.cost > 0; away += 1)
    for (const stretch of [natural * (1 + away * step), natural * (1 - away * step)]) {
      const cost = costOf(stretch, best.cost);
      if (cost < best.cost) best = { stretch, cost };
    }
  return best.stretch;
}
