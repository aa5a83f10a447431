/** Turns the machine's executable actions into effects with evaluated values. */
import type { Code, Json, Template } from '../../schemas/compiled.ts';
import type { EndpointShape } from '../definition.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { toPayload } from '../fields/field.ts';
import type { FlowContext } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { onItsWay } from '../flow/on-its-way.ts';
import { personalNames } from '../flow/personal-names.ts';
import { fillTemplate, type Lookup, namesIn, plainText, scopeOf } from '../flow/scope.ts';
import { hasPaths, writeStepQuery } from '../flow/step-query.ts';
import type { ExecutableAction } from '../flow/stepper.ts';
import { conceal } from '../forms/conceal.ts';
import { hiddenFields } from '../forms/conditions.ts';
import type { EffectName, EffectParams } from '../steps/parts/actions.ts';
import type { Effect } from './effects.ts';
import { timerName } from './timers.ts';

const valuesOf = (codes: Readonly<Record<string, Code>> | undefined, lookup: Lookup): Record<string, Json> =>
  Object.fromEntries(Object.entries(codes ?? {}).map(([name, code]) => [name, evaluate(code, lookup)]));

/**
 * Every member that an intake accepts: from `with`, else the value of the same name. A `time` is the time of the event.
 */
function payloadFor(
  compiled: CompiledFlow,
  shape: EndpointShape | undefined,
  given: Readonly<Record<string, Code>>,
  lookup: Lookup,
): Record<string, Json> {
  const sent = valuesOf(given, lookup);
  const payload: Record<string, Json> = {};
  const others = fieldsOfOtherSteps(shape, (name) => (Object.hasOwn(sent, name) ? sent[name] : lookup(name)));
  for (const [name, type] of Object.entries(shape?.input ?? {})) {
    if (others.has(name)) continue;
    const value = Object.hasOwn(sent, name)
      ? sent[name]
      : type.type === 'time'
        ? lookup('now')
        : asSent(compiled, name, lookup);
    // Of questions that were not asked, each answer is null.
    const isGiven = Array.isArray(value) && value.length > 0 ? value.some((each) => each !== null) : value !== null;
    if (value !== undefined && isGiven && !(value === '' && type.optional === true)) payload[name] = value;
  }
  return payload;
}

/** The fields that an endpoint accepts on steps other than the current one. */
function fieldsOfOtherSteps(shape: EndpointShape | undefined, valueAt: Lookup): ReadonlySet<string> {
  const { by, cases } = shape?.fieldsBy ?? { by: '', cases: {} };
  const step = String(valueAt(by) ?? '');
  const own = Object.hasOwn(cases, step) ? (cases[step] ?? []) : [];
  return new Set(
    Object.values(cases)
      .flat()
      .filter((name) => !own.includes(name)),
  );
}

const timesIn = (shape: EndpointShape | undefined): string[] =>
  Object.entries(shape?.input ?? {}).flatMap(([name, type]) => (type.type === 'time' ? [name] : []));

/** Applies `submitAs` if the value belongs to a field of a form. A hidden field has none. */
function asSent(compiled: CompiledFlow, name: string, valueAt: Lookup): Json | undefined {
  const value = valueAt(name);
  const form = compiled.forms.find(({ fields }) => fields.some((each) => each.name === name));
  const field = form?.fields.find((each) => each.name === name);
  if (form === undefined || field === undefined || value === undefined) return value;
  if (field.when !== undefined) {
    const values = Object.fromEntries(form.fields.map((each) => [each.name, valueAt(each.name)]));
    if (hiddenFields(form.fields, values).has(name)) return undefined;
  }
  return toPayload(field, value);
}

type Resolvers = {
  [N in EffectName]: (params: EffectParams[N], context: FlowContext, compiled: CompiledFlow) => Effect[];
};

