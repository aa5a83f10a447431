import { describe, expect, test } from 'vitest';
import {
  type Difference,
  differencesIn,
  differencesInEffects,
  effectName,
  equalJson,
} from '../../../engine/trace/differences.ts';
import { applyPatch, type PatchLine, patchOf } from '../../../engine/trace/patch.ts';
import { differsOnlyInTexts } from '../../../engine/trace/without-texts.ts';
import type { Json } from '../../../schemas/compiled.ts';

describe('equal values', () => {
  const absent = { a: undefined } as never;
  test.each<[Json | undefined, Json | undefined, boolean]>([
    [1, 1, true],
    [1, '1', false],
    [null, undefined, false],
    [null, {}, false],
    [[1, [2]], [1, [2]], true],
    [[1, 2], [1], false],
    [[1], [1, 2], false],
    [[1], [2], false],
    [[], {}, false],
    [{}, [], false],
    [[1], { 0: 1, length: 1 }, false],
    [{ a: { b: 1 } }, { a: { b: 1 } }, true],
    [{ a: 1 }, { a: 2 }, false],
    [{ a: 1 }, {}, false],
    [{}, { a: 1 }, false],
    [absent, {}, true],
    [{}, absent, true],
    [{}, { toString: 1 }, false],
  ])('%j and %j: %s', (one, other, equal) => {
    expect(equalJson(one, other)).toBe(equal);
  });
});

describe('the differences', () => {
  test.each<[Json | undefined, Json | undefined, Difference[]]>([
    [{ a: 1 }, { a: 1 }, []],
    [1, 2, [{ path: 'x', recorded: 1, replayed: 2 }]],
    [undefined, null, [{ path: 'x', replayed: null }]],
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, [{ path: 'x.b', recorded: 2, replayed: 3 }]],
    [{ a: 1 }, {}, [{ path: 'x.a', recorded: 1 }]],
    [{}, { 'a b': 1 }, [{ path: 'x["a b"]', replayed: 1 }]],
    [
      {},
      { 'é_1-2': 1, '1a': 2 },
      [
        { path: 'x.é_1-2', replayed: 1 },
        { path: 'x["1a"]', replayed: 2 },
      ],
    ],
    [[1, { a: 1 }], [1, { a: 2 }], [{ path: 'x[1].a', recorded: 1, replayed: 2 }]],
    [[1], [1, 2], [{ path: 'x', recorded: [1], replayed: [1, 2] }]],
    [[1], { a: 1 }, [{ path: 'x', recorded: [1], replayed: { a: 1 } }]],
    [{ a: 1 }, null, [{ path: 'x', recorded: { a: 1 }, replayed: null }]],
  ])('of %j and %j', (recorded, replayed, differences) => {
    expect(differencesIn(recorded, replayed, 'x')).toEqual(differences);
  });
});

describe('effects', () => {
  const lead = { kind: 'track', event: 'Lead', data: { value: 1 } };
  const open = { kind: 'open', href: '/a' };
  test.each<[Json | undefined, string]>([
    [lead, 'track Lead'],
    [{ kind: 'call', id: 'call:a', path: '/api' }, 'call /api'],
    [{ kind: 'timer', id: 'timer:a/5' }, 'timer timer:a/5'],
    [{ kind: 'focus', field: 'name' }, 'focus name'],
    [{ kind: 'navigate', path: null, field: 5 }, 'navigate'],
    [open, 'open'],
    [undefined, 'undefined'],
    ['x', 'x'],
  ])('%j is %s', (effect, name) => {
    expect(effectName(effect)).toBe(name);
  });

  test.each<[Json[], Json[], Difference[]]>([
    [[lead, open], [lead, open], []],
    [
      [open, lead],
      [open, { ...lead, data: { value: 2 } }],
      [{ path: 'effects[1].data.value', of: 'track Lead', recorded: 1, replayed: 2 }],
    ],
    [
      [open, lead],
      [lead, open],
      [{ path: 'effects', recorded: ['open', 'track Lead'], replayed: ['track Lead', 'open'] }],
    ],
    [[lead, open], [open], [{ path: 'effects', of: 'track Lead', recorded: lead }]],
    [[open], [open, open], [{ path: 'effects', of: 'open', replayed: open }]],
    [
      [lead],
      [open],
      [
        { path: 'effects', of: 'track Lead', recorded: lead },
        { path: 'effects', of: 'open', replayed: open },
      ],
    ],
  ])('%j and %j', (recorded, replayed, differences) => {
    expect(differencesInEffects(recorded, replayed)).toEqual(differences);
  });
});

describe('a patch', () => {
  const cases: [Json, Json, PatchLine[]][] = [
    [{ a: 1 }, { a: 1 }, []],
    [{ a: [1] }, { a: [1] }, []],
    [{ a: 1 }, { a: 2 }, [{ op: 'replace', path: '/a', value: 2 }]],
    [{ a: null }, { a: 1 }, [{ op: 'replace', path: '/a', value: 1 }]],
    [{}, { a: null }, [{ op: 'add', path: '/a', value: null }]],
    [{ a: 1, b: 2 }, { b: 2 }, [{ op: 'remove', path: '/a' }]],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1 } }, [{ op: 'remove', path: '/a/c' }]],
    [{ a: { b: 1 } }, { a: { b: 1, c: { d: 1 } } }, [{ op: 'add', path: '/a/c', value: { d: 1 } }]],
    [{ a: [1, 2] }, { a: [1] }, [{ op: 'replace', path: '/a', value: [1] }]],
    [{ 'a/b': { '~1': 1 } }, { 'a/b': { '~1': 2 } }, [{ op: 'replace', path: '/a~1b/~01', value: 2 }]],
    [{ a: 1 }, 5, [{ op: 'replace', path: '', value: 5 }]],
  ];
  test.each(cases)('from %j to %j', (before, after, patch) => {
    expect(patchOf(before, after)).toEqual(patch);
    expect(applyPatch(before, patch)).toEqual(after);
  });
  test('adds a member to what is not a record, as of a recorded list', () => {
    expect(applyPatch({ a: [1] }, [{ op: 'add', path: '/a/b', value: 1 }])).toEqual({ a: { b: 1 } });
    expect(applyPatch({}, [{ op: 'add', path: '/a/b' }])).toEqual({ a: { b: null } });
  });
});

describe('a text that equals a text without words', () => {
  const hole = 'hole0of0words0hole';
  test.each<[Json, Json | undefined, boolean]>([
    ['anything', hole, true],
    ['', hole, true],
    ['Olá, Ana!', `Olá, ${hole}!`, true],
    ['Olá, Ana', `Olá, ${hole}!`, false],
    ['Oi, Ana!', `Olá, ${hole}!`, false],
    ['a=1&b=2&c', `a=${hole}&b=${hole}&c`, true],
    ['a=1&d=2&c', `a=${hole}&b=${hole}&c`, false],
    ['a&b', `a&${hole}&b`, false],
    ['a&&b', `a&${hole}&b`, true],
    ['x-y-x', `x${hole}-${hole}-${hole}x`, true],
    ['x-x', `x${hole}-${hole}-${hole}x`, false],
    ['same', 'same', false],
    [5, hole, false],
    ['a', undefined, false],
  ])('%j and %j: %s', (recorded, bare, same) => {
    expect(differsOnlyInTexts(recorded, bare)).toBe(same);
  });
});
