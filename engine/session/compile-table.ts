/** Compiles a machine to a transition table. */
import type { Json } from '../../schemas/compiled.ts';
import type { FormStep, StepDefinition } from '../../schemas/generated/types.ts';
import type { CompiledFlow, Leaf } from '../flow/index.ts';
import { stepRole } from '../steps/machines.ts';
import { type AskedForm, hasConditions } from './asked-form.ts';
import { leafOf, type Session, stateOf } from './session.ts';
import type { TableAction, TableEvents, TableGuard, TableState, TableTransition, TransitionTable } from './table.ts';
import {
  type AboutField,
  constants,
  errorOf,
  isSameForAll,
  isStoredFirst,
  type NamedAction,
  readsOnly,
  submittedTo,
  TableWords,
  typedInto,
} from './table-words.ts';

interface Way {
  readonly guard?: NamedAction;
  readonly target?: string;
  readonly actions?: readonly NamedAction[];
}

/** A state in the configuration of a compiled machine. */
interface StateNode {
  readonly initial?: string;
  readonly states?: Readonly<Record<string, StateNode>>;
  readonly entry?: readonly NamedAction[];
  readonly on?: Readonly<Record<string, Way | readonly Way[]>>;
  readonly always?: Way | readonly Way[];
  readonly after?: Readonly<Record<string, Way>>;
  readonly invoke?: unknown;
}

const waysOf = (on: Way | readonly Way[]): readonly Way[] => (Array.isArray(on) ? on : [on as Way]);

/** What the texts of a screen can read without depending on the visitor. */
const screenNames: ReadonlySet<string> = new Set([...constants, 'step', 'steps']);

/** Whether the HTML and the title of a step are the same for all visitors, apart from the fields of its form. */
const isFixed = (step: StepDefinition): boolean =>
  stepRole(step) === 'screen' &&
  !('fetch' in step) &&
  step.final !== true &&
  readsOnly([step.show, step.title, step.titlePrefix], screenNames);

const out: TableTransition = { out: true };
/** For what only a script or a paste can enter, which is no reason to wake the island in advance. */
const unjudged: TableTransition = { out: true };

/** The events of a form. */
const ofForms: ReadonlySet<string> = new Set(['INPUT', 'SUBMIT']);

/** Compiles the states that a visitor can reach from a state. */
class TableCompiler {
  readonly states: Record<string, TableState> = {};
  private readonly root: StateNode;
  private readonly compiled: CompiledFlow;
  private readonly words: TableWords;
  private readonly step: string;

  constructor(session: Session, words: TableWords) {
    this.compiled = session.compiled;
    this.words = words;
    this.step = leafOf(session).step;
    this.root = session.compiled.machine.config as StateNode;
  }

  /** The timer of a state; null if it has none, or one of random length. */
  private timerAt(state: string): NonNullable<TableState['after']> | null {
    const [delay] = Object.keys(this.nodeAt(state).after ?? {});
    const name = delay?.replace('delay:', '') ?? '';
    const wait = this.compiled.delays.get(name);
    if (wait === undefined || !isSameForAll(wait)) return null;
    return [{ type: 'TIMER', id: `timer:${name}/${wait.from}` }, wait.from];
  }

  /** The fields of a step's form; null if the table cannot ask them. */
  private askedAt(step = ''): AskedForm | null {
    const { form = '' } = (this.compiled.flow.steps[step] ?? {}) as Partial<FormStep>;
    return this.words.askedIn(form);
  }

  /**
   * Whether the table only shows the form of a state: it cannot ask it, or the machine has to process its submission anyway. The
   * views of the errors of several fields would then cost more than they are worth.
   */
  private isOnlyShown(state: string, { kind, form = '' }: Partial<FormStep>): boolean {
    if (kind !== 'form' || !this.words.canShow(form)) return false;
    const asked = this.words.askedIn(form);
    if (asked === null || asked.fields.length === 1) return asked === null;
    const [{ guard: _, ...valid } = {}] = waysOf(this.nodeAt(state).on?.['SUBMIT'] ?? []);
    return isOut(this.way(valid, state));
  }

