/** The words of an author for what a trace names by ids: titles, questions, labels. */
import type { FlowDefinition, SiteDefinition } from '../../engine/definition.ts';
import { optionsOf } from '../../engine/fields/field.ts';
import { stepOf } from '../../engine/flow/context.ts';
import type { FieldDefinition } from '../../engine/forms/types.ts';
import { isObject } from '../../engine/values/is-object.ts';
import { shownText } from '../../engine/values/text-holes.ts';
import type { Question } from '../../schemas/generated/types.ts';
import { unmaskedMessage } from './masked-messages.ts';

/** Screens are steps, or `step.question`. A name that the definitions do not have (any more) is returned as it is. */
export interface FlowWords {
  /** The question that a screen asks, else its title. */
  screen(screen: string): string;
  /** The label of a field, or the question. */
  field(screen: string, name: string): string;
  /** The label of a question's option; null if there is none. */
  answer(screen: string, value: unknown): string | null;
  /** The label of the option that a field has; null if the field has none with this value, or is personal. */
  choice(screen: string, name: string, value: unknown): string | null;
  /** The label of the button that sends an event to its step. */
  button(screen: string, event: string): string;
  /** The label of the button that sends the form, or that leads to the next question; null if it has no words of its own. */
  onward(screen: string): string | null;
  /** A message in the reply of a call, as its author wrote it, if that can be found: traces mask it. */
  reply(path: string, message: string): string;
}

/** A text with words of the author's own: of `{{ value }}` alone nothing is known. */
const wordsIn = (text: unknown): string => {
  const shown = shownText(text ?? '');
  return /[\p{L}\p{N}]/u.test(shown) ? shown : '';
};

/** The first object below a value that has a property with a value. */
function objectWith(value: unknown, key: string, wanted?: string): Readonly<Record<string, unknown>> | null {
  if (Array.isArray(value)) {
    for (const each of value) {
      const found = objectWith(each, key, wanted);
      if (found !== null) return found;
    }
    return null;
  }
  if (!isObject(value)) return null;
  const own = value[key];
  if (own !== undefined && (wanted === undefined || own === wanted)) return value;
  return objectWith(Object.values(value), key, wanted);
}

/** @param flow null if the definitions do not have it any more */
export function flowWords(site: SiteDefinition | null, flow: FlowDefinition | null): FlowWords {
  const stepAt = (screen: string) => flow?.steps[stepOf(screen)];

  function questionOf(screen: string): Question | undefined {
    const step = stepAt(screen);
    if (step?.kind !== 'ask') return undefined;
    return flow?.questions?.[step.ask]?.items.find(({ id }) => `${stepOf(screen)}.${id}` === screen);
  }

  function formField(screen: string, name: string): FieldDefinition | undefined {
    const step = stepAt(screen);
    if (step?.kind !== 'form') return undefined;
    return site?.forms[step.form]?.fields.find((field) => field.name === name);
  }

  return {
    screen(screen) {
      const question = questionOf(screen);
      if (question !== undefined) return shownText(question.question);
      const step = stepAt(screen);
      return wordsIn(step?.title) || wordsIn(objectWith(step?.show, 'title')?.['title']) || screen;
    },
    field(screen, name) {
      const question = questionOf(`${stepOf(screen)}.${name}`);
      if (question !== undefined) return shownText(question.question);
      return wordsIn(formField(screen, name)?.label) || name;
    },
    answer(screen, value) {
      const option = questionOf(screen)?.options.find((each) => each.value === value);
      return option === undefined ? null : shownText(option.label);
    },
    choice(screen, name, value) {
      const field = formField(screen, name);
      if (field === undefined || field.pii !== undefined) return null;
      const chosen = Array.isArray(value) ? value : [value];
      const labels = chosen.flatMap((each) => optionsOf(field)?.find((option) => option.value === each)?.label ?? []);
      return labels.length === 0 ? null : labels.map(shownText).join(', ');
    },
    reply: (path, message) => unmaskedMessage(site, path, message),
    button: (screen, event) => wordsIn(objectWith(stepAt(screen)?.show, 'send', event)?.['label']) || event,
    onward(screen) {
      const step = stepAt(screen);
      if (step?.kind === 'form') return wordsIn(objectWith(step.show, 'submit')?.['submit']) || null;
      const block = objectWith(step?.show, 'next') ?? {};
      const items = step?.kind === 'ask' ? (flow?.questions?.[step.ask]?.items ?? []) : [];
      const isLast = `${stepOf(screen)}.${items.at(-1)?.id}` === screen;
      return wordsIn(block[isLast ? 'finish' : 'next']) || null;
    },
  };
}
