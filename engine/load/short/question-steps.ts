/** The steps of questions of which some have a type: the others first, then a step for each screen. */
import type { AskedQuestion } from '../../../schemas/generated/types.ts';
import { authoring } from '../../fields/generated/authoring.ts';
import { because, copied } from '../source/origins.ts';
import type { DataPath } from '../source/source.ts';
import type { AskedScreen, PlacedStatement, Stop } from './question-screens.ts';

/** A step with questions, as it is written. Its values have their origins. */
export interface AskPlan {
  readonly id: string;
  /** What only its first screen has: paths, the values in the address, tracking. */
  readonly first: Readonly<Record<string, unknown>>;
  /** What all of its screens have: the titles. */
  readonly all: Readonly<Record<string, unknown>>;
  readonly titlePrefix: unknown;
  /** How its questions without a type are asked. */
  readonly plain: Readonly<Record<string, unknown>>;
  readonly stops: readonly Stop[];
  readonly show: readonly unknown[];
  /** Marks the origin of a part of `show`, or of `titlePrefix`, that is made from what is written there. */
  readonly made: (path: DataPath, value: unknown) => unknown;
  /** Marks the origin of a part of `show` that is copied. */
  readonly kept: (path: DataPath, value: unknown) => unknown;
  readonly next: unknown;
  /** What only its last screen has: its calls. */
  readonly last?: Readonly<Record<string, unknown>>;
}