  /** The leaf of a state that the visitor or a timer ends, if its screen is the same for all visitors; else null. */
  leafAt(state: string): Leaf | null {
    const leaf = this.compiled.leaves.get(state);
    const step = this.compiled.flow.steps[leaf?.step ?? ''];
    if (step === undefined || !isFixed(step) || !this.words.hasAnswers(leaf?.step)) return null;
    if (step.kind === 'form' && this.askedAt(leaf?.step) === null && !this.words.canShow(step.form)) return null;
    if (leaf?.status !== 'ready' && !(leaf?.status === 'waiting' && this.timerAt(state) !== null)) return null;
    // The title of another step without one depends on the address.
    return leaf.step === this.step || step.title !== undefined ? leaf : null;
  }

  private actions(actions: readonly NamedAction[], about?: AboutField): TableAction[] | null {
    const all = actions.map((action) => this.words.action(action, about));
    return all.includes(null) ? null : all.flatMap((each) => each ?? []);
  }

  /** The end of a transition that enters a state. @param from the step that stays active; null if none does */
  private enter(target: string, from: string | null, actions: readonly NamedAction[]): TableTransition {
    const path = target.split('.');
    const done = [...actions];
    let node: StateNode = this.root;
    for (let depth = 0; ; depth += 1) {
      const key = path[depth] ?? node.initial;
      const child = key === undefined ? undefined : node.states?.[key];
      if (child === undefined) break;
      path[depth] = key as string;
      node = child;
      // The machine does not enter a step again that stays active.
      if (depth > 0 || key !== from) done.push(...(node.entry ?? []));
      if (node.invoke !== undefined) return out;
    }
    const all = this.actions(done);
    if (all === null) return out;
    const state = path.join('.');
    const own = all.length === 0 ? {} : { do: all };
    if (node.always !== undefined) return { ...own, next: waysOf(node.always).map((way) => this.way(way, state)) };
    if (this.leafAt(state) === null) return out;
    // No press wakes the island after a timer that leaves the table.
    if (Object.values(node.after ?? {}).some((way) => isOut(this.way(way, state)))) return out;
    this.add(state);
    return { ...own, to: state };
  }

  private way({ guard, target, actions = [] }: Way, state: string, about?: AboutField): TableTransition {
    const condition = guard === undefined ? {} : { if: this.words.guard(guard) };
    // Without the condition it is unknown whether a later transition is taken.
    if (condition.if === null) return out;
    const own = condition as { if?: TableGuard };
    const [step = ''] = state.split('.');
    if (target === undefined) {
      const all = this.actions(actions, about);
      return all === null ? { ...own, ...out } : { ...own, ...(all.length === 0 ? {} : { do: all }) };
    }
    // A transition of a step to itself is left to the machine.
    if (target === `#${step}`) return { ...own, ...out };
    const next = target.startsWith('#')
      ? this.enter(target.slice(1), null, actions)
      : this.enter([...state.split('.').slice(0, -1), target].join('.'), step, actions);
    return { ...own, ...next };
  }

  /** The transitions of a form's edits and submissions. The machine judges what the page cannot send. */
  private formEvents(ways: StateNode['on'] & object, state: string, form: AskedForm): TableEvents {
    const edit = waysOf(ways['INPUT'] ?? []);
    const edits = form.fields.map((asked) => [
      `INPUT.${asked.field}`,
      [...edit.map((way) => ({ if: asked.given, ...this.way(way, state, { asked }) })), unjudged],
    ]);
    const [valid, invalid] = waysOf(ways['SUBMIT'] ?? []) as [Way, Way];
    const { guard: _, ...onward } = valid;
    // The control of a search has no name. Only the island searches.
    const search = form.fields.some(({ isSearched }) => isSearched) ? { 'INPUT.': [out] } : {};
    return { ...Object.fromEntries(edits), ...search, ...this.submissions(onward, invalid, state, form) };
  }

