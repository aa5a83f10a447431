/** Applies a posted form to the visit it belongs to. */

import type { SessionInput } from '../../engine/flow/context.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { carryOver } from '../../engine/session/carry-over.ts';
import type { CallEffect } from '../../engine/session/effects.ts';
import { postedEntries } from '../../engine/session/entries-event.ts';
import { postedEvent } from '../../engine/session/form-event.ts';
import { readFields } from '../../engine/session/read-form.ts';
import { screenOf } from '../../engine/session/session.ts';
import type { MovedVisit, SealContent, SealedVisit } from './seal.ts';
import { resumeVisit, type Visit, type VisitHost } from './visit.ts';

export interface FormAnswer {
  readonly id: string;
  readonly visit: Visit;
  /** Why a new visit was begun: the carried one could not be resumed, or was too long; null when it was resumed. */
  readonly restarted: 'lost' | 'full' | null;
}

/** How effects are performed; `perform` also gets the id and the input of the visit. */
export interface AnswerSurroundings extends Pick<VisitHost, 'clock' | 'random'> {
  readonly perform: (call: CallEffect, id: string, input: SessionInput) => ReturnType<VisitHost['perform']>;
}

/**
 * Resumes the visit that a form carries, or begins one when it carries none, and applies the form's event. A visit that
 * cannot be resumed is begun again; the typed values stay in the fields.
 * @param carried the visit as this version opens it; null for a form that carries none
 * @param begin creates the visit for a form that carries none
 */
export async function answerForm(
  compiled: CompiledFlow,
  fields: URLSearchParams,
  carried: SealContent | null,
  begin: () => SealedVisit,
  { perform, clock, random }: AnswerSurroundings,
): Promise<FormAnswer> {
  const restore = ({ id, log }: SealedVisit): FormAnswer => {
    const visit = resumeVisit(compiled, log, {
      perform: (call) => perform(call, id, log.input),
      mayPerform: () => true,
      skipsTimers: true,
      clock,
      random,
    });
    return { id, visit, restarted: null };
  };
  /** The screen that the form was on, if the visit began on another version of the flow. */
  let movedFrom: string | null = null;
  const resumed = carried === null ? restore(begin()) : resume(carried);
  const answered: FormAnswer = typeof resumed === 'string' ? { ...restore(begin()), restarted: resumed } : resumed;
  const { visit } = answered;
  await visit.settle();
  const screen = screenOf(visit.session);
  if (answered.restarted === null && (movedFrom === null || movedFrom === screen.id)) {
    const changed = postedEntries(screen, fields);
    const event = changed === null ? postedEvent(screen, fields) : null;
    if (event !== null) visit.send(event);
    for (const [field, value] of Object.entries(changed ?? {})) visit.send({ type: 'INPUT', field, value });
  } else if (screen.form !== null) {
    const typed = screen.form.definition.fields.filter(({ name }) => fields.has(name));
    for (const [field, value] of Object.entries(readFields(fields, typed))) visit.send({ type: 'INPUT', field, value });
  }
  await visit.settle();
  return answered;

  /** The visit with its answers, at the first screen that they do not satisfy. */
  function moved({ id, input, reached }: MovedVisit): SealedVisit {
    const now = { ...input, at: clock(), random: random(), query: {} };
    const typed = readFields(
      fields,
      compiled.forms.flatMap((form) => form.fields).filter(({ name }) => fields.has(name)),
    );
    const visit = { ...reached, values: { ...reached.values, ...typed } };
    const { screen, values, query } = carryOver(compiled, visit, now);
    movedFrom = reached.screen;
    return { id, log: { input: { ...now, screen, query, saved: values }, events: [] } };
  }

  function resume(opened: SealContent): FormAnswer | 'lost' | 'full' {
    if (!opened.ok && opened.fault !== 'moved') return opened.fault === 'full' ? 'full' : 'lost';
    try {
      if (!opened.ok) return restore(moved(opened.visit));
      return restore(opened.visit);
    } catch {
      // The visit is valid but its log does not fit the flow, after an edit of the definition; the visitor cannot
      // correct that.
      return 'lost';
    }
  }
}
