/** A drawn signature: lines through points, as the address of an SVG picture. */

/** The area of a drawing, in units of its coordinates. */
export const area = { width: 600, height: 300 } as const;

type Point = readonly [x: number, y: number];
/** The points of one line, from where the pen was put down to where it was lifted. */
export type Stroke = readonly Point[];

/** The maximum length of the path in a drawing. A signature takes about 600 characters. */
const longestPath = 4000;

const head = `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${area.width} ${area.height}'%3E%3Cpath d='`;
const tail =
  "' fill='none' stroke='%23000' stroke-width='4' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E";

/** The maximum length of a drawing. */
export const longestDrawing = head.length + longestPath + tail.length;

/** Whether a text is meant to be a drawing: no name begins like this. */
export const isPicture = (text: string): boolean => text.startsWith('data:');

const strokes = /^(?:M\d{1,3} \d{1,3}(?:l-?\d{1,3} -?\d{1,3})+)+$/;

/**
 * The path of a drawing. It contains only numbers and two letters, so it is safe to insert into a page.
 * @returns an empty text if the value is no drawing
 */
export function pathOf(value: string): string {
  if (value.length > longestDrawing || !value.startsWith(head) || !value.endsWith(tail)) return '';
  const path = value.slice(head.length, value.length - tail.length);
  return strokes.test(path) ? path : '';
}

/** The drawing with a path; an empty text for an empty path. */
export const drawingOf = (path: string): string => (path === '' ? '' : head + path + tail);

/** The distance of a point from the line between two others. */
function distance([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point): number {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return Math.hypot(x - x1, y - y1);
  return Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length;
}

/** The points without which a line is up to a tolerance the same (Ramer, Douglas and Peucker). */
function simplified(stroke: Stroke, tolerance: number): Stroke {
  const [first] = stroke;
  const last = stroke.at(-1);
  if (stroke.length < 3 || first === undefined || last === undefined) return stroke;
  let farthest = 0;
  let most = tolerance;
  stroke.forEach((point, index) => {
    const away = distance(point, first, last);
    if (away > most) [farthest, most] = [index, away];
  });
  return farthest === 0
    ? [first, last]
    : [
        ...simplified(stroke.slice(0, farthest + 1), tolerance),
        ...simplified(stroke.slice(farthest), tolerance).slice(1),
      ];
}

function strokePath([first = [0, 0], ...others]: Stroke): string {
  let [x, y] = first;
  // A line without a length is drawn as a dot.
  const steps = (others.length === 0 ? [first] : others).map(([toX, toY]) => {
    const step = `l${toX - x} ${toY - y}`;
    [x, y] = [toX, toY];
    return step;
  });
  return `M${first[0]} ${first[1]}${steps.join('')}`;
}

/** The tolerances of a path, in units. Beyond the last one a drawing would look different. */
const tolerances = [1, 2, 4, 8];

/**
 * The path of strokes, with as few points as look the same. A long drawing becomes coarser; what does not fit even then is
 * cut off at the end.
 * @param drawn points with whole coordinates inside of the area
 */
export function pathThrough(drawn: readonly Stroke[]): string {
  let path = '';
  for (const tolerance of tolerances) {
    path = drawn.map((stroke) => strokePath(simplified(stroke, tolerance))).join('');
    if (path.length <= longestPath) return path;
  }
  const cut = path.slice(0, longestPath);
  return cut.slice(0, cut.lastIndexOf('l')).replace(/M[^l]*$/, '');
}

/** The strokes of a path. */
export const strokesOf = (path: string): Stroke[] =>
  path
    .split('M')
    .slice(1)
    .map((stroke) => {
      let [x, y] = [0, 0];
      return stroke.split('l').map((step): Point => {
        const [right = 0, down = 0] = step.split(' ').map(Number);
        [x, y] = [x + right, y + down];
        return [x, y];
      });
    });
