/**
 * A visit through a random quiz, as posts of pages without JavaScript. What browsers run takes the same events, and the model of the
 * quiz says which screens are shown and what each refuses.
 */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { SiteDefinition } from '../../engine/definition.ts';
import { optionsOf } from '../../engine/fields/field.ts';
import { type CompiledFlow, compileFlow } from '../../engine/flow/index.ts';
import { flowInOrder } from '../../engine/flow/option-order.ts';
import { postedNames } from '../../engine/flow/post-names.ts';
import {
  type CompiledForm,
  compileForm,
  type FormDefinition,
  formValidator,
  validateForm,
} from '../../engine/forms/index.ts';
import type { FieldDefinition } from '../../engine/forms/types.ts';
import { formMessages } from '../../engine/messages/catalogue.ts';
import type { Effect } from '../../engine/session/effects.ts';
import { postedEvent } from '../../engine/session/form-event.ts';
import {
  type Session,
  type SessionEvent,
  screenOf,
  sendEvent,
  startSession,
  stateOf,
} from '../../engine/session/session.ts';
import { createRecorder } from '../../engine/trace/record.ts';
import { startAt } from './engine-driver.ts';
import type { Entries } from './form-bundle.ts';
import { compiledFlow } from './load-site.ts';
import type { Random } from './random-form.ts';
import type { Answers, RandomQuiz } from './random-quiz.ts';

const stamp = { at: Date.UTC(2026, 10, 20, 12), random: 0.5 };

/** The values of shuffled options, in the order of a visit. */
function orderIn({ flow, forms }: Pick<CompiledFlow, 'flow' | 'forms'>, name: string): readonly string[] {
  const items = Object.values(flow.questions ?? {}).flatMap((set) => set.items);
  const fields = forms.flatMap((form) => form.fields);
  const options =
    items.find(({ id }) => id === name)?.options ??
    optionsOf(fields.find((each) => each.name === name) as FieldDefinition);
  return (options ?? []).map(({ value }) => String(value));
}

/** What a quiz's intake accepts as one form, compiled once for each list of answers that its conditions read. */
function wholeForm(site: SiteDefinition, { id }: RandomQuiz): (answers: unknown) => CompiledForm {
  const intake = Object.values(site.intakes).find(({ path }) => path === `/api/${id}`);
  const fields = intake?.forms.flatMap((form) => site.forms[form]?.fields ?? []);
  const text = JSON.stringify({ id, showErrors: 'all', fields });
  const compiled = new Map<string, CompiledForm>();
  return (answers) => {
    const key = text.replaceAll('["$","answers"]', `["#",${JSON.stringify(answers ?? null)}]`);
    const known = compiled.get(key) ?? compileForm(JSON.parse(key) as FormDefinition, formMessages(site.site));
    compiled.set(key, known);
    return known;
  };
}

/**
 * One visit through a quiz, as posts of pages without JavaScript. The machine of an island with options in the order of the visit
 * takes the same events.
 */
export class QuizVisit {
  /** How often a screen was refused, and how often the visitor went back. */
  refused = 0;
  back = 0;
  /** Whether options are in another order than in the file. */
  isReordered = false;
  calls: Extract<Effect, { kind: 'call' }>[] = [];
  session: Session;
  readonly recorder: ReturnType<typeof createRecorder>;
  private island: Session;
  /** What the visitor has entered into fields that the model knows. */
  private readonly entered: Record<string, unknown> = {};
  private readonly quiz: RandomQuiz;
  private readonly random: Random;
  private readonly wholeWith: (answers: unknown) => CompiledForm;

  constructor(site: SiteDefinition, quiz: RandomQuiz, random: Random) {
    this.quiz = quiz;
    this.random = random;
    this.wholeWith = wholeForm(site, quiz);
    const compiled = compiledFlow(site, quiz.id);
    const { flow, forms } = flowInOrder(compiled, String(random()));
    this.session = startSession(compiled, startAt()).session;
    this.island = startSession(
      compileFlow(flow, forms, formValidator(forms, formMessages(site.site))),
      startAt(),
    ).session;
    this.recorder = createRecorder(compiled, startAt());
    for (const { name, values, kept } of quiz.model.mixed) {
      const order = orderIn({ flow, forms }, name);
      expect([...order].sort(), name).toEqual([...values].sort());
      for (const value of kept) expect(order.indexOf(value), name).toBe(values.indexOf(value));
      this.isReordered ||= order.join() !== values.join();
    }
  }

  /** Fails if two values differ. Its message is made for a difference only, because it takes longer than the comparison. */
  private same(found: unknown, wanted: unknown): void {
    if (!isDeepStrictEqual(found, wanted)) expect(found, this.what).toEqual(wanted);
  }

