/** The questions of a random flow, and values that are computed from answers. */
import { type KnownValue, numberLimits, textChoices, type Visitor, type VisitorCondition } from './random-answers.ts';
import { randomField } from './random-fields.ts';
import { FlowDraft, type Written } from './random-flow-draft.ts';
import { pick } from './random-form.ts';

const countedTypes: ReadonlySet<string> = new Set(['scale', 'rating', 'nps']);

/** Writes questions and computed values. */
export class FlowQuestions extends FlowDraft {
  /** A set of questions, and values that are computed from its answers. */
  protected askStage(): void {
    const count = 2 + Math.floor(this.random() * 4);
    const scale = pick(this.random, [
      [0, 10],
      [0, 5, 10],
      [1, 2, 3, 4],
    ]);
    const most = Math.max(...scale);
    for (const visitor of this.visitors)
      visitor['answers'] = Array.from({ length: count }, () => pick(this.random, scale));
    const item = (index: number) => ({
      id: `q${index}`,
      question: `How is number ${index}?`,
      options: scale.map((value) => ({ value, label: `Grade ${value}` })),
    });
    this.flow['data'] = {
      ...this.flow['data'],
      answers: { type: 'list', of: 'number', allowed: scale, length: count },
    };
    this.flow['questions'] = {
      ...this.flow['questions'],
      questions: { saveAs: 'answers', items: Array.from({ length: count }, (_, index) => item(index)) },
    };
    this.asked += count;
    const ids = Array.from({ length: count }, (_, index) => `q${index}`);
    const parts = count > 2 && this.chance(0.3) ? [ids.slice(0, 2), ids.slice(2)] : [null];
    let id = '';
    for (const [index, only] of parts.entries()) {
      id = this.add(index === 0 ? 'quiz' : 'quiz-more', {
        ...this.opening(),
        ask: 'questions',
        ...(only === null ? {} : { only }),
        ...(index === 0 ? {} : { on: { back: { to: 'quiz', last: true } } }),
        onEmpty: { alert: 'Choose one.' },
        show: [
          { type: 'progress', label: 'Progress', caption: 'Question {{ step }} of {{ steps }}' },
          { type: 'question', next: 'Next', previous: 'Before', finish: 'Finish' },
        ],
        next: this.after,
      });
      this.enter(id);
      if (index < parts.length - 1) this.enter(this.aside(this.after, this.here));
    }
    this.shown = null;
    const known = this.computed(count, most);
    this.here = { ...this.here, known: [...this.here.known, ...known] };
    this.at[id] = this.here;
  }

  protected computed(count: number, most: number): KnownValue[] {
    const listed = (visitor: Visitor): readonly number[] => visitor['answers'] as readonly number[];
    const scores = { value: `percent(sum(answers), ${count * most})` };
    for (const visitor of this.visitors) {
      const sum = listed(visitor).reduce((total, each) => total + each, 0);
      visitor['score'] = Math.floor((100 * sum) / (count * most) + 0.5);
      listed(visitor).forEach((each, index) => {
        visitor[`answers[${index}]`] = each;
      });
    }
    const computed: Record<string, Written> = { score: scores };
    const limitsOf = (name: string): readonly [number, number] | null => {
      const values = [...new Set(this.visitors.map((visitor) => visitor[name] as number))].sort((a, b) => a - b);
      if (values.length < 3) return null;
      const low = 1 + Math.floor(this.random() * (values.length - 2));
      const high = low + 1 + Math.floor(this.random() * (values.length - low - 1));
      return [values[low] as number, values[high] as number];
    };
    const found: KnownValue[] = [];
    const numbers = (name: string): void => {
      const limits = limitsOf(name);
      if (limits !== null) found.push({ name, group: 'answers', ...numberLimits(name, limits, false) });
    };
    numbers('score');
    numbers(`answers[${Math.floor(this.random() * count)}]`);
    const limits = limitsOf('score');
    if (limits !== null && this.chance(0.7)) {
      const [low, high] = limits;
      computed['level'] = {
        classify: 'score',
        ranges: { HIGH: `>= ${high}`, MIDDLE: `>= ${low}`, LOW: 'otherwise' },
      };
      for (const visitor of this.visitors)
        visitor['level'] =
          (visitor['score'] as number) >= high ? 'HIGH' : (visitor['score'] as number) >= low ? 'MIDDLE' : 'LOW';
      found.push({ name: 'level', group: 'answers', ...textChoices('level', ['HIGH', 'MIDDLE', 'LOW']) });
      this.flow['texts'] = {
        levels: { HIGH: { name: 'High' }, MIDDLE: { name: 'Middle' }, LOW: { name: 'Low' } },
      };
    }
    if (this.chance(0.6)) this.pillars(count, computed, found);
    this.flow['computed'] = { ...this.flow['computed'], ...computed };
    return found;
  }

