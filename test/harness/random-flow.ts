/** Random flows that are right by construction: sample visitors show that every branch is taken by somebody. */
import type { Visitor } from './random-answers.ts';
import type { Written, WrittenForm } from './random-flow-draft.ts';
import { FlowQuestions } from './random-flow-questions.ts';
import { pick } from './random-form.ts';
import { partition, type StepVisitors } from './random-partition.ts';

/** A random flow with its forms and intakes. */
export interface RandomFlow {
  readonly id: string;
  readonly flow: Written & { readonly steps: Record<string, Written> };
  readonly forms: readonly WrittenForm[];
  readonly intakes: Record<string, Written>;
  /** The values that conditions of a step can read, and visitors who come there. */
  readonly at: Readonly<Record<string, StepVisitors>>;
  /** How many questions and fields it has. */
  readonly asked: number;
}

/** Writes one flow, stage by stage. */
export class FlowMaker extends FlowQuestions {
  private intro(): void {
    const id = this.add('intro', {
      ...this.opening(),
      show: [{ type: 'hero', title: 'Welcome', actions: [{ label: 'Begin', send: 'begin' }] }],
      on: { begin: { to: this.after } },
    });
    this.enter(id);
    this.shown = id;
  }

  private formStage(): void {
    const { id: form, known } = this.form();
    const isSentNow = this.chance(0.3);
    if (!isSentNow) this.sent.push(form);
    const back = this.shown !== null && this.chance(0.5) ? this.shown : null;
    const step: Written = {
      ...this.opening(),
      form,
      show: [{ type: 'form', submit: 'Go on', ...(back === null ? {} : { back: 'Back' }) }],
      ...(isSentNow ? { submit: this.submit(form) } : {}),
      ...(back === null ? {} : { on: { back: { to: back } } }),
      next: this.after,
    };
    const id = this.add(this.next('step'), step);
    this.enter(id);
    this.shown = id;
    this.here = { ...this.here, known: [...this.here.known, ...known] };
    this.at[id] = this.here;
  }

  private pauseStage(): void {
    const id = this.add(this.next('pause'), {
      ...{ delay: '1s to 2s', show: [{ type: 'text', title: 'One moment' }], next: this.after },
    });
    this.enter(id);
  }

  /** A form that only some visitors see. */
  private extra(to: string, at: StepVisitors, depth = 0): string {
    const some = new Set(at.visitors);
    const { id: form, known } = this.form((visitor) => some.has(visitor));
    this.extras.push(...known);
    const inner = { known: [...at.known, ...known], visitors: at.visitors };
    const id = this.add(
      this.next('extra'),
      {
        ...{ form, show: [{ type: 'form', submit: 'Go on' }] },
        submit: this.submit(form),
      },
      inner,
    );
    const parts = depth === 0 && this.chance(0.5) ? partition(this.random, inner) : null;
    const step = this.steps[id] as Written;
    if (parts === null) step['next'] = to;
    else
      step['branch'] = parts.map(({ when, visitors }, index) => ({
        ...(when === null ? {} : { when: when.text }),
        to: index === 0 ? this.aside(to, { ...inner, visitors }) : to,
      }));
    return id;
  }

  private ending(at: StepVisitors, word = 'ending'): string {
    if (this.chance(0.15)) return this.add(this.next(word), { redirect: { to: '/thanks' } }, at);
    const pairs = at.known.flatMap((each) => each.pairs.flat());
    const coming = new Set(at.visitors);
    const when = pairs.length > 0 && this.chance(0.4) ? this.shownWhere(pairs, (visitor) => coming.has(visitor)) : null;
    const more = when === null ? [] : [{ type: 'notice', when: when.text, title: 'For you', body: 'Only for some.' }];
    const show = [{ type: 'text', title: 'Thank you' }, ...this.said(), ...more];
    return this.add(this.next(word), { show, final: true }, at);
  }

  /** What the last steps say of the values that are computed. */
  private said(): Written[] {
    const { computed = {} } = this.flow;
    if (computed['level'] !== undefined)
      return [{ type: 'text', title: 'Your level: {{ level != null ? texts.levels[level].name : "unknown" }}' }];
    return [];
  }

