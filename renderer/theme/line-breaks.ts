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
  let line = widths[0] ?? 0;
  // Each page of a site runs these loops a hundred thousand times; without iterators they take a third of the time.
  for (let index = 1; index < widths.length; index += 1) {
    const width = widths[index] as number;
    if (line + space + width <= room) line += space + width;
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
  for (let index = 0; index < widths.length; index += 1) {
    const width = widths[index] as number;
    line += space + width;
    if (line <= room) continue;
    lines += 1;
    line = width;
  }
  return lines;
}

/** The width of balanced text that has `lines` lines in a room: the smallest with the same number of lines. */
function balancedRoom(words: Words, room: number, lines: number): number {
  // A smaller width never has fewer lines, so a binary search finds it.
  let [fits, tooNarrow] = [0, lessRoom.length];
  while (tooNarrow - fits > 1) {
    const middle = (fits + tooNarrow) >> 1;
    if (countLines(words, room * (lessRoom[middle] as number)) === lines) fits = middle;
    else tooNarrow = middle;
  }
  return room * (lessRoom[fits] as number);
}

/** The breaks of a text in a room. */
function wantedBreaks(words: Words, room: number, balanced: boolean): number[] {
  if (!balanced) return breaksOf(words, room);
  const lines = countLines(words, room);
  return lines < 2 ? [] : breaksOf(words, balancedRoom(words, room, lines));
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

/** A line width at which a text must break as in the family. */
interface Check {
  /** Index of the text. */
  readonly text: number;
  readonly room: number;
  readonly balanced: boolean;
  /** The breaks in the family. */
  readonly wanted: readonly number[];
  /** How many windows have this width. */
  readonly weight: number;
}

function checksOf(text: SetText, index: number, own: (text: string) => number): Check[] {
  const words = measure(text, own);
  const weights = new Map<number, number>();
  for (const room of text.rooms) weights.set(room, (weights.get(room) ?? 0) + 1);
  return [...weights].flatMap(([room, weight]) => {
    const wanted = wantedBreaks(words, room, text.balanced);
    return margins.map((margin) => ({ text: index, room: room * margin, balanced: text.balanced, wanted, weight }));
  });
}

function costOfCheck(words: Words, { room, balanced, wanted, weight }: Check): number {
  const found = wantedBreaks(words, room, balanced);
  if (found.length !== wanted.length) return lineCost * weight;
  return found.every((at, line) => at === wanted[line]) ? 0 : wordCost * weight;
}

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
  const plain = texts.map((text) => ({ ...measure(text, system), parts: text.text.split(/\s+/) }));
  const checks = texts.flatMap((text, index) => checksOf(text, index, own));
  /** Stops counting at `limit`. */
  const costOf = (stretch: number, limit: number): number => {
    const words: Words[] = [];
    let cost = 0;
    let failed = 0;
    for (let index = 0; index < checks.length && cost < limit; index += 1) {
      const check = checks[index] as Check;
      words[check.text] ??= stretchedText(check.text, stretch);
      const added = costOfCheck(words[check.text] as Words, check);
      if (added === 0) continue;
      cost += added;
      // Checks that one factor fails are the first of the next one, which mostly fails them too.
      checks[index] = checks[failed] as Check;
      checks[failed] = check;
      failed += 1;
    }
    return cost;
  };
  const stretchedText = (index: number, by: number): Words => {
    const { parts, ...words } = plain[index] as (typeof plain)[number];
    return stretched(words, (texts[index] as SetText).spacing, by, parts);
  };
  let best = { stretch: natural, cost: costOf(natural, Number.POSITIVE_INFINITY) };
  for (let away = 1; away <= steps && best.cost > 0; away += 1)
    for (const stretch of [natural * (1 + away * step), natural * (1 - away * step)]) {
      const cost = costOf(stretch, best.cost);
      if (cost < best.cost) best = { stretch, cost };
    }
  return best.stretch;
}
