/** Every flow of the site: its walks take each transition that a visitor can cause, and lead to the same states again. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { watchFlow } from '../../engine/flow/transitions.ts';
import type { Session } from '../../engine/session/session.ts';
import { findFlowPaths, unreachedOf } from '../../engine/walks/paths.ts';
import { replayWalk } from '../../engine/walks/replay.ts';
import { takeMove } from '../../engine/walks/take.ts';
import { compiledFlow, loadFunnels, loadShared } from '../harness/load-site.ts';
import { projectRoot } from '../harness/site-server.ts';

const site = await loadFunnels();

/** The workshop's dialog shows the waiting list once the class has begun, and the older form by a fact. */
const switchedOff: Readonly<Record<string, readonly string[]>> = { inscricao: ['espera', 'esperando', 'antigo'] };

let checked = 0;

describe.each(Object.keys(site.flows))('%s', (id) => {
  const compiled = compiledFlow(site, id);
  const paths = findFlowPaths(compiled);

  test('is reached as a whole', () => {
    expect(unreachedOf(paths)).toEqual([]);
    expect([paths.missed, paths.errors, paths.unfilled, paths.unbroken, paths.isCut]).toEqual([[], [], [], [], false]);
    const off = paths.goals.flatMap(({ goal, status }) =>
      status === 'off' && goal.kind === 'screen' ? [goal.screen] : [],
    );
    expect(off).toEqual(switchedOff[id] ?? []);
  });

  test('has walks that take every transition of its steps', () => {
    const watched = watchFlow(compiledFlow(site, id));
    const taken = new Set<string>();
    for (const { steps } of paths.walks) {
      let session: Session | null = null;
      for (const { move } of steps) {
        const step = takeMove(watched, session, move);
        session = step.session;
        for (const each of step.transitions) taken.add(each.id);
      }
    }
    const shut = new Set(paths.goals.flatMap(({ goal, status }) => (status === 'off' ? [goal.id] : [])));
    // The history and addresses belong to no step.
    const own = watched.transitions.filter(
      ({ state, id: name }) => state !== '' && state !== 'boot' && !shut.has(`take ${name}`),
    );
    expect(own.filter(({ id: name }) => !taken.has(name))).toEqual([]);
    checked += own.length;
  });

  test('has walks that lead to the same states again', () => {
    const again = compiledFlow(site, id);
    expect(paths.walks.map((walk) => replayWalk(again, walk))).toEqual(paths.walks.map(() => null));
  });
});

test('the transitions of all steps were compared', () => expect(checked).toBeGreaterThan(70));

test('the waiting list is reached once the class has begun', async () => {
  const axes = { phase: { workshop: 'after' } } as const;
  const { site: later } = await loadShared(join(projectRoot, 'funnels'), { axes });
  if (later === null) throw new Error('The definitions have errors.');
  const paths = findFlowPaths(compiledFlow(later, 'inscricao'));
  const reached = paths.goals.flatMap(({ goal, status }) =>
    status === 'reached' && goal.kind === 'screen' ? [goal.screen] : [],
  );
  expect(reached).toEqual(['espera', 'esperando']);
  expect(unreachedOf(paths)).toEqual([]);
});
