/**
 * Random edits of the site: what the check accepts, visitors can send. Each flow is walked to its ends by visitors with random
 * answers, and the site's own intakes answer. `STRUCTURE_EDITS=200` makes that many edits that the check accepts.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SiteDefinition } from '../../engine/definition.ts';
import { optionsOf } from '../../engine/fields/field.ts';
import { watchFlow } from '../../engine/flow/transitions.ts';
import { createIntakeAnswers, createRecords } from '../../engine/intakes/answers.ts';
import { loadForAxes } from '../../engine/load/load-axes.ts';
import { createSiteLoader } from '../../engine/load/load-site.ts';
import type { CallEffect, Effect } from '../../engine/session/effects.ts';
import { leafOf, type Session } from '../../engine/session/session.ts';
import { valuesOfType } from '../../engine/walks/examples.ts';
import { type Move, movesFrom, movesSource, startsOf } from '../../engine/walks/moves.ts';
import { takeMove } from '../../engine/walks/take.ts';
import type { WalkVisitor } from '../../engine/walks/visitors.ts';
import type { Json } from '../../schemas/compiled.ts';
import { growthOf } from '../../server/definitions/pattern-growth.ts';
import { readDefinitionFiles } from '../../server/definitions/read.ts';
import { fingerprint } from '../../server/disk/fingerprint.ts';
import { redirectOf } from '../../server/intakes/redirect.ts';
import { compiledFlow } from '../harness/load-site.ts';
import { pick, type Random, seeded } from '../harness/random-form.ts';
import { projectRoot } from '../harness/site-server.ts';
import { structureEdit } from '../harness/structure-edits.ts';

const wanted = Number(process.env['STRUCTURE_EDITS'] ?? 12);
const visits = 8;
const mostMoves = 80;

const { files, assets, extensions } = await readDefinitionFiles(join(projectRoot, 'funnels'));
const options = { hash: fingerprint, assets, extensions, growthOf, now: Date.parse('2026-11-24T12:00:00Z') };

/** A visitor who answers at random. */
function visitorOf({ flow, forms }: ReturnType<typeof compiledFlow>, random: Random): WalkVisitor {
  const values: Record<string, Json> = {};
  for (const { fields } of forms)
    for (const field of fields) {
      const all = (optionsOf(field) ?? []).map(({ value }) => value);
      if (all.length === 0 || random() < 0.3) continue;
      values[field.name] = field.type === 'choices' ? all.filter(() => random() < 0.5) : pick(random, all);
    }
  for (const [name, type] of Object.entries(flow.data ?? {}))
    if (type.type === 'choice') values[name] = pick(random, valuesOfType(type as never)) as Json;
  for (const { saveAs, items } of Object.values(flow.questions ?? {}))
    values[saveAs] = items.map((item) => (item.options.length === 0 ? null : pick(random, item.options).value));
  return { values, source: {} };
}

/** What goes well: nothing is opened in the middle, refused by a form or lost. */
const isOwn = (move: Move): move is Extract<Move, { kind: 'send' }> =>
  move.kind === 'send' && move.fault === undefined && move.failure === undefined && move.event.type !== 'INPUT';

/** The refusals that a visit meets. */
function refusalsOf(site: SiteDefinition, id: string, random: Random): string[] {
  const compiled = compiledFlow(site, id);
  const answers = createIntakeAnswers(site, redirectOf, true);
  const watched = watchFlow(compiled);
  const source = movesSource(watched, answers);
  const visitor = visitorOf(compiled, random);
  const records = createRecords();
  const refused: string[] = [];
  const entries: string[] = [];
  let pending: CallEffect[] = [];
  const perform = (effects: readonly Effect[], session: Session): void => {
    pending = [];
    entries.push(leafOf(session).screen);
    for (const effect of effects) {
      if (effect.kind !== 'call' || effect.method === 'GET') continue;
      try {
        const answer = answers.answer(effect, records);
        // The record that a later call requires may be an earlier visit's.
        if (answer.status === 422)
          refused.push(`${effect.path}: ${JSON.stringify(answer.errors)} ${JSON.stringify(effect.payload)}`);
      } catch (error) {
        refused.push(`${effect.path}: ${error} ${JSON.stringify(effect.payload)}`);
      }
    }
    pending = effects.flatMap((effect) => (effect.kind === 'call' && !effect.background ? [effect] : []));
  };
  let taken = takeMove(watched, null, startsOf(source, visitor)[0] as Move);
  perform(taken.effects, taken.session);
  for (let count = 0; count < mostMoves; count += 1) {
    const moves = movesFrom(source, visitor, taken.session, entries, pending).filter(isOwn);
    const onward = moves.filter(({ event }) => !['GO', 'PREVIOUS', 'SELECT'].includes(event.type));
    const some = onward.length > 0 && random() < 0.85 ? onward : moves;
    if (some.length === 0) break;
    const next = takeMove(watched, taken.session, pick(random, some));
    if (next.handled) {
      taken = next;
      perform(taken.effects, taken.session);
    }
  }
  return refused;
}

test(`of ${wanted} edits that the check accepts, none makes an intake refuse what a visitor is led to send`, () => {
  const random = seeded(39);
  const loader = createSiteLoader();
  let accepted = 0;
  let refusedByCheck = 0;
  const wrong: string[] = [];
  while (accepted < wanted) {
    const edit = structureEdit(files, random);
    if (edit === null) continue;
    const { site, problems } = loadForAxes(edit.files, { ...options, submissions: 'try' }, loader);
    if (site === null) {
      if (problems.some(({ code }) => code === 'call-refused')) refusedByCheck += 1;
      continue;
    }
    accepted += 1;
    for (const id of Object.keys(site.flows))
      for (let visit = 0; visit < visits; visit += 1)
        for (const refusal of refusalsOf(site, id, random)) wrong.push(`${edit.name} → ${id}: ${refusal}`);
  }
  console.log(
    `${accepted} edits accepted, ${refusedByCheck} refused because an intake would refuse, ${wrong.length} wrong`,
  );
  expect(wrong).toEqual([]);
});