  private junctionStage(): void {
    const parts = partition(this.random, this.here);
    if (parts === null) return;
    const before = this.shown === null ? undefined : this.steps[this.shown];
    const isBeside = before?.['next'] === `@${this.entries.length}` && this.chance(0.4);
    const to = isBeside ? `@${this.entries.length}` : this.after;
    const { known } = this.here;
    const going: Visitor[] = [];
    const stays = Math.floor(this.random() * parts.length);
    const branches = parts.map(({ when, visitors }, index) => {
      const at = { known, visitors };
      const kind = index === stays ? 'on' : pick(this.random, ['aside', 'aside', 'extra', 'extra', 'ending', 'on']);
      if (kind === 'ending') this.hasEndings = true;
      else going.push(...visitors);
      const target =
        kind === 'on'
          ? to
          : kind === 'aside'
            ? this.aside(to, at)
            : kind === 'extra'
              ? this.extra(to, at)
              : this.ending(at);
      return { ...(when === null ? {} : { when: when.text }), to: target };
    });
    if (branches.every((branch) => branch.to === to)) branches[0] = { ...branches[0], to: this.aside(to, this.here) };
    if (isBeside && before !== undefined) {
      delete before['next'];
      before['branch'] = branches;
    } else this.enter(this.add(this.next('way'), { branch: branches }));
    this.shown = null;
    this.here = { known: [...known, ...this.extras.splice(0)], visitors: going };
  }

  /** The form of the person, whose call sends what was answered, and the results. */
  private close(): void {
    const form = `${this.id}-person`;
    this.forms.push({
      form,
      fields: {
        name: { type: 'text', label: 'Name', pii: 'name', maxLength: 80, required: 'Tell your name.' },
        email: { type: 'email', label: 'E-mail', pii: 'email', required: 'Tell your e-mail.' },
      },
    });
    this.asked += 2;
    const { computed = {}, data = {} } = this.flow;
    const isVerified = computed['score'] !== undefined && this.chance(0.6);
    const isFetched = isVerified && this.chance(0.4);
    if (isFetched) this.fetched();
    const path = `/api/${this.id}`;
    this.intakes[this.id] = {
      ...{ post: path, form, ...(this.sent.length === 0 ? {} : { moreForms: this.sent }) },
      ...(isVerified
        ? {
            input: {
              answers: data['answers'],
              score: { type: 'number', min: 0, max: 100 },
              ...(isFetched ? { uid: { type: 'uuid' } } : {}),
            },
            verify: { flow: this.id, values: ['score'], message: 'The score is wrong.' },
          }
        : {}),
      ...{ records: `${this.id}_leads`.replaceAll('-', '_'), retention: { days: 365 } },
      ...(isFetched ? { lookupBy: 'uid', response: { uid: 'uid' } } : { lookupBy: 'email', response: { ok: true } }),
    };
    const hasEvent = this.chance(0.5);
    const isAddressed =
      this.here.known.length > 0 &&
      this.sent.length === 0 &&
      this.entries.at(-1)?.startsWith('quiz') &&
      this.forms.length === 1;
    const address = {
      ...this.pathOf('person'),
      query: { answers: { missing: 'The answers are missing.' } },
      fallback: { toast: 'Sorry', to: this.entries[0] },
    };
    const id = this.add('person', {
      ...(isAddressed === true ? address : this.opening()),
      form,
      show: [{ type: 'form', title: 'Who are you?', submit: 'Send' }],
      submit: {
        calls: [{ post: path }],
        onError: { alert: 'It was not sent.' },
        ...(hasEvent ? { onSuccess: { track: { name: 'Lead' } } } : {}),
      },
      next: this.after,
    });
    this.enter(id);
    const parts = this.chance(0.7) ? partition(this.random, this.here) : null;
    const { known } = this.here;
    const results = (parts ?? [{ when: null, visitors: this.here.visitors }]).map(({ when, visitors }) => ({
      ...(when === null ? {} : { when: when.text }),
      to: this.ending({ known, visitors }, 'result'),
    }));
    for (const { to } of isFetched ? results : []) {
      const { redirect: _, ...result } = this.steps[to] as Written;
      this.steps[to] = {
        fetch: {
          calls: [{ get: `/api/${this.id}-found`, saveAs: { found: 'reply' } }],
          onError: { alert: 'It was not found.' },
        },
        ...result,
        show: [
          ...((result['show'] as Written[] | undefined) ?? []),
          { type: 'text', title: 'Points: {{ found.score }}' },
        ],
        final: true,
      };
    }
    if (parts === null) this.enter(results[0]?.to as string);
    else this.enter(this.add('results', { branch: results }));
    const at = results.map(({ to }) => to);
    if (computed['score'] !== undefined)
      this.invariants.never.push({ at: ['person'], when: 'score == null', message: 'All questions are answered.' });
    if (!hasEvent) return;
    this.invariants.always.push({ at, event: 'Lead', message: 'Who has a result is a lead.' });
    this.invariants.never.push({ event: 'Lead', when: "email == ''", message: 'A lead has an e-mail.' });
  }

