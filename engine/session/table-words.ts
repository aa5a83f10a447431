/** The words of a transition table for the actions and guards of a machine. */
import type { Code } from '../../schemas/compiled.ts';
import { functions } from '../expressions/functions.ts';
import { numberFunctions } from '../expressions/number-functions.ts';
import { emptyOf, optionsOf, toPayload } from '../fields/field.ts';
import type { FlowContext } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';
import type { FieldDefinition, FormDefinition } from '../forms/types.ts';
import { serverPaths } from '../paths.ts';
import type { EffectParams } from '../steps/parts/actions.ts';
import { plainSigns } from '../values/written-number.ts';
import type { AskedField, AskedOffer, AskedWhen, JudgedAnswers } from './asked-field.ts';
import { type AskedForm, askedFormIn, hasConditions } from './asked-form.ts';
import { offersOf } from './asked-when.ts';
import type { Effect } from './effects.ts';
import { effectsOf } from './resolve.ts';
import type { Session } from './session.ts';
import type { ConditionGuard, TableAction, TableEffect, TableError, TableGuard, TableNavigation } from './table.ts';
import type { ReadFormat } from './text-judge.ts';

/** An action or a guard in the configuration of a compiled machine. */
export interface NamedAction {
  readonly type: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The names that expressions read, in compiled data of any shape. A list that looks like an expression counts too. */
function namesIn(data: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(data)) {
    const [operation, name] = data as readonly unknown[];
    if (operation === '$' && typeof name === 'string') names.add(name);
    for (const each of data) namesIn(each, names);
  } else if (typeof data === 'object' && data !== null) for (const each of Object.values(data)) namesIn(each, names);
  return names;
}

/** The functions that a table lacks. Those of a site's own have addresses as names. */
const foreign: ReadonlySet<string> = new Set(Object.keys(functions).filter((name) => !(name in numberFunctions)));

/** Whether compiled data may call one of these functions. A list that looks like a call counts too. */
const calls = (data: unknown, names: ReadonlySet<string>): boolean =>
  Array.isArray(data) &&
  (names.has(data[0] as string) ||
    String(data[0]).startsWith(serverPaths.own) ||
    data.some((each) => calls(each, names)));

/** The condition of a field without the trimming of texts, which the table has trimmed before it. */
function overTrimmed(when: Code): Code {
  if (!Array.isArray(when) || when[0] === '#') return when;
  const [operation, ...parts] = when as readonly [string, ...Code[]];
  const [text] = parts;
  if (operation === 'trim' && Array.isArray(text) && text[0] === '$') return text;
  return [operation, ...parts.map(overTrimmed)];
}

/** Whether compiled data reads no other names. */
export const readsOnly = (data: unknown, allowed: ReadonlySet<string>): boolean =>
  [...namesIn(data)].every((name) => allowed.has(name));

/** Whether all visitors wait equally long. */
export const isSameForAll = ({ from, to }: { readonly from?: unknown; readonly to?: unknown }): boolean => from === to;

/** The constants of a flow. */
export const constants: ReadonlySet<string> = new Set(['texts']);

const performed: ReadonlySet<string> = new Set<TableEffect['kind']>(['navigate', 'toast', 'alert', 'track', 'focus']);

/** The lists that the questions of a flow fill. */
const listsOf = ({ flow }: CompiledFlow): ReadonlySet<string> =>
  new Set(Object.values(flow.questions ?? {}).map(({ saveAs }) => saveAs));

/** The field that an event of a form is about. */
export interface AboutField {
  readonly asked: AskedField;
  /** The submitted answers, if the form refuses them. */
  readonly refused?: JudgedAnswers;
}

/** Adds the error of refused answers. */
export function errorOf({ field, refused }: AskedField, answers: JudgedAnswers): TableError {
  const index = refused.indexOf(answers);
  return index === 0 ? ['setError', field] : ['setError', field, index];
}

/** Stores the answers of a submission as they are. */
export const typedInto = ({ fields }: AskedForm): readonly TableAction[] =>
  fields.map(({ field }) => ['answer', field] as const);

/** Removes the white space around the texts of a submission. */
const trimmedIn = ({ fields }: AskedForm): readonly TableAction[] =>
  fields.flatMap(({ field, options }) => (options === undefined ? [['trim', field] as const] : []));

/** Whether a submission is stored before its fields are judged: several fields share it, and conditions read it. */
export const isStoredFirst = (form: AskedForm): boolean => form.fields.length > 1 || hasConditions(form);

/** Stores the answers of a submission before its fields are judged. Conditions read trimmed texts. */
export const submittedTo = (form: AskedForm): readonly TableAction[] => [
  ...typedInto(form),
  ...(hasConditions(form) ? trimmedIn(form) : []),
  ['clearErrors'],
];

