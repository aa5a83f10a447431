/** Drawn signatures: what is stored of them. */
import { expect, test } from 'vitest';
import {
  area,
  drawingOf,
  longestDrawing,
  pathOf,
  pathThrough,
  type Stroke,
  strokesOf,
} from '../../../engine/fields/signature/drawing.ts';

const wave = (count: number, height: number): Stroke =>
  Array.from({ length: count }, (_, index) => [
    Math.round((index / count) * area.width),
    Math.round(area.height / 2 + Math.sin(index / 5) * height),
  ]);

test('a path keeps the points that its line needs', () => {
  expect(pathThrough([])).toBe('');
  expect(pathThrough([[[5, 6]]])).toBe('M5 6l0 0');
  // The points between lie on the line.
  expect(
    pathThrough([
      [
        [0, 0],
        [10, 10],
        [20, 20],
        [20, 0],
      ],
      [[1, 1]],
    ]),
  ).toBe('M0 0l20 20l0 -20M1 1l0 0');
  // There and back again: the ends are the same point.
  expect(
    pathThrough([
      [
        [0, 0],
        [50, 0],
        [0, 0],
      ],
    ]),
  ).toBe('M0 0l50 0l-50 0');
});

test('a path is read back as its strokes', () => {
  const strokes = [wave(40, 100), [[3, 4]] as Stroke];
  const path = pathThrough(strokes);
  expect(pathThrough(strokesOf(path))).toBe(path);
  expect(strokesOf('')).toEqual([]);
});

test('a drawing is limited: a long one is coarser, and what does not fit is cut off', () => {
  const scribble = pathThrough(Array.from({ length: 30 }, () => wave(600, 110)));
  const dots = pathThrough(Array.from({ length: 900 }, (_, index): Stroke => [[index % 600, index % 240]]));
  // Its waves are there, each with fewer points.
  const long = Array.from({ length: 6 }, () => wave(600, 110));
  const coarse = pathThrough(long);
  expect(coarse.length).toBeLessThan(pathThrough(long.slice(4)).length * 3);
  expect(strokesOf(coarse).map((stroke) => Math.max(...stroke.map(([, y]) => y)))).toEqual(new Array(6).fill(260));
  for (const path of [scribble, dots, coarse]) {
    expect(path.length).toBeGreaterThan(1000);
    expect(path.length).toBeLessThanOrEqual(4000);
    expect(drawingOf(path).length).toBeLessThanOrEqual(longestDrawing);
    expect(pathOf(drawingOf(path))).toBe(path);
  }
  expect(longestDrawing).toBeLessThan(4400);
});

test('a drawing contains lines only', () => {
  expect(drawingOf('')).toBe('');
  const good = drawingOf('M1 2l3 4');
  expect(pathOf(good)).toBe('M1 2l3 4');
  for (const bad of [
    'Ana Prado',
    good.slice(1),
    `${good} `,
    good.replace('%3Cpath', '%3Cscript%3E%3C/script%3E%3Cpath'),
    drawingOf("M1 2l3 4'%3E%3Cscript"),
    drawingOf('M1 2'),
    drawingOf('l1 2'),
    drawingOf('M1234 2l3 4'),
    drawingOf(`M0 0${'l1 1'.repeat(1001)}`),
  ])
    expect(pathOf(bad), bad).toBe('');
});
