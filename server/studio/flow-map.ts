/** The map of a flow: its screens, what they say, and what leads from one to another. */
import type { FlowDefinition, SiteDefinition } from '../../engine/definition.ts';
import { optionsOf } from '../../engine/fields/field.ts';
import { stepOf } from '../../engine/flow/context.ts';
import { watchFlow } from '../../engine/flow/transitions.ts';
import type { FieldDefinition } from '../../engine/forms/types.ts';
import { isSeen } from '../../engine/trace/course.ts';
import { isObject } from '../../engine/values/is-object.ts';
import { shownText } from '../../engine/values/text-holes.ts';
import type { FlowMap, MapScreen, MapTransition } from '../../renderer/studio/contract.ts';
import type { Code } from '../../schemas/compiled.ts';
import { compiledFlow } from '../definitions/flow-machine.ts';
import { flowWords } from '../timelines/words.ts';
import { variantsOf } from './variants.ts';

/** The first path of a flow: of its own, else of a page that shows it; null if there is none. */
export function pathOfFlow({ routes, pages, index }: SiteDefinition, flow: string): string | null {
  const own = Object.entries(routes).find(([path, route]) => route.flow === flow && route.canonical === path);
  if (own !== undefined) return own[0];
  const opener = Object.keys(pages).find((page) => index.pages[page]?.flows.includes(flow));
  return Object.entries(routes).find(([, { page }]) => page === opener)?.[1].canonical ?? null;
}

const textKeys: ReadonlySet<string> = new Set([
  'title',
  'subtitle',
  'text',
  'heading',
  'lead',
  'label',
  'note',
  'help',
  'submit',
]);

/**
 * The texts of a step's blocks in reading order, without duplicates.
 * @param holds whether a condition of a block is met
 */
function textsIn(value: unknown, holds: (when: Code) => boolean, texts: Set<string> = new Set()): Set<string> {
  if (Array.isArray(value)) for (const each of value) textsIn(each, holds, texts);
  else if (isObject(value)) {
    if (value['when'] !== undefined && !holds(value['when'] as Code)) return texts;
    for (const [key, each] of Object.entries(value)) {
      const text = textKeys.has(key) ? shownText(each) : '';
      if (text !== '') texts.add(text);
      else textsIn(each, holds, texts);
    }
  }
  return texts;
}

/** The texts of a screen besides its title. @param holds as of `textsIn` */
export const screenTexts = (show: unknown, title: string, holds: (when: Code) => boolean): string[] =>
  [...textsIn(show, holds)].filter((text) => text !== title && /\p{L}/u.test(text));

const fieldOf = (field: FieldDefinition): MapScreen['fields'][number] => ({
  name: field.name,
  label: shownText(field.label ?? '') || field.name,
  isPersonal: field.pii !== undefined,
  options: Object.fromEntries((optionsOf(field) ?? []).map(({ value, label }) => [String(value), shownText(label)])),
});

/** The name of an event of the machine, as the map shows it. */
function eventName(event: string): string {
  if (event.startsWith('xstate.after')) return 'after a delay';
  return event.replace(/^on[.:]/, '');
}

/** @param origin of the public site */
export function flowMapOf(site: SiteDefinition, flow: FlowDefinition, origin: string): FlowMap {
  const compiled = compiledFlow(site, flow);
  const words = flowWords(site, flow);
  const path = pathOfFlow(site, flow.flow);
  // A state is a screen, or a call or a pause of it.
  const screenAt = (state: string): string => compiled.leaves.get(state)?.screen ?? stepOf(state);
  const questionsOf = (step: string): string[] => [
    ...new Set([...compiled.leaves.values()].flatMap((leaf) => (leaf.step === step ? [leaf.screen] : []))),
  ];

  function screenOf(id: string): MapScreen {
    const step = flow.steps[stepOf(id)];
    const questions = step?.kind === 'ask' ? (flow.questions?.[step.ask]?.items ?? []) : [];
    const question = questions.find((each) => `${stepOf(id)}.${each.id}` === id);
    const fields =
      question === undefined
        ? (step?.kind === 'form' ? (site.forms[step.form]?.fields ?? []) : []).map(fieldOf)
        : [
            {
              name: question.id,
              label: shownText(question.question),
              isPersonal: false,
              options: Object.fromEntries(question.options.map((each) => [String(each.value), shownText(each.label)])),
            },
          ];
    const own = step?.path?.[0] ?? path;
    return {
      id,
      title: words.screen(id),
      kind: step?.kind ?? '',
      isSeen: isSeen(flow, { step: stepOf(id) }),
      href: own === null || own.includes(':') ? null : origin + own,
      texts: screenTexts(step?.show, words.screen(id), () => true),
      fields,
    };
  }

  const transitions = new Map<string, MapTransition>();
  for (const { state, event, target } of watchFlow(compiled).transitions) {
    // Every screen can be reached by the history.
    if (target === null || state === '' || stepOf(state) === 'boot' || event === 'GO') continue;
    const [from, to] = [screenAt(state), entered(target)];
    if (from === to) continue;
    const key = JSON.stringify([from, to]);
    const known = transitions.get(key)?.events ?? [];
    const name = eventName(event);
    transitions.set(key, { from, to, events: name === '' || known.includes(name) ? known : [...known, name] });
  }

  /** The screen that a visitor sees first of a state. */
  function entered(target: string): string {
    const screen = screenAt(target);
    return compiled.leaves.has(target) ? screen : (questionsOf(stepOf(target))[0] ?? screen);
  }

  const screens = Object.keys(flow.steps).flatMap((step) => {
    const own = questionsOf(step);
    return own.length === 0 ? [step] : own;
  });
  return {
    flow: flow.flow,
    start: entered(flow.start),
    variants: variantsOf(site, flow.flow).map(({ canonical }) => canonical),
    screens: screens.map(screenOf),
    transitions: [...transitions.values()],
  };
}
