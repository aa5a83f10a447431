/** Things by the values of a site's axes: all values, what they share, and what is made of them. */
import { beforeEach, describe, expect, test } from 'vitest';
import { type Axes, type AxisValues, axesKey, everyAxes, mainVariant } from '../../../engine/axes/axes.ts';
import { byAxes, mapAxes, thingAt, thingsAt, thingsFrom, withVariants } from '../../../engine/axes/by-axes.ts';
import type { AxesRules } from '../../../engine/axes/choice.ts';
import { CurrentAxes } from '../../../engine/axes/current-axes.ts';
import { phaseSpans } from '../../../engine/axes/phase.ts';
import { Report } from '../../../engine/errors/report.ts';
import { Memo } from '../../../engine/memo/memo.ts';

const values: AxisValues = {
  phase: [{ fair: 'before' }, { fair: 'during' }, { fair: 'after' }],
  locale: ['en-GB', 'es-ES'],
  brand: ['house', 'casa'],
  variant: [mainVariant, 'b'],
};
const rules: AxesRules = {
  phases: phaseSpans(['fair'], [{ id: 'fair', starts: 100, ends: 200, isLive: true }]),
  ...{ locale: 'en-GB', brand: 'house', locales: [], brands: [], variants: [] },
};

describe('the values of a site', () => {
  test('are all combinations, each once, those of a usual visitor first', () => {
    const all = everyAxes(values);
    expect(all).toHaveLength(24);
    expect(new Set(all.map(axesKey)).size).toBe(24);
    expect(all.slice(0, 4).map(({ phase, locale }) => [phase['fair'], locale])).toEqual([
      ['before', 'en-GB'],
      ['during', 'en-GB'],
      ['after', 'en-GB'],
      ['before', 'es-ES'],
    ]);
    expect(everyAxes({ ...values, locale: ['en-GB', 'en-GB'] })).toHaveLength(12);
  });

  test('are equal when their phases are, in any order', () => {
    const axes = { locale: 'en-GB', brand: 'house', variant: mainVariant };
    expect(axesKey({ ...axes, phase: { a: 'before', b: 'after' } })).toBe(
      axesKey({ ...axes, phase: { b: 'after', a: 'before' } }),
    );
    expect(axesKey({ ...axes, phase: { a: 'before' } })).not.toBe(axesKey({ ...axes, phase: { a: 'after' } }));
    expect(axesKey({ ...axes, phase: {} })).not.toBe(axesKey({ ...axes, phase: {}, brand: 'casa' }));
  });
});

describe('a definition that is folded for each value', () => {
  interface Folded {
    readonly terms: object;
    readonly prices: object;
    readonly banner: object;
  }
  const all = everyAxes({ ...values, brand: ['house'], variant: [mainVariant] });
  let memo: Memo;
  let fold: (value: Axes) => Folded;
  let folded: readonly Folded[];

  beforeEach(() => {
    memo = new Memo();
    memo.begin(new Report());
    const axes = new CurrentAxes(memo);
    const files = { terms: {}, prices: {}, banner: {} };
    /** Terms are the same for all, prices differ by locale, the banner by locale and phase. */
    fold = (value) => {
      axes.set(value);
      return {
        terms: memo.once('page', files.terms, [], () => ({})),
        prices: memo.once('page', files.prices, [], () => ({ in: axes.get('locale') })),
        banner: memo.once('page', files.banner, [], () => ({ of: axes.get('phase')['fair'], in: axes.get('locale') })),
      };
    };
    folded = all.map(fold);
  });

  test('shares what does not differ', () => {
    expect(new Set(folded.map(({ terms }) => terms)).size).toBe(1);
    expect(new Set(folded.map(({ prices }) => prices)).size).toBe(2);
    expect(new Set(folded.map(({ banner }) => banner)).size).toBe(6);
    expect(folded.map(({ banner }) => banner)).toEqual(
      all.map(({ phase, locale }) => ({ of: phase['fair'], in: locale })),
    );
  });

  test('does no work again for values that it has seen, in equal objects', () => {
    const { runs } = memo;
    const again = structuredClone(all).map(fold);
    expect(memo.runs).toBe(runs);
    for (const [index, each] of again.entries()) expect(each.banner).toBe(folded[index]?.banner);
  });

  test('does no work for a value of an axis that nothing reads', () => {
    const { runs } = memo;
    fold({ ...(all[0] as Axes), brand: 'casa', variant: 'b' });
    expect(memo.runs).toBe(runs);
  });

  test('reads the brand and the variant as it reads the others', () => {
    const axes = new CurrentAxes(memo);
    axes.set({ phase: {}, locale: 'en-GB', brand: 'casa', variant: 'b' });
    expect([axes.get('brand'), axes.get('variant'), axes.get('phase')]).toEqual(['casa', 'b', {}]);
  });
});

