/** The texts in which two versions of a flow and its forms differ. */
import { stepOf } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { planOf } from '../vocabulary/plan.ts';
import { walk } from '../vocabulary/walk.ts';
import { type FlowMapping, renamedStep } from './mapping.ts';

/** A text that differs, with the step on which visitors read it; null for one that is not of one step. */
export interface TextEdit {
  readonly step: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

const inForms = new Set(['label', 'placeholder', 'hint', 'message', 'errorTitle']);

function collect(value: unknown, path: string, found: (path: string, text: string) => void, isText: boolean): void {
  if (typeof value === 'string') {
    if (isText) found(path, value);
  } else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) {
      // A text is found by its field, its option or its rule again, wherever that is in its list.
      const { name, id, rule, value: option } = (part ?? {}) as Readonly<Record<string, unknown>>;
      const own = Array.isArray(value) ? ([name, id, rule, option].find((each) => each !== undefined) ?? key) : key;
      collect(part, `${path}/${String(own)}`, found, isText || inForms.has(key));
    }
}

/**
 * The texts of a flow by their places: those of its steps begin with `/steps/<step>/`.
 * @param mapping the new names of what the places name; null for the edited flow
 */
function textsOf({ flow, forms }: CompiledFlow, mapping: FlowMapping | null): Map<string, string> {
  const texts = new Map<string, string>();
  const nameOf = (step: string): string => (mapping === null ? step : renamedStep(mapping)(step));
  const fieldOf = (part: string): string => mapping?.fields.get(part) ?? part;
  walk(planOf('flow'), flow, {
    annotated(kind, value, path) {
      if (kind !== 'text' && kind !== 'prose' && kind !== 'texts') return value;
      const [root = '', step = '', ...below] = path.map(String);
      const place = root === 'steps' ? [root, nameOf(step), ...below.map(fieldOf)] : path;
      collect(value, `/${place.join('/')}`, (at, text) => texts.set(at, text), true);
      return value;
    },
  });
  for (const [id, step] of Object.entries(flow.steps)) {
    const form = step.kind === 'form' ? forms.find((each) => each.id === step.form) : undefined;
    collect(
      form,
      '',
      (at, text) => texts.set(`/steps/${nameOf(id)}/form${at.split('/').map(fieldOf).join('/')}`, text),
      false,
    );
  }
  return texts;
}

interface KnownTexts {
  readonly today: CompiledFlow;
  readonly edited: CompiledFlow;
  readonly texts: readonly TextEdit[];
}

/** What the last visit of the same flows has found. */
const lastFound = new WeakMap<FlowMapping, KnownTexts>();

/** The texts that differ, each once. A text that only moved within its step does not. */
export function changedTexts(today: CompiledFlow, edited: CompiledFlow, mapping: FlowMapping): readonly TextEdit[] {
  const known = lastFound.get(mapping);
  if (known?.today === today && known.edited === edited) return known.texts;
  const texts = today.flow.hash === edited.flow.hash ? [] : findChanges(today, edited, mapping);
  lastFound.set(mapping, { today, edited, texts });
  return texts;
}

function findChanges(today: CompiledFlow, edited: CompiledFlow, mapping: FlowMapping): readonly TextEdit[] {
  const [before, after] = [textsOf(today, mapping), textsOf(edited, null)];
  const changed = [...new Set([...before.keys(), ...after.keys()])].flatMap((place): TextEdit[] => {
    const [was, is] = [before.get(place) ?? null, after.get(place) ?? null];
    const [, root, step = ''] = place.split('/');
    return was === is ? [] : [{ step: root === 'steps' ? step : null, before: was, after: is }];
  });
  const isMoved = ({ step, before: was, after: is }: TextEdit): boolean =>
    (was === null || is === null) &&
    changed.some((other) => other.step === step && other.before === is && other.after === was);
  const each = changed.filter((one) => !isMoved(one)).map((one) => [JSON.stringify(one), one] as const);
  return [...new Map(each).values()];
}

/** Those that a visitor of some states may have read. */
export function textsSeen(texts: readonly TextEdit[], states: Iterable<string>): TextEdit[] {
  const steps = new Set([...states].map((state) => stepOf(state)));
  return texts.filter(({ step }) => step === null || steps.has(step));
}
