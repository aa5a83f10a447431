/** Takes what a form posted into the visit it belongs to. */

import type { CompiledFlow } from '../../engine/flow/index.ts';
import { postedNames } from '../../engine/flow/posted-names.ts';
import type { CallEffect } from '../../engine/session/effects.ts';
import { postedEvent, readFields } from '../../engine/session/posted.ts';
import { screenOf } from '../../engine/session/session.ts';
import type { Seal, SealedVisit } from './seal.ts';
import { takeUpVisit, type Visit, type VisitHost } from './visit.ts';

export interface Answered {
  readonly id: string;
  readonly visit: Visit;
  /** Why another visit began: the one that came could not be gone on with, or had grown too long; null when it goes on. */
  readonly restarted: 'lost' | 'full' | null;
}

/** What an answer is performed with; `perform` is told whose call it is. */
export interface AnswerSurroundings extends Pick<VisitHost, 'clock' | 'random'> {
  readonly perform: (call: CallEffect, id: string) => ReturnType<VisitHost['perform']>;
}

/**
 * Goes on with the visit that a form carries, or begins one where it carries none, and does what the form asks for. A
 * visit that cannot be gone on with begins again; what was typed stays in its fields.
 * @param begin makes the visit of a form that carries none
 */
export async function answerForm(
  compiled: CompiledFlow,
  fields: URLSearchParams,
  seal: Pick<Seal, 'open'>,
  begin: () => SealedVisit,
  { perform, clock, random }: AnswerSurroundings,
): Promise<Answered> {
  const take = ({ id, log }: SealedVisit): Answered => {
    const visit = takeUpVisit(compiled, log, {
      perform: (call) => perform(call, id),
      makes: () => true,
      skipsTimers: true,
      clock,
      random,
    });
    return { id, visit, restarted: null };
  };
  const carried = fields.get(postedNames.log);
  const goneOn = carried === null ? take(begin()) : goOn(carried);
  const answered: Answered = typeof goneOn === 'string' ? { ...take(begin()), restarted: goneOn } : goneOn;
  const { visit } = answered;
  await visit.settle();
  const screen = screenOf(visit.session);
  if (answered.restarted === null) {
    const event = postedEvent(screen, fields);
    if (event !== null) visit.tell(event);
  } else if (screen.form !== null) {
    const typed = screen.form.definition.fields.filter(({ name }) => fields.has(name));
    for (const [field, value] of Object.entries(readFields(fields, typed))) visit.tell({ type: 'INPUT', field, value });
  }
  await visit.settle();
  return answered;

  function goOn(text: string): Answered | 'lost' | 'full' {
    const opened = seal.open(compiled.flow, text);
    if (!opened.ok) return opened.fault === 'full' ? 'full' : 'lost';
    try {
      return take(opened.visit);
    } catch {
      // Signed here, and yet not of this flow as it behaves: somebody's edit, nothing the visitor can mend.
      return 'lost';
    }
  }
}
