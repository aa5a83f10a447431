/** What all stages of a random flow write: steps, forms and intakes. */
import type { KnownValue, Visitor, VisitorCondition } from './random-answers.ts';
import { randomField } from './random-fields.ts';
import { pick, type Random } from './random-form.ts';
import type { StepVisitors } from './random-partition.ts';

/** A definition before it is written. */
export type Written = Record<string, unknown>;

/** A form before it is written. */
export type WrittenForm = Written & { readonly form: string; readonly fields: Record<string, Written> };

const visitorCount = 240;
const chosenTypes: ReadonlySet<string> = new Set(['choice', 'dropdown', 'choices', 'yes-no', 'checkbox']);

/** A flow of which stage after stage is written. The steps of a stage lead to `@n`, the entry of the stage after it. */
export class FlowDraft {
  readonly id: string;
  protected readonly random: Random;
  protected readonly visitors: readonly Visitor[] = Array.from({ length: visitorCount }, () => ({}));
  protected readonly steps: Record<string, Written> = {};
  protected readonly forms: WrittenForm[] = [];
  protected readonly intakes: Record<string, Written> = {};
  protected readonly at: Record<string, StepVisitors> = {};
  protected readonly flow: Record<string, Written> = {};
  protected readonly invariants: Record<'always' | 'never', Written[]> = { always: [], never: [] };
  /** The forms that the last call sends. */
  protected readonly sent: string[] = [];
  protected readonly entries: string[] = [];
  protected readonly counters: Record<string, number> = {};
  /** Those who are on the way to the last step. */
  protected here: StepVisitors = { known: [], visitors: this.visitors };
  /** The answers of forms that only some visitors see; the others have none. */
  protected readonly extras: KnownValue[] = [];
  protected asked = 0;
  protected hasEndings = false;
  protected shown: string | null = null;

  constructor(random: Random, id: string) {
    this.random = random;
    this.id = id;
  }

  protected chance(share: number): boolean {
    return this.random() < share;
  }

  protected next(word: string): string {
    this.counters[word] = (this.counters[word] ?? 0) + 1;
    return `${word}-${this.counters[word]}`;
  }

  protected add(id: string, step: Written, at: StepVisitors = this.here): string {
    this.steps[id] = step;
    this.at[id] = at;
    return id;
  }

  /** The words of a step that is shown first. */
  protected opening(): Written {
    return Object.keys(this.steps).length > 0 ? {} : { path: [`/${this.id}`], title: `Flow ${this.id}` };
  }

  protected get after(): string {
    return `@${this.entries.length + 1}`;
  }

  protected enter(id: string): void {
    this.entries.push(id);
  }

  /** A form of random fields. @param comes who sees it; by default everybody */
  protected form(comes: ((visitor: Visitor) => boolean) | null = null): {
    readonly id: string;
    readonly known: readonly KnownValue[];
  } {
    const id = `${this.id}-${this.next('form')}`;
    const known: KnownValue[] = [];
    const fields: Record<string, Written> = {};
    const count = 1 + Math.floor(this.random() * 4);
    for (let index = 0; index < count; index += 1) {
      const name = this.next('field').replace('-', '');
      const pairs = known.flatMap((each) => each.pairs.flat());
      const when = pairs.length > 0 && this.chance(0.4) ? this.shownWhere(pairs, comes) : null;
      const field = randomField(this.random, name, this.visitors, when, comes);
      fields[name] = { ...field.own, label: `The ${name}` };
      // The condition of an option reads what is chosen.
      const chosen = known.filter((each) => chosenTypes.has(String(fields[each.name]?.['type'])));
      if (this.chance(0.3))
        this.vary(
          name,
          fields[name],
          chosen.flatMap((each) => each.pairs.flat()),
          comes,
        );
      if (field.known !== null) known.push(field.known);
      this.asked += 1;
    }
    if (comes === null && this.chance(0.3)) this.rule(fields, known);
    this.forms.push({ form: id, fields });
    return { id, known };
  }

  /** A condition that some of those who come meet, and some do not. */
  protected shownWhere(
    conditions: readonly VisitorCondition[],
    comes: ((visitor: Visitor) => boolean) | null = null,
  ): VisitorCondition | null {
    const when = pick(this.random, conditions);
    const coming = this.here.visitors.filter((visitor) => comes === null || comes(visitor));
    const met = coming.filter((visitor) => when.holds(visitor)).length;
    return met > 0 && met < coming.length ? when : null;
  }

  /** Offers the last option of a choice on a condition. */
  protected vary(
    name: string,
    own: Written,
    pairs: readonly VisitorCondition[],
    comes: ((visitor: Visitor) => boolean) | null,
  ): void {
    const options = own['options'] as Written[] | undefined;
    const when =
      own['type'] === 'choice' && pairs.length > 0 && (options?.length ?? 0) > 2 ? this.shownWhere(pairs, comes) : null;
    if (when === null || options === undefined) return;
    const last = options.at(-1) as Written;
    own['options'] = [...options.slice(0, -1), { ...last, when: when.text }];
    for (const visitor of this.visitors)
      if (visitor[name] === last['value'] && !when.holds(visitor)) visitor[name] = options[0]?.['value'] as string;
  }

  /** A text that has to be answered on a condition. */
  protected rule(fields: Record<string, Written>, known: readonly KnownValue[]): void {
    const pairs = known.flatMap((each) => each.pairs.flat());
    const when = pairs.length === 0 ? null : this.shownWhere(pairs);
    if (when === null) return;
    const name = this.next('field').replace('-', '');
    for (const visitor of this.visitors) visitor[name] = when.holds(visitor) ? 'Said' : '';
    const rules = [
      { rule: 'minLength', length: 2, message: 'A bit more, please.' },
      { rule: 'required', when: when.text, message: 'Please say it.' },
    ];
    fields[name] = { type: 'text', label: `The ${name}`, maxLength: 60, rules };
    this.asked += 1;
  }

  /** Sends a form by a call of its own. */
  protected submit(form: string): Written {
    const name = this.next('part');
    const path = `/api/${this.id}-${name}`;
    this.intakes[`${this.id}-${name}`] = {
      ...{ post: path, form, records: `${this.id}_${name}`.replaceAll('-', '_'), retention: { days: 90 } },
      response: { ok: true },
    };
    return { calls: [{ post: path }], onError: { alert: 'It was not sent.' } };
  }

  /** A step that only shows something. */
  protected aside(to: string, at: StepVisitors): string {
    return this.add(
      this.next('aside'),
      {
        show: [
          { type: 'text', title: 'Good to know' },
          { type: 'actions', actions: [{ label: 'Go on', send: 'ok' }] },
        ],
        on: { ok: { to } },
      },
      at,
    );
  }
}