  /**
   * The transitions of a form's submission: it is stored, and its fields are judged in order. The first wrong one has the effects
   * of the machine; those behind it have only their errors. Conditions of fields read trimmed texts, and hidden fields as empty
   * ones; a refused submission is then stored as it was typed.
   */
  private submissions(valid: Way, invalid: Way, state: string, form: AskedForm): TableEvents {
    const { fields, showsFirst } = form;
    const all: Record<string, TableTransition[]> = {};
    const isConditional = hasConditions(form);
    const [first] = fields;
    const isShared = isStoredFirst(form);
    if (isShared) all['SUBMIT'] = [{ do: submittedTo(form), next: `right ${first?.field}` }];
    if (isConditional) all['typed'] = [{ do: typedInto(form) }];
    fields.forEach((asked, index) => {
      const next = fields[index + 1]?.field;
      const right = next === undefined ? this.way(valid, state) : { next: `right ${next}` };
      const end = isConditional ? { next: 'typed' } : {};
      const others = next === undefined || showsFirst ? end : { next: `wrong ${next}` };
      const judged = (taken: TableTransition, refusal: (about: Required<AboutField>) => TableTransition) => [
        ...asked.accepted.map((answers) => ({ if: answers, ...taken })),
        ...asked.refused.flatMap((refused) => {
          const way = refused.error === null ? out : { ...refusal({ asked, refused }), ...others };
          return refused.guards.map((answers) => ({ if: answers, ...way }));
        }),
        unjudged,
      ];
      const add = (name: string, taken: TableTransition, judgements: TableTransition[]): void => {
        const { condition } = asked;
        const offered = this.words.offered(asked);
        let ways = judgements;
        if (offered !== null) {
          all[`offered ${name}`] = judgements;
          all[`given ${name}`] = [{ if: offered, next: `offered ${name}` }, unjudged];
          // The machine takes a value that the field cannot hold.
          ways = [{ if: asked.given, next: `given ${name}` }, unjudged];
        }
        if (condition === undefined) all[name] = ways;
        else {
          all[name] = [
            { if: this.words.shown(condition), next: `shown ${name}` },
            // The machine takes a value that the field cannot hold.
            { if: asked.given, do: [['set', asked.field, condition.empty]], next: [taken] },
            unjudged,
          ];
          all[`shown ${name}`] = ways;
        }
      };
      add(
        isShared ? `right ${asked.field}` : 'SUBMIT',
        right,
        judged(right, (about) => this.way(invalid, state, about)),
      );
      if (index > 0 && !showsFirst)
        add(
          `wrong ${asked.field}`,
          others,
          judged(others, ({ refused }) => ({ do: [errorOf(asked, refused)] })),
        );
    });
    return all;
  }

  private shownIn({ fields }: AskedForm): NonNullable<TableState['shown']> {
    return Object.fromEntries(
      fields.flatMap(({ field, condition }) =>
        condition === undefined ? [] : [[field, this.words.shown(condition)] as const],
      ),
    );
  }

  private offeredIn({ fields }: AskedForm): Pick<TableState, 'offered'> {
    const offered = fields.flatMap(({ field, offers = [] }) =>
      offers.length === 0
        ? []
        : [[field, offers.map((offer) => [offer.options, this.words.when(offer)] as const)] as const],
    );
    return offered.length === 0 ? {} : { offered: Object.fromEntries(offered) };
  }

  private nodeAt(state: string): StateNode {
    return state.split('.').reduce((node, key) => node.states?.[key] ?? {}, this.root);
  }

  add(state: string): void {
    if (this.states[state] !== undefined) return;
    const { screen, step } = this.leafAt(state) as Leaf;
    const asked = this.askedAt(step);
    // Registered before its transitions, which may lead back to it.
    this.states[state] = { screen, last: true };
    if (this.isOnlyShown(state, (this.compiled.flow.steps[step] ?? {}) as Partial<FormStep>)) return;
    const after = this.timerAt(state);
    const { on: ways = {} } = this.nodeAt(state);
    const form = asked === null ? {} : this.formEvents(ways, state, asked);
    const events = [
      ...Object.entries(ways).filter(([event]) => asked === null || !ofForms.has(event)),
      ...Object.values(this.nodeAt(state).after ?? {}).map((way) => ['TIMER', way] as const),
    ];
    const others = Object.fromEntries(
      events.map(([event, each]): [string, TableTransition[]] => [
        event,
        waysOf(each).map((way) => this.way(way, state)),
      ]),
    );
    const [chosen] = others['SELECT'] ?? [];
    const stored = chosen?.do?.find((action) => !('kind' in action) && action[0] === 'answer');
    const [, list, index] = (stored ?? []) as Partial<Extract<TableAction, readonly ['answer', string, number]>>;
    const last = [...Object.values(others), ...Object.values(form)]
      .flat()
      .some((way) => way !== unjudged && isOut(way));
    this.states[state] = {
      screen,
      ...(after === null ? {} : { after }),
      ...(list === undefined || index === undefined ? {} : { answer: [list, index] as const }),
      ...(asked === null
        ? {}
        : { fields: Object.fromEntries(asked.fields.map(({ field, exclusive }) => [field, exclusive])) }),
      ...(asked === null || !hasConditions(asked) ? {} : { shown: this.shownIn(asked), ...this.offeredIn(asked) }),
      on: { ...form, ...others },
      ...(last ? { last: true } : {}),
    };
  }

