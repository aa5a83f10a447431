/** The steps of questions of which some have a type: the others first, then a step for each screen. */
import type { AskedQuestion } from '../../../schemas/generated/types.ts';
import { authoring } from '../../fields/generated/authoring.ts';
import { because, copied } from '../source/origins.ts';
import type { DataPath } from '../source/source.ts';
import type { AskedScreen } from './asked.ts';

/** A step with questions, as it is written. Its values have their origins. */
export interface Asking {
  readonly id: string;
  /** What only its first screen has: paths, the values in the address, tracking. */
  readonly first: Readonly<Record<string, unknown>>;
  /** What all of its screens have: the titles. */
  readonly all: Readonly<Record<string, unknown>>;
  readonly titlePrefix: unknown;
  /** How its questions without a type are asked; null if all have one. */
  readonly plain: { readonly count: number; readonly step: Readonly<Record<string, unknown>> } | null;
  readonly screens: readonly AskedScreen[];
  readonly show: readonly unknown[];
  /** Marks the origin of a part of `show`, or of `titlePrefix`, that is made from what is written there. */
  readonly made: (path: DataPath, value: unknown) => unknown;
  /** Marks the origin of a part of `show` that is copied. */
  readonly kept: (path: DataPath, value: unknown) => unknown;
  readonly next: unknown;
  /** What only its last screen has: its calls. */
  readonly last?: Readonly<Record<string, unknown>>;
  /** What only the form of its last screen shows. */
  readonly lastForm?: Readonly<Record<string, unknown>>;
}

interface Block {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isBlock = (value: object): value is Block => typeof (value as Partial<Block>).type === 'string';

/** The texts of the position among all questions. */
const positions = /\{\{\s*(steps?)\s*\}\}/g;

/** The steps that a step with questions becomes, by id. */
export function askingSteps(asking: Asking): [string, unknown][] {
  const { id, screens, plain } = asking;
  const before = plain?.count ?? 0;
  // All rounds have one place, so that the progress neither jumps nor goes back.
  const places: number[] = [];
  for (const [index, { question }] of screens.entries()) {
    const isSame = question.round !== undefined && question.round.place === screens[index - 1]?.question.round?.place;
    places.push((places.at(-1) ?? before) + (isSame ? 0 : 1));
  }
  const total = places.at(-1) ?? before;
  const stepOf = (index: number): string =>
    index === 0 && plain === null ? id : `${id}-${(screens[index] as AskedScreen).word}`;
  const isConditional = (index: number): boolean => screens[index]?.question.when !== undefined;
  const lastRound = screens.at(-1)?.question.round?.of;
  /** Whether Back may pass a screen. A visitor in the last round, with nothing below it, has chosen its option. */
  const mayPass = (index: number): boolean => {
    const round = screens[index]?.question.round;
    return isConditional(index) && (round === undefined || round.of !== lastRound || round.conditional);
  };
  const ahead = (index: number): unknown =>
    index === screens.length ? asking.next : isConditional(index) ? `${stepOf(index)}-if` : stepOf(index);
  const behind = (index: number): Readonly<Record<string, unknown>> | undefined => {
    if (index < 0) return plain === null ? undefined : { to: id, last: true };
    return { to: mayPass(index) ? `${stepOf(index)}-back` : stepOf(index) };
  };
  const shown = (position: { step?: number; steps: number }, block: (block: Block, path: DataPath) => unknown) => ({
    titlePrefix: placed(asking.titlePrefix, position, (value) => asking.made(['titlePrefix'], value)),
    show: asking.kept(
      ['show'],
      asking.show.map((each, index) => blocksIn(each, ['show', index], position, block, asking.made)),
    ),
  });

  const steps: [string, unknown][] = [];
  if (plain !== null) {
    const percent = Math.round((before / total) * 100);
    const own = shown({ steps: total }, (block) =>
      block.type === 'progress' ? { ...block, to: percent } : { ...block, finish: block.next },
    );
    steps.push([id, { ...asking.first, ...asking.all, ...plain.step, ...own, next: ahead(0) }]);
  }
  screens.forEach((screen, index) => {
    const { path, question, form } = screen;
    const isLast = index === screens.length - 1;
    const place = places[index] as number;
    const percent = Math.round((place / total) * 100);
    const back = behind(index - 1);
    const own = shown({ step: place, steps: total }, (block, at) =>
      block.type === 'progress'
        ? { ...block, from: percent, to: percent }
        : {
            ...formBlock(block, screen, { isLast, hasBack: back !== undefined, at, kept: asking.kept }),
            ...(isLast ? asking.lastForm : {}),
          },
    );
    if (isConditional(index)) {
      const when = copied([...path, 'when'], question.when);
      const at = [...path, 'when'];
      steps.push([
        `${stepOf(index)}-if`,
        because(at, {
          branch: [
            { when, to: stepOf(index) },
            { to: ahead(index + 1), clear: [form] },
          ],
        }),
      ]);
      const previous = index === 0 ? (plain === null ? stepOf(0) : id) : behind(index - 1)?.['to'];
      if (!isLast && mayPass(index))
        steps.push([`${stepOf(index)}-back`, because(at, { branch: [{ when, to: stepOf(index) }, { to: previous }] })]);
    }
    steps.push([
      stepOf(index),
      because(path, {
        ...(index === 0 && plain === null ? asking.first : {}),
        ...asking.all,
        form,
        ...own,
        ...(back === undefined ? {} : { on: { back } }),
        ...(isLast ? asking.last : {}),
        next: ahead(index + 1),
      }),
    ]);
  });
  return steps;
}

/** A text with the position of a screen among the questions. */
function placed(text: unknown, position: Readonly<Record<string, number>>, made: (value: unknown) => unknown): unknown {
  if (typeof text !== 'string') return text;
  const filled = text.replace(positions, (hole, name: string) => String(position[name] ?? hole));
  return filled === text ? text : made(filled);
}

/** Blocks with the position of a screen, and with another block in place of those that follow the questions. */
function blocksIn(
  value: unknown,
  path: DataPath,
  position: Readonly<Record<string, number>>,
  block: (block: Block, path: DataPath) => unknown,
  made: Asking['made'],
): unknown {
  const inside = (item: unknown, key: string | number): unknown =>
    blocksIn(item, [...path, key], position, block, made);
  if (typeof value === 'string') return placed(value, position, (text) => made(path, text));
  if (Array.isArray(value)) return value.map(inside);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const follows = isBlock(value) && (value.type === 'question' || value.type === 'progress');
  const own = follows ? (block(value, path) as object) : value;
  return Object.fromEntries(Object.entries(own).map(([key, item]) => [key, inside(item, key)]));
}

/** The form of a screen, in place of the block `question`. */
function formBlock(
  { type: _, next, previous, finish, busy, advance, ...others }: Block,
  { question, path, texts }: AskedScreen,
  { isLast, hasBack, at, kept }: { isLast: boolean; hasBack: boolean; at: DataPath; kept: Asking['kept'] },
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
  };
}

/** How the screen of a question goes on. Only options can be pressed, and only one choice is complete with a press. */
function advanceOf(advance: unknown, { type = 'text' }: AskedQuestion): unknown {
  const { control } = authoring[type];
  if (type === 'dropdown' || advance === undefined) return undefined;
  return control === 'choice' ? advance : control === 'choices' ? 'keys' : undefined;
}
