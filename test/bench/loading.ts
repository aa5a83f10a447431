/** Font swaps in first visits on a slow phone, and the layout cost of a long page. */
import type { Figure } from './figure.ts';
import { type FirstVisit, slow4g } from './first-visit.ts';
import { type Arm, visitInTurns } from './paired.ts';
import { middle } from './tap.ts';

const times = 9;
const pages = (process.env['PAGES'] ?? '/workshop /quiz').split(' ');

const median = (arm: Arm | undefined, of: (visit: FirstVisit) => number): number =>
  arm === undefined ? Number.NaN : middle(arm.visits.map(of));

const share = (arm: Arm, of: (visit: FirstVisit) => boolean): number => arm.visits.filter(of).length;

const namesOf = (path: string) => ({ ours: `${path}`, other: `${path}, other` });

/** First visits on slow 4G: how many show the site's fonts within 3 s, and at what cost. */
export async function measureFonts(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const path of pages) {
    const names = namesOf(path);
    const [ours, other] = (await visitInTurns(
      [
        { name: names.ours, site: 'ours', path },
        { name: names.other, site: 'other', path },
      ],
      slow4g,
      times,
    )) as [Arm, Arm | undefined];
    for (const arm of [ours, other].filter((each) => each !== undefined)) {
      const goal = arm === ours;
      figures.push(
        {
          what: `fonts: ${arm.name}, headings in the site's face within 3 s, of ${times}`,
          value: share(arm, ({ heading }) => heading),
          unit: 'visits',
          ...(goal ? { goal: { least: times - 1 } } : {}),
        },
        {
          what: `fonts: ${arm.name}, text in the site's face within 3 s, of ${times}`,
          value: share(arm, ({ text }) => text),
          unit: 'visits',
          ...(goal ? { goal: { least: times - 1 } } : {}),
        },
        {
          what: `fonts: ${arm.name}, layout shift at most`,
          value: Math.max(...arm.visits.map(({ cls }) => cls)),
          unit: '',
          ...(goal ? { goal: { most: 0.01 } } : {}),
        },
        { what: `fonts: ${arm.name}, largest paint`, value: median(arm, ({ lcp }) => lcp), unit: 'ms' },
        { what: `fonts: ${arm.name}, first paint`, value: median(arm, ({ fcp }) => fcp), unit: 'ms' },
      );
    }
    if (other !== undefined)
      figures.push({
        what: `fonts: ${path}, largest paint by that of the other`,
        value: median(ours, ({ lcp }) => lcp) / median(other, ({ lcp }) => lcp),
        unit: '×',
        goal: { most: 1.02 },
      });
  }
  return figures;
}

/**
 * Blocking time of the longest page, compared with the same page laid out completely: an address with an anchor does
 * that.
 */
export async function measureLayout(): Promise<Figure[]> {
  const path = '/workshop';
  const arms = await visitInTurns(
    [
      { name: 'as it comes near', site: 'ours', path },
      { name: 'whole at once', site: 'ours', path: `${path}#main` },
      { name: 'other', site: 'other', path },
    ],
    null,
    times,
  );
  const [ours, ...others] = arms as [Arm, ...Arm[]];
  const blocking = (arm: Arm): number => median(arm, (visit) => visit.blocking);
  return [
    ...others.map((other) => ({
      what: `layout: ${path}, blocking time by that of ${other.name}`,
      value: blocking(ours) / blocking(other),
      unit: '×',
      goal: { most: 0.6 },
    })),
    ...arms.map((arm) => ({ what: `layout: ${path}, ${arm.name}, blocking time`, value: blocking(arm), unit: 'ms' })),
    {
      what: `layout: ${path}, layout shift at most`,
      value: Math.max(...ours.visits.map(({ cls }) => cls)),
      unit: '',
      goal: { most: 0.01 },
    },
  ];
}