  /** Marks the states whose address and form have everything that the table stores. */
  markWhole(): void {
    const { forms, flow } = this.compiled;
    const stored = new Set(Object.values(this.states).flatMap(({ on = {} }) => Object.values(on).flatMap(storedBy)));
    for (const [state, own] of Object.entries(this.states)) {
      const { step } = this.leafAt(state) as Leaf;
      const { path, form } = (flow.steps[step] ?? {}) as Partial<FormStep>;
      const fields = forms.find(({ id }) => id === form)?.fields.map(({ name }) => name) ?? [];
      const sent = new Set([...this.words.queryAt(step), ...fields]);
      if (path !== undefined && [...stored].every((name) => sent.has(name)))
        this.states[state] = { ...own, whole: true };
    }
  }

  /** Back and Forward to the screens of the table. */
  history(): TransitionTable['history'] {
    const ways = waysOf(this.root.on?.['GO'] ?? []);
    const screens = new Set(Object.values(this.states).map(({ screen }) => screen));
    return Object.fromEntries(
      [...screens].map((screen) => {
        const own = ways.filter(({ guard }) => guard?.params?.['screen'] === screen);
        const taken = own.map(({ guard, target = '' }): TableTransition => {
          const condition = this.words.guard(guard as NamedAction);
          const next = this.enter(target.slice(1), null, []);
          if (condition === null || next.to === undefined) return out;
          return condition[0] === 'canEnter' && condition[1].length === 0 ? next : { if: condition, ...next };
        });
        const always = taken.findIndex((way) => way.if === undefined);
        return [screen, always < 0 ? [...taken, out] : taken.slice(0, always + 1)];
      }),
    );
  }
}

/** Whether a transition leaves the table. Those that several share are transitions of the state, too. */
const isOut = ({ out: ends, next = [] }: TableTransition): boolean =>
  ends === true || (typeof next !== 'string' && next.some(isOut));

/** The names of the values that transitions store. */
const storedBy = (ways: readonly TableTransition[]): string[] =>
  ways.flatMap(({ do: actions = [], next = [] }) => [
    ...actions.flatMap((action) =>
      'kind' in action || !/^(answer|set|trim)$/.test(action[0]) ? [] : [`${action[1]}`],
    ),
    ...(typeof next === 'string' ? [] : storedBy(next)),
  ]);

/**
 * The table of the states that a visitor reaches from a session's state by questions, texts and conditions over answers.
 * A transition that needs a call, a timer of random length, the rules of a form or a visitor's values leads out of it.
 * @returns null if the session's screen depends on the visitor, or leads nowhere within the table
 */
export function compileTable(session: Session): TransitionTable | null {
  const words = new TableWords(session);
  const compiler = new TableCompiler(session, words);
  const start = stateOf(session);
  const first = compiler.leafAt(start);
  // Values in the first address are the visitor's.
  if (first === null || words.queryAt(first.step).length > 0) return null;
  compiler.add(start);
  if (Object.keys(compiler.states).length < 2 || compiler.states[start]?.on === undefined) return null;
  compiler.markWhole();
  const history = compiler.history();
  const { values } = session.snapshot.context;
  const used = [...words.used].map((name): [string, Json] => [name, values[name] ?? null]);
  return { start, values: Object.fromEntries(used), states: compiler.states, history };
}