  /** The weakest of some pillars, each with questions of its own. */
  protected pillars(count: number, computed: Record<string, Written>, found: KnownValue[]): void {
    const names = ['FIRST', 'SECOND', 'THIRD'].slice(0, Math.min(3, count));
    const own = names.map((_, index) => (index === 0 && count > names.length ? [0, count - 1] : [index]));
    computed['weakest'] = {
      lowest: Object.fromEntries(
        names.map((name, index) => [name, (own[index] as number[]).map((each) => `answers[${each}]`).join(' + ')]),
      ),
    };
    const valueAt = (visitor: Visitor, index: number): number =>
      (own[index] as number[]).reduce((sum, each) => sum + (visitor[`answers[${each}]`] as number), 0);
    for (const visitor of this.visitors) {
      const values = names.map((_, index) => valueAt(visitor, index));
      visitor['weakest'] = names[values.indexOf(Math.min(...values))] as string;
    }
    found.push({ name: 'weakest', group: 'answers', ...textChoices('weakest', names) });
  }

  /** When a question is followed by another than the next one. */
  protected jump(known: KnownValue | null): VisitorCondition | null {
    const pairs = known?.pairs.flat() ?? [];
    return pairs.length > 0 && this.chance(0.4) ? this.shownWhere(pairs) : null;
  }

  /** Questions with a type, some with a condition. */
  protected typedStage(): void {
    const set = this.next('about');
    const known: KnownValue[] = [];
    const count = 2 + Math.floor(this.random() * 4);
    const names = Array.from({ length: count }, () => this.next('field').replace('-', ''));
    const skipped = new Set<Visitor>();
    let until = -1;
    const items = names.map((name, index) => {
      if (index >= until) skipped.clear();
      const pairs = known.flatMap((each) => each.pairs.flat());
      const comes = index < until ? (visitor: Visitor) => !skipped.has(visitor) : null;
      const when = pairs.length > 0 && this.chance(0.4) ? this.shownWhere(pairs, comes) : null;
      const field = randomField(this.random, name, this.visitors, when, comes);
      if (field.known !== null) known.push(field.known);
      this.asked += 1;
      const jump = when === null && index >= until && index < count - 2 ? this.jump(field.known) : null;
      if (jump !== null) {
        until = index + 2 + Math.floor(this.random() * (count - index - 1));
        for (const visitor of this.visitors) if (jump.holds(visitor)) skipped.add(visitor);
      }
      return {
        ...{ name, question: `What about ${name}?`, ...field.own },
        ...(field.own['type'] === 'checkbox' ? { label: `Yes to ${name}` } : {}),
        ...(jump === null ? {} : { next: [{ when: jump.text, to: names[until] ?? 'end' }] }),
      };
    });
    this.flow['questions'] = { ...this.flow['questions'], [set]: { items } };
    this.sent.push(`${this.id}-${set}`);
    const id = this.add(set, {
      ...this.opening(),
      ask: set,
      show: [{ type: 'question', next: 'Next', previous: 'Before', finish: 'Finish' }],
      next: this.after,
    });
    this.enter(id);
    this.shown = null;
    this.here = { ...this.here, known: [...this.here.known, ...known] };
    this.at[id] = this.here;
  }

  /** A value that is computed from numbers of forms. */
  protected totalStage(): void {
    const numbers = this.here.known.filter(({ name }) => {
      const samples = this.visitors.map((visitor) => visitor[name]);
      return !name.includes('[') && name !== 'score' && samples.some((value) => typeof value === 'number');
    });
    if (numbers.length === 0 || this.flow['computed']?.['total'] !== undefined) return;
    const scored = this.forms.flatMap(({ fields }) =>
      Object.entries(fields).filter(
        ([name, { type }]) => countedTypes.has(String(type)) && numbers.some((each) => each.name === name),
      ),
    );
    const isScored = scored.length > 0 && this.chance(0.9);
    for (const [, field] of isScored ? scored : []) field['points'] = 3;
    const read = isScored ? scored.map(([name]) => name) : numbers.slice(0, 2).map(({ name }) => name);
    this.flow['computed'] = {
      ...this.flow['computed'],
      total: isScored ? { points: read } : { value: read.map((name) => `default(${name}, 0)`).join(' + ') },
    };
    for (const visitor of this.visitors)
      visitor['total'] = read.reduce(
        (sum, name) => sum + ((visitor[name] as number | null) ?? 0) * (isScored ? 3 : 1),
        0,
      );
    const values = [...new Set(this.here.visitors.map((visitor) => visitor['total'] as number))].sort((a, b) => a - b);
    const [low, high] = [values[Math.floor(values.length / 3)], values[Math.floor((2 * values.length) / 3)]];
    if (low === undefined || high === undefined || low >= high || low <= (values[0] as number)) return;
    // It depends on its numbers, so a condition reads it, or one of them.
    const total = { name: 'total', group: 'total', ...numberLimits('total', [low, high], false) };
    const bands = this.chance(0.4) ? [this.bands(low, high)] : [total];
    this.here = { ...this.here, known: [...this.here.known.filter(({ name }) => !read.includes(name)), ...bands] };
  }

  /** Names for ranges of the total. */
  protected bands(low: number, high: number): KnownValue {
    const ranges = { BIG: `>= ${high}`, SOME: `>= ${low}`, SMALL: 'otherwise' };
    this.flow['computed'] = { ...this.flow['computed'], band: { classify: 'total', ranges } };
    for (const visitor of this.visitors) {
      const total = visitor['total'] as number;
      visitor['band'] = total >= high ? 'BIG' : total >= low ? 'SOME' : 'SMALL';
    }
    return { name: 'band', group: 'total', ...textChoices('band', ['BIG', 'SOME', 'SMALL']) };
  }
}