const resolvers: Resolvers = {
  navigate: ({ step, screen }, context, { flow }) => {
    // A flow without any path runs in an overlay, which has no addresses.
    if (!hasPaths(flow)) return [];
    const path = flow.steps[step]?.path?.[0] ?? null;
    return [{ kind: 'navigate', path, query: writeStepQuery(flow, step, context.values), screen }];
  },
  notify: ({ message: { toast, text = '', alert }, failed, field }, context, { flow }) => {
    const lookup = scopeOf(flow, context);
    const error = failed ? ({ as: 'error' } as const) : {};
    const focus: Effect[] = field === undefined ? [] : [{ kind: 'focus', field }];
    if (alert !== undefined) return [{ kind: 'alert', text: plainText(alert, lookup), ...error }, ...focus];
    if (toast === undefined) return focus;
    const as = field === undefined ? error : ({ as: 'echo' } as const);
    return [{ kind: 'toast', title: plainText(toast, lookup), text: plainText(text, lookup), ...as }, ...focus];
  },
  notifyFallback: ({ step }, context, { flow }) => {
    const { query = {}, fallback } = flow.steps[step] ?? {};
    const [name, why] = Object.entries(context.lost)[0] ?? [];
    const carried = name === undefined ? undefined : query[name];
    if (fallback?.toast === undefined || carried === undefined) return [];
    const lookup = scopeOf(flow, context);
    const text = why === 'invalid' ? (carried.invalid ?? carried.missing) : carried.missing;
    return [{ kind: 'toast', title: plainText(fallback.toast, lookup), text: plainText(text, lookup), as: 'error' }];
  },
  notifyInvalid: ({ form }, context, { forms }) => {
    const [field, message] = Object.entries(context.errors)[0] ?? [];
    if (field === undefined || message === undefined) return [];
    const definition = forms.find((each) => each.id === form);
    const toast =
      definition?.showErrors === 'first' && definition.errorTitle !== undefined
        ? [{ kind: 'toast' as const, title: definition.errorTitle, text: message, as: 'echo' as const }]
        : [];
    return [...toast, { kind: 'focus', field }];
  },
  track: ({ track, once }, context, { flow }) => {
    const lookup = scopeOf(flow, context);
    return [
      {
        kind: 'track',
        event: track.name,
        prefix: track.idPrefix ?? null,
        ...(track.eventId === undefined ? {} : { id: evaluate(track.eventId, lookup) }),
        data: valuesOf(track.params, lookup),
        user: valuesOf(track.user as Readonly<Record<string, Code>> | undefined, lookup),
        ...(once === true ? { once } : {}),
        ...(track.includePage === true ? { page: true } : {}),
      },
    ];
  },
  log: ({ values }, context, { flow, forms }) => {
    const personal = personalNames(flow, forms);
    const isPersonal = (code: Code): boolean =>
      namesIn(code).some((name) => personal.has(name) || flow.computed?.[name] !== undefined);
    const logged = Object.entries(valuesOf(values, scopeOf(flow, context))).map(([name, value]) => [
      name,
      isPersonal(values[name] as Code) ? conceal(value) : value,
    ]);
    return [{ kind: 'log', values: Object.fromEntries(logged) }];
  },
  post: ({ path, with: sent, id }, context, compiled) => {
    const shape = compiled.flow.calls[path];
    return [
      {
        kind: 'call',
        id,
        method: 'POST',
        path,
        payload: payloadFor(compiled, shape, sent, scopeOf(compiled.flow, context)),
        times: timesIn(shape),
        timeout: 15_000,
        background: true,
      },
    ];
  },
  openTab: ({ href }, context, { flow }) => [
    { kind: 'open', href: fillTemplate(href as Template, scopeOf(flow, context)) },
  ],
  close: () => [{ kind: 'close' }],
  redirect: ({ redirect }, context, { flow }) => {
    const lookup = scopeOf(flow, context);
    const preferred = redirect.urlFrom === undefined ? null : evaluate(redirect.urlFrom, lookup);
    const append = Object.entries(valuesOf(redirect.params, lookup)).filter(
      ([, value]) => value !== null && value !== '',
    );
    return [
      {
        kind: 'leave',
        href: fillTemplate(redirect.to, lookup),
        preferred: typeof preferred === 'string' && preferred !== '' ? preferred : null,
        append: Object.fromEntries(append.map(([name, value]) => [name, String(value)])),
      },
    ];
  },
};

/** An action that is an effect, with its own parameters. */
type EffectAction<N extends EffectName = EffectName> = { readonly type: N; readonly params: EffectParams[N] };

/** Whether an action of the machine is an effect. The others are built into XState. */
export const isEffect = (type: string): type is EffectName => Object.hasOwn(resolvers, type);

const isEffectAction = (action: ExecutableAction): action is ExecutableAction & EffectAction => isEffect(action.type);

const resolve = <N extends EffectName>(
  { type, params }: EffectAction<N>,
  context: FlowContext,
  compiled: CompiledFlow,
): Effect[] => resolvers[type](params, context, compiled);

/**
 * The effects of one executable action. XState's built-in actions become calls and timers.
 * @param step where the visitor is then
 */
export function effectsOf(compiled: CompiledFlow, action: ExecutableAction, step = ''): Effect[] {
  const context = onItsWay(compiled, action.info.context, step);
  if (isEffectAction(action)) return resolve(action, context, compiled);
  switch (action.type) {
    case 'xstate.raise': {
      const { id, delay } = action.params as { id?: string; delay?: number };
      return delay === undefined || id === undefined
        ? []
        : [{ kind: 'timer', id: timerName(compiled, id, context, delay), ms: delay }];
    }
    case 'xstate.cancel': {
      const id = String((action.params as { sendId?: unknown } | undefined)?.sendId ?? action.params);
      return [{ kind: 'cancel', id: timerName(compiled, id, context) }];
    }
    case 'xstate.spawnChild': {
      const { id, input } = action.params as {
        id: string;
        input: { path: string; with: Readonly<Record<string, Code>>; timeout: number };
      };
      const shape = compiled.flow.calls[input.path];
      const payload = payloadFor(compiled, shape, input.with, scopeOf(compiled.flow, context));
      return [
        {
          kind: 'call',
          id,
          method: shape?.method ?? 'POST',
          path: input.path,
          payload,
          times: timesIn(shape),
          timeout: input.timeout,
          background: false,
        },
      ];
    }
    case 'xstate.stopChild': {
      const child = action.params as { id?: string } | undefined;
      return child?.id === undefined ? [] : [{ kind: 'forget', id: child.id }];
    }
    default:
      throw new TypeError(`Nothing performs the action ${action.type} of the machine.`);
  }
}