interface Block {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isBlock = (value: object): value is Block => typeof (value as Partial<Block>).type === 'string';

/** The texts of the position among all questions. */
const positions = /\{\{\s*(steps?)\s*\}\}/g;

const screenOf = (stop: Stop | undefined): AskedScreen | undefined =>
  stop !== undefined && 'screen' in stop ? stop.screen : undefined;

/** The condition of a stop, with the place of its words. */
function conditionOf(stop: Stop | undefined): { readonly when: unknown; readonly path: DataPath } {
  const { when, path } =
    stop !== undefined && 'statement' in stop
      ? { ...stop.statement, path: stop.path }
      : {
          when: screenOf(stop)?.question.when,
          path: screenOf(stop)?.path ?? [],
        };
  return { when, path: [...path, 'when'] };
}

/** The words that name the steps of the stops. The first one has the id of the step that is written. */
function wordsOf(stops: readonly Stop[]): readonly string[] {
  const taken = new Set(stops.flatMap((stop) => screenOf(stop)?.word ?? []));
  const numbered = (word: string, first: string): string => {
    let own = first;
    for (let count = 2; taken.has(own); count += 1) own = `${word}${count}`;
    taken.add(own);
    return own;
  };
  return stops.map((stop) => {
    if ('screen' in stop) return stop.screen.word;
    return 'statement' in stop ? numbered('statement-', 'statement') : numbered('', '1');
  });
}

/** How many questions are asked up to each stop. All rounds have one place, so that the progress neither jumps nor goes back. */
function placesOf(stops: readonly Stop[]): readonly number[] {
  let place = 0;
  let round: number | undefined;
  return stops.map((stop) => {
    if ('plain' in stop) place += stop.plain.length;
    if ('screen' in stop) {
      const own = stop.screen.question.round?.place;
      if (own === undefined || own !== round) place += 1;
      round = own;
    }
    return place;
  });
}

/** The steps that a step with questions becomes, by id. */
export function askingSteps(asking: AskPlan): [string, unknown][] {
  const { id, stops } = asking;
  const places = placesOf(stops);
  const total = places.at(-1) ?? 0;
  const words = wordsOf(stops);
  const rows = stops.filter((stop) => 'plain' in stop).length;
  const countPlain = stops.reduce((sum, stop) => sum + ('plain' in stop ? stop.plain.length : 0), 0);
  const percentOf = (place: number): number => Math.round((place / total) * 100);
  const stepOf = (index: number): string => (index === 0 ? id : `${id}-${words[index]}`);
  const isConditional = (index: number): boolean => conditionOf(stops[index]).when !== undefined;
  const lastRound = screenOf(stops.at(-1))?.question.round?.of;
  /** Whether Back may pass a screen. A visitor in the last round, with nothing below it, has chosen its option. */
  const mayPass = (index: number): boolean => {
    const round = screenOf(stops[index])?.question.round;
    return isConditional(index) && (round === undefined || round.of !== lastRound || round.conditional);
  };
  const ahead = (index: number): unknown =>
    index === stops.length ? asking.next : isConditional(index) ? `${stepOf(index)}-if` : stepOf(index);
  const behind = (index: number): { readonly to: string; readonly last?: true } | undefined => {
    const stop = stops[index];
    if (stop === undefined) return undefined;
    if ('plain' in stop) return { to: stepOf(index), last: true };
    return { to: mayPass(index) ? `${stepOf(index)}-back` : stepOf(index) };
  };
  const shown = (
    position: { step?: number; steps: number },
    block: (block: Block, path: DataPath) => unknown,
  ): Readonly<Record<string, unknown>> => ({
    titlePrefix: placed(asking.titlePrefix, position, (value) => asking.made(['titlePrefix'], value)),
    show: asking.kept(
      ['show'],
      asking.show.flatMap((each, index) => blocksIn(each, ['show', index], position, block, asking.made)),
    ),
  });

  return stops.flatMap((stop, index): [string, unknown][] => {
    const isFirst = index === 0;
    const isLast = index === stops.length - 1;
    const step = places[index] as number;
    const percent = percentOf(step);
    const back = behind(index - 1);
    const around = {
      ...(isFirst ? asking.first : {}),
      ...asking.all,
    };
    const leading = {
      ...(back === undefined ? {} : { on: { back } }),
      next: ahead(index + 1),
    };
    if ('plain' in stop) {
      const own = shown({ steps: total }, (block) =>
        block.type === 'progress'
          ? { ...block, to: percentOf(countPlain) }
          : isLast
            ? block
            : { ...block, finish: block['next'], notice: undefined },
      );
      const only = rows === 1 ? {} : { only: stop.plain.map(({ question }) => (question as { id: string }).id) };
      return [[stepOf(index), { ...around, ...asking.plain, ...only, ...own, ...leading }]];
    }
    const steps: [string, unknown][] = [];
    const { when, path: at } = conditionOf(stop);
    if (when !== undefined) {
      const clear = 'screen' in stop ? { clear: [stop.screen.form] } : {};
      const way = { when: copied(at, when), to: stepOf(index) };
      steps.push([`${stepOf(index)}-if`, because(at, { branch: [way, { to: ahead(index + 1), ...clear }] })]);
      if (!isLast && mayPass(index))
        steps.push([`${stepOf(index)}-back`, because(at, { branch: [way, back ?? { to: stepOf(index) }] })]);
    }
    if ('statement' in stop) {
      const { titlePrefix: _, ...own } = shown({ step, steps: total }, (block, path) =>
        block.type === 'progress'
          ? { ...withoutPosition(block), from: percent, to: percent }
          : statementBlocks(block, stop, { hasBack: back !== undefined, at: path, kept: asking.kept }),
      );
      const { next, on = {} } = leading as { next: unknown; on?: object };
      return [...steps, [stepOf(index), because(stop.path, { ...around, ...own, on: { ...on, next: { to: next } } })]];
    }
    const { screen } = stop;
    const own = shown({ step, steps: total }, (block, path) =>
      block.type === 'progress'
        ? { ...block, from: percent, to: percent }
        : {
            ...formBlock(block, screen, { isLast, hasBack: back !== undefined, at: path, kept: asking.kept }),
          },
    );
    const { next, ...before } = leading;
    const all = { ...around, form: screen.form, ...own, ...before, ...(isLast ? asking.last : {}), next };
    return [...steps, [stepOf(index), because(screen.path, all)]];
  });
}

/** A progress bar without a caption that counts the questions: a statement is none. */
const withoutPosition = ({ caption, ...block }: Block): Block =>
  typeof caption === 'string' && caption.search(positions) >= 0
    ? block
    : { ...block, ...(caption === undefined ? {} : { caption }) };

/** The blocks of a statement, in place of the block `question`. */
function statementBlocks(
  { next, previous }: Block,
  { statement: { statement, text, blocks = [], button }, path }: PlacedStatement,
  { hasBack, at, kept }: { hasBack: boolean; at: DataPath; kept: AskPlan['kept'] },
): readonly unknown[] {
  const back = { label: kept([...at, 'previous'], previous), send: 'back' };
  const label = button === undefined ? kept([...at, 'next'], next) : copied([...path, 'button'], button);
  return [
    because(path, {
      type: 'text',
      title: copied([...path, 'statement'], statement),
      body: text === undefined ? undefined : copied([...path, 'text'], text),
    }),
    ...blocks.map((block, index) => copied([...path, 'blocks', index], block)),
    because(path, {
      type: 'actions',
      actions: [...(hasBack ? [back] : []), { label, send: 'next', emphasis: 'strong' }],
    }),
  ];
}

/** A text with the position of a screen among the questions. */
function placed(text: unknown, position: Readonly<Record<string, number>>, made: (value: unknown) => unknown): unknown {
  if (typeof text !== 'string') return text;
  const filled = text.replace(positions, (hole, name: string) => String(position[name] ?? hole));
  return filled === text ? text : made(filled);
}

/** Blocks with the position of a screen, and with other blocks in place of those that follow the questions. */
function blocksIn(
  value: unknown,
  path: DataPath,
  position: Readonly<Record<string, number>>,
  block: (block: Block, path: DataPath) => unknown,
  made: AskPlan['made'],
): unknown {
  const inside = (item: unknown, key: string | number): unknown =>
    blocksIn(item, [...path, key], position, block, made);
  if (typeof value === 'string') return placed(value, position, (text) => made(path, text));
  if (Array.isArray(value))
    return value.flatMap((item, index) => {
      const own = inside(item, index);
      // One block may become several.
      return Array.isArray(item) ? [own] : own;
    });
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const follows = isBlock(value) && (value.type === 'question' || value.type === 'progress');
  const own = follows ? (block(value, path) as object) : value;
  if (Array.isArray(own)) return own;
  return Object.fromEntries(Object.entries(own).map(([key, item]) => [key, inside(item, key)]));
}

/** The form of a screen, in place of the block `question`. */
function formBlock(
  { type: _, next, previous, finish, busy, notice, advance, ...others }: Block,
  { question, path, texts }: AskedScreen,
  { isLast, hasBack, at, kept }: { isLast: boolean; hasBack: boolean; at: DataPath; kept: AskPlan['kept'] },
): object {
  const isOne = question.fields === undefined;
  return {
    ...others,
    type: 'form',
    look: isOne ? 'titled' : 'question',
    advance: advanceOf(advance, question),
    ...texts,
    title: copied([...path, 'question'], question.question),
    lead: isOne || question.hint === undefined ? undefined : copied([...path, 'hint'], question.hint),
    submit: kept([...at, isLast ? 'finish' : 'next'], isLast ? finish : next),
    back: hasBack ? kept([...at, 'previous'], previous) : undefined,
    busy: busy === undefined ? undefined : kept([...at, 'busy'], busy),
    notice: isLast && notice !== undefined ? kept([...at, 'notice'], notice) : undefined,
  };
}

/** How the screen of a question goes on. Only options can be pressed, and only one choice is complete with a press. */
function advanceOf(advance: unknown, { type = 'text' }: AskedQuestion): unknown {
  const { control } = authoring[type];
  if (type === 'dropdown' || advance === undefined) return undefined;
  return control === 'choice' ? advance : control === 'choices' ? 'keys' : undefined;
}