/** What the table of a session can do, by the machine's actions and guards. */
export class TableWords {
  /** The names of values that the table reads or changes. */
  readonly used: Set<string>;
  /** The lists that questions fill. */
  private readonly lists: ReadonlySet<string>;
  private readonly compiled: CompiledFlow;
  private readonly context: FlowContext;
  /** The values that only the table changes while it runs. */
  private readonly known: ReadonlySet<string>;
  private readonly asked = new Map<string, AskedForm | null>();

  constructor({ compiled, snapshot }: Session) {
    this.compiled = compiled;
    this.context = snapshot.context;
    this.lists = listsOf(compiled);
    this.used = new Set(this.lists);
    this.known = new Set([...this.lists, ...compiled.forms.flatMap(({ fields }) => fields.map(({ name }) => name))]);
  }

  /** The fields of a form; null if the table cannot ask them. */
  askedIn(form: string): AskedForm | null {
    if (!this.asked.has(form)) {
      const isSame = this.isSame(form);
      this.asked.set(form, isSame ? askedFormIn(this.compiled, this.context, form) : null);
    }
    const asked = this.asked.get(form) ?? null;
    for (const { field } of asked?.fields ?? []) this.used.add(field);
    return asked;
  }

  /**
   * Whether a form looks the same to all visitors who come to it by the table: no other form asks its fields, and it reads no other
   * values.
   */
  canShow(id: string): boolean {
    const form = this.formOf(id);
    const names = new Set(form?.fields.map(({ name }) => name));
    const others = this.compiled.forms.filter((each) => each !== form).flatMap(({ fields }) => fields);
    return !others.some(({ name }) => names.has(name)) && readsOnly(form, new Set([...constants, ...names]));
  }

  /** Whether a form is the same for all visitors, apart from conditions that a table can evaluate over its own fields. */
  private isSame(id: string): boolean {
    const { fields = [], ...form } = this.formOf(id) ?? {};
    const own = new Set(fields.map(({ name }) => name));
    const isOwn = (when: Code): boolean => readsOnly(when, own) && !calls(when, foreign);
    const isEvaluated = ({ name, submitAs, when }: FieldDefinition): boolean =>
      // The conditions of a form and of a flow read numbers alike.
      (submitAs === 'number') === (this.compiled.flow.numbers?.[name] !== undefined) &&
      (when === undefined || isOwn(overTrimmed(when)));
    const offers = fields.flatMap(offersOf);
    const always = fields.map(({ when: _, ...field }) => {
      const options = optionsOf(field as FieldDefinition)?.map(({ when: _when, ...option }) => option);
      return { ...field, options };
    });
    return (
      readsOnly([form, always], constants) &&
      offers.every(({ when }) => isOwn(when)) &&
      ((offers.length === 0 && fields.every(({ when }) => when === undefined)) || fields.every(isEvaluated))
    );
  }

  /** The guard of a condition of options. */
  when({ when }: AskedOffer): ConditionGuard {
    return this.condition(when) as ConditionGuard;
  }

  /** The guard that all chosen options of a field are offered; null if they always are. */
  offered({ field, given, offers }: AskedField): ConditionGuard | null {
    if (offers === undefined) return null;
    const [, , ...numbers] = this.condition(['[]', ...offers.map(({ when }) => when)]) as ConditionGuard;
    const chosen: Code = ['$', field];
    const isChosen = (options: readonly string[]): Code =>
      given[0] === 'isOption'
        ? ['in', chosen, ['#', options]]
        : ['||', ...options.map((option): Code => ['in', option, chosen])];
    const code: Code = ['&&', ...offers.map(({ options, when }): Code => ['||', when, ['!', isChosen(options)]])];
    return ['isTrue', code, ...numbers] as ConditionGuard;
  }

  /** The guard of a field's condition, which is one of those that a table can evaluate. */
  shown({ when }: AskedWhen): ConditionGuard {
    return this.condition(overTrimmed(when)) as ConditionGuard;
  }

  private formOf(id: string): FormDefinition | undefined {
    return this.compiled.forms.find((form) => form.id === id);
  }

  /**
   * The effects that a page performs for an action of the machine; null if only the machine can perform it.
   * @param about for the actions of a form
   */
  action(action: NamedAction, about?: AboutField): readonly TableAction[] | null {
    const { type, params = {} } = action;
    switch (type) {
      // A replayed event sets the time.
      case 'stamp':
        return [];
      case 'chooseDelay':
        return isSameForAll(params) ? [] : null;
      case 'clearErrors':
        return [['clearErrors']];
      case 'answer':
        return [['answer', params['list'] as string, params['index'] as number]];
      case 'setError':
        return readsOnly(params, constants) ? [['clearErrors'], ['setError', params['field'] as string]] : null;
      case 'setField':
      case 'saveSubmission':
      case 'setErrors':
      case 'notifyInvalid':
        return this.submission(action, about);
      case 'resetForm':
        return params['empty'] === true ? this.clear(params['form'] as string) : null;
      case 'navigate':
        if (!this.hasAnswers((params as EffectParams['navigate']).step)) return null;
        break;
      case 'notify':
      case 'track':
        if (!readsOnly(params, constants)) return null;
        break;
      default:
        return null;
    }
    return this.effects(action, this.context);
  }