  private pathOf(id: string): Written {
    return { path: [`/${this.id}/${id}`], title: `Flow ${this.id}, ${id}` };
  }

  /** The values of the result that is stored, read again. */
  private fetched(): void {
    this.flow['data'] = {
      ...this.flow['data'],
      uid: { type: 'uuid', generate: true },
      found: { type: 'record', fields: { score: { type: 'number' } } },
    };
    this.intakes[`${this.id}-found`] = {
      ...{ get: `/api/${this.id}-found`, input: { uid: { type: 'uuid' } } },
      ...{ records: `${this.id}_leads`.replaceAll('-', '_'), lookupBy: 'uid', response: { score: 'score' } },
    };
  }

  /** A text about how long the flow is, which every visitor finds true. */
  private promise(): void {
    const { intro } = this.steps;
    if (intro === undefined) return;
    const sets = Object.values(this.flow['questions'] ?? {}) as { items: unknown[]; saveAs?: string }[];
    const [only, ...others] = sets;
    const minutes = Math.max(2, Math.ceil((this.asked * 10) / 60) + Math.floor(this.random() * 3));
    const counts =
      only?.saveAs !== undefined && others.length === 0 && !this.hasEndings
        ? [`You answer ${only.items.length} questions.`]
        : [];
    const body = [...counts, ...(this.chance(0.6) ? [`It takes ${minutes} minutes.`] : [])].join(' ');
    if (body !== '') (intro['show'] as Written[]).push({ type: 'text', title: 'How long it takes', body });
  }

  /** The whole flow. */
  make(): RandomFlow {
    const { random } = this;
    if (this.chance(0.5)) this.intro();
    const isQuiz = this.chance(0.15);
    if (isQuiz) this.askStage();
    const stages = isQuiz ? 0 : 2 + Math.floor(random() * 5);
    for (let index = 0; index < stages; index += 1) {
      const stage = index === 0 ? this.firstStage() : this.laterStage();
      stage.call(this);
    }
    this.close();
    this.promise();
    const text = JSON.stringify(this.steps).replace(/"@(\d+)"/g, (_, index: string) =>
      JSON.stringify(this.entries[Number(index)]),
    );
    const { data, questions, computed, texts } = this.flow;
    const { always, never } = this.invariants;
    return {
      ...{ id: this.id, forms: this.forms, intakes: this.intakes, at: this.at, asked: this.asked },
      flow: {
        ...{ flow: this.id, page: 'frame', start: this.entries[0] },
        ...(data === undefined ? {} : { data }),
        ...(computed === undefined ? {} : { computed }),
        ...(texts === undefined ? {} : { texts }),
        ...(questions === undefined ? {} : { questions }),
        steps: JSON.parse(text),
        ...(always.length === 0 ? {} : { always }),
        ...(never.length === 0 ? {} : { never }),
      },
    };
  }

  private firstStage(): () => void {
    return this.random() < 0.6 ? this.formStage : this.random() < 0.5 ? this.typedStage : this.askStage;
  }

  private laterStage(): () => void {
    const hasAnswers = this.flow['data']?.['answers'] !== undefined;
    return pick(this.random, [
      ...[this.formStage, this.junctionStage, this.junctionStage, this.junctionStage, this.totalStage, this.typedStage],
      ...(hasAnswers ? [] : [this.askStage, this.askStage]),
      this.pauseStage,
    ]);
  }
}
