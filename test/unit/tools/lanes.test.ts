/** `npm test` and `npm run test:full` together run each test once. */
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Lane, laneOf, type Selection, selectionsOf, suites } from '../../../tools/lanes.ts';

const names = Object.keys(suites);
const files = globSync('test/**/*.test.{ts,tsx}', { exclude: ['test/fixtures/**'] }).map((file) =>
  file.replaceAll('\\', '/'),
);

/** Whether Vitest runs a file: a part of its path is named, and no `--exclude` is for it. */
const runs = ({ paths, args }: Selection, file: string): boolean =>
  paths.some((path) => file.includes(path)) &&
  !(args.some((arg) => arg.startsWith('--exclude=')) && file.includes('.full.test.'));

/** Whether a run takes all tests of its files. */
const isWhole = ({ args }: Selection): boolean => !args.some((arg) => arg.startsWith('--testNamePattern='));

test('each file is in one lane', () => {
  expect(files.length).toBeGreaterThan(300);
  const lanes = (['quick', 'full'] as Lane[]).map((lane) => selectionsOf(names, lane).filter(isWhole));
  for (const file of files)
    expect(lanes.map((selections) => selections.filter((each) => runs(each, file)).length).sort(), file).toEqual([
      0, 1,
    ]);
  const [all] = selectionsOf(names, null);
  expect(files.filter((file) => !runs(all as Selection, file))).toEqual([]);
});

test('the full lane runs the tests with PostgreSQL of contracts that are in the quick lane', () => {
  const [other] = selectionsOf(['server'], 'full').filter((each) => !isWhole(each));
  const [quick] = selectionsOf(['server'], 'quick');
  const contracts = files.filter((file) => file.startsWith('test/contracts/'));
  expect(contracts.filter((file) => runs(other as Selection, file))).toEqual(
    contracts.filter((file) => runs(quick as Selection, file)),
  );
});

test('a run has a path, and a lane has a name', () => {
  for (const name of names)
    for (const lane of ['quick', 'full'] as Lane[])
      for (const { paths } of selectionsOf([name], lane)) expect(paths).not.toEqual([]);
  expect([laneOf(undefined), laneOf('quick')]).toEqual([null, 'quick']);
  expect(() => laneOf('slow')).toThrow('There is no lane slow; there are quick and full.');
});