  /** Whether the values in the address of a step, if it has any, are answers to questions. */
  hasAnswers(step = ''): boolean {
    return this.queryAt(step).every((name) => this.lists.has(name));
  }

  /** The names of the values in the address of a step. */
  queryAt(step: string): readonly string[] {
    return Object.keys(this.compiled.flow.steps[step]?.query ?? {});
  }

  private navigation({ kind, path, screen }: Extract<Effect, { kind: 'navigate' }>, step: string): TableNavigation {
    const query = this.queryAt(step);
    return { kind, path, screen, ...(query.length === 0 ? {} : { query }) };
  }

  private effects({ type, params = {} }: NamedAction, context: FlowContext): readonly TableAction[] | null {
    const effects = effectsOf(this.compiled, { type, params, info: { context, event: { type: '' } } });
    if (!effects.every(({ kind }) => performed.has(kind))) return null;
    return (effects as readonly TableEffect[]).map((effect) =>
      effect.kind === 'navigate' ? this.navigation(effect, params['step'] as string) : effect,
    );
  }

  /** An action of a form. */
  private submission({ type, params = {} }: NamedAction, about?: AboutField): readonly TableAction[] | null {
    const form = this.askedIn(params['form'] as string);
    if (form === null) return null;
    if (type === 'setField') {
      if (about === undefined) return null;
      const { field, isMasked } = about.asked;
      // A mask leaves no white space around its digits.
      return [['answer', field], ...(isMasked ? [['trim', field] as const] : [])];
    }
    const first = isStoredFirst(form) ? [] : submittedTo(form);
    if (type === 'saveSubmission') return [...first, ...(hasConditions(form) ? [] : trimmedIn(form))];
    const { asked, refused } = about ?? {};
    if (asked === undefined || refused === undefined) return null;
    if (type === 'setErrors') return [...first, errorOf(asked, refused)];
    return this.effects({ type, params }, { ...this.context, errors: { [asked.field]: refused.error as string } });
  }

  /**
   * The action that empties a form, as the machine does it: a slider has no empty text. The page keeps the value of a hidden field,
   * so that the machine empties a form with one.
   */
  private clear(id: string): readonly TableAction[] | null {
    if (this.formOf(id)?.fields.some(({ type }) => type === 'hidden')) return null;
    return (
      this.formOf(id)?.fields.map((field) => {
        this.used.add(field.name);
        return ['set', field.name, field.number === undefined ? emptyOf(field) : null] as const;
      }) ?? null
    );
  }

  /** A guard of the machine; null if only the machine can evaluate it. */
  guard({ type, params = {} }: NamedAction): TableGuard | null {
    switch (type) {
      case 'isOption':
        return ['isOption', params['values'] as number[]];
      case 'isAnswered':
      case 'isComplete':
        return [type, params['list'] as string, params['index'] as number, params['values'] as number[]];
      case 'canEnter':
        return this.use(['canEnter', params['needs'] as string[]], params['needs'] as string[]);
      case 'isTrue':
        // Which values count depends on the way.
        return params['step'] === undefined ? this.condition(params['when'] as Code) : null;
      default:
        return null;
    }
  }

  private condition(when: Code): ConditionGuard | null {
    if (!readsOnly(when, this.known) || calls(when, foreign)) return null;
    const names = [...namesIn(when)];
    const numbers = names.filter((name) => this.compiled.flow.numbers?.[name] !== undefined);
    if (numbers.length === 0) return this.use(['isTrue', when], names);
    const formats = numbers.flatMap((name): [string, ReadFormat][] =>
      this.isPlainNumber(name) ? [] : [[name, this.compiled.flow.numbers?.[name]?.number ?? plainSigns]],
    );
    if (formats.length === 0) return this.use(['isTrue', when, numbers], names);
    return this.use(['isTrue', when, numbers, Object.fromEntries(formats)], names);
  }

  /** Whether JavaScript reads all values that a name can have in the table as the numbers that conditions read. */
  private isPlainNumber(name: string): boolean {
    const sent = this.compiled.flow.numbers?.[name];
    const holding = this.compiled.forms.filter(({ fields }) => fields.some((field) => field.name === name));
    const asked = holding.map(({ id }) => this.askedIn(id)?.fields.find(({ field }) => field === name));
    const options = asked.flatMap((each) => each?.options ?? []);
    const first = this.context.values[name] || '';
    return (
      sent !== undefined &&
      asked.every((each) => each === undefined || each.options !== undefined) &&
      [...options, first].every((value) => (toPayload(sent, value) || 0) === Number(value || 0))
    );
  }

  private use<Guard extends TableGuard>(guard: Guard, names: readonly string[]): Guard {
    for (const name of names) if (this.known.has(name)) this.used.add(name);
    return guard;
  }
}