describe('things by axes', () => {
  const all = everyAxes({ ...values, brand: ['house'], variant: [mainVariant] });
  const things = byAxes(
    rules,
    all.map((axes) => [axes, { of: axes.phase['fair'], in: axes.locale }] as const),
  );
  const [first] = all as [Axes, ...Axes[]];

  test('are found by equal values', () => {
    expect(things.of({ ...first, phase: { fair: 'after' } })).toEqual({ of: 'after', in: 'en-GB' });
    expect(() => things.of({ ...first, locale: 'fr-FR' })).toThrow(/^The site has no value .*fr-FR/);
  });

  test('of a site with one value are found without a look at it', () => {
    const thing = {};
    const unread = new Proxy({} as Axes, { get: () => expect.unreachable() });
    expect(byAxes(rules, [[first, thing]]).of(unread)).toBe(thing);
  });

  test('are what the clock gives', () => {
    expect(thingAt(things, 0)).toEqual({ of: 'before', in: 'en-GB' });
    expect(thingAt(things, 150)).toEqual({ of: 'during', in: 'en-GB' });
    expect(thingsAt(things, 150)).toEqual([
      { of: 'during', in: 'en-GB' },
      { of: 'during', in: 'es-ES' },
    ]);
    expect(thingsFrom(things, 150).map((each) => `${each.of} ${each.in}`)).toEqual([
      'during en-GB',
      'during es-ES',
      'after en-GB',
      'after es-ES',
    ]);
  });

  test('are made into others when they are needed, shared ones once', () => {
    const same = {};
    const made: object[] = [];
    const mapped = mapAxes(
      byAxes(
        rules,
        all.map((axes) => [axes, same] as const),
      ),
      (thing) => {
        made.push(thing);
        return { thing };
      },
    );
    expect(made).toEqual([]);
    expect(thingsFrom(mapped, 0)).toEqual([{ thing: same }]);
    expect(made).toHaveLength(1);
  });
});

describe('a canary', () => {
  const of = (name: string) => {
    const axes = everyAxes({ ...values, locale: ['en-GB'], brand: ['house'], variant: [mainVariant] });
    return byAxes(
      rules,
      axes.map((each) => [each, { name, of: each.phase['fair'] }] as const),
    );
  };

  test('is one more value of the variant', () => {
    const joined = withVariants(of('live'), [{ variant: 'canary', seed: 'v2', share: 100, things: of('canary') }]);
    expect(joined.all.map(({ variant }) => variant)).toEqual([
      ...[mainVariant, mainVariant, mainVariant],
      ...['canary', 'canary', 'canary'],
    ]);
    expect(joined.rules.variants).toMatchObject([{ variant: 'canary', seed: 'v2', share: 100 }]);
    expect(joined.all.map((axes) => joined.of(axes))).toEqual(
      ['live', 'canary'].flatMap((name) => ['before', 'during', 'after'].map((phase) => ({ name, of: phase }))),
    );
  });

  test('that nobody gets changes nothing', () => {
    const live = of('live');
    expect(withVariants(live, [])).toBe(live);
  });
});