  get what(): string {
    const { values } = this.session.snapshot.context;
    return `${this.quiz.files.map(({ text }) => text).join('\n')}\nat ${screenOf(this.session).id}: ${JSON.stringify(values)}`;
  }

  /** The form of all answers, with the list of answers to questions without a type in its conditions. */
  get whole(): CompiledForm {
    return this.wholeWith(this.session.snapshot.context.values['answers']);
  }

  post(entries: Entries): void {
    const event = postedEvent(screenOf(this.session), new URLSearchParams(entries.map((entry) => [...entry])));
    if (event === null) throw new Error(`Nothing is posted.\n${this.what}`);
    this.recorder.record(event, stamp);
    const step = sendEvent(this.session, event, stamp);
    const own = sendEvent(this.island, event, stamp);
    this.session = step.session;
    this.island = own.session;
    const seen = (session: Session) => {
      const { values, errors } = session.snapshot.context;
      return { state: stateOf(session), values, errors };
    };
    this.same({ ...seen(own.session), effects: own.effects }, { ...seen(step.session), effects: step.effects });
    this.calls.push(...step.effects.filter((effect) => effect.kind === 'call'));
  }

  /** Answers the screen, or goes back. @param isCareful without a mistake */
  turn(isCareful: boolean): void {
    const { random } = this;
    const screen = screenOf(this.session);
    if (screen.question !== null) {
      const { id, options } = screen.question.item;
      const luck = random();
      if (luck < 0.1 && !isCareful) this.post([[postedNames.event, 'previous']]);
      else if (luck < 0.2 && !isCareful) this.post([]);
      else {
        const index = this.quiz.model.plain.findIndex((each) => each.id === id);
        const { value } = options[Math.floor(random() * options.length)] as (typeof options)[number];
        const answers = [...((this.entered['answers'] as unknown[]) ?? this.quiz.model.plain.map(() => null))];
        answers[index] = value;
        this.entered['answers'] = answers;
        this.post([[id, String(value)]]);
      }
      return;
    }
    const { form } = screen;
    if (form === null) {
      const [name] = Object.keys(this.session.compiled.flow.steps[screen.step]?.on ?? {});
      this.post([[postedNames.event, `on.${name}`]]);
      return;
    }
    if (random() < 0.15 && !isCareful && screen.id !== 'questions') {
      this.post([[postedNames.event, 'on.back']]);
      this.back += 1;
      return;
    }
    const names = form.definition.fields.map(({ name }) => name);
    const { model } = this.quiz;
    const modelled = names.filter(model.knows);
    const asked = model.course(this.entered as Answers).asked;
    // The screens that the model knows are the ones that it asks.
    this.same(
      modelled.filter((name) => !asked.includes(name)),
      [],
    );
    const made = new Map(modelled.map((name) => [name, model.enter(name, random, isCareful)] as const));
    const entries: [string, string][] = [
      ...this.quiz
        .fill(random, isCareful)
        .flatMap(([name, value]): [string, string][] => (names.includes(name) ? [[name, value]] : [])),
      ...[...made].flatMap(([name, { posted }]) => posted.map((value): [string, string] => [name, value])),
    ];
    const event = postedEvent(screen, new URLSearchParams(entries)) as Extract<SessionEvent, { type: 'SUBMIT' }>;
    const { whole } = this;
    const verdict = validateForm(whole, { ...this.session.snapshot.context.values, ...event.values });
    const wrong = verdict.ok ? [] : verdict.errors.filter(({ field }) => names.includes(field));
    const calls = this.calls.length;
    this.post(entries);
    const { errors } = screenOf(this.session).form ?? { errors: {} };
    // Another screen has no errors yet.
    const isRefused = screenOf(this.session).id === screen.id && this.calls.length === calls;
    const found = isRefused ? errors : {};
    const isWhole = names.every((name) => whole.fields.has(name));
    if (isWhole) this.same(found, Object.fromEntries(wrong.map(({ field, message }) => [field, message])));
    const given = Object.fromEntries([...made].map(([name, { stored }]) => [name, stored])) as Answers;
    const mistaken = [...made].flatMap(([name, { isRight }]) =>
      (isRight && model.isOffered(name, given)) || !model.isShown(name, given) ? [] : [name],
    );
    this.same(Object.keys(found).filter(model.knows).sort(), mistaken.sort());
    if (isRefused) this.refused += 1;
    else for (const [name, { stored }] of made) this.entered[name] = stored;
  }

  /** What the model stores and sends of all that was entered. The visit has seen all that the model asks. */
  expected() {
    const { asked, values } = this.quiz.model.course(this.entered as Answers);
    this.same(
      asked.filter((name) => !Object.hasOwn(this.entered, name)),
      [],
    );
    return { values, sent: this.quiz.model.sent(values) };
  }
}
