/** Differences between definitions as sentences. */
import { isObject } from '../values/is-object.ts';
import type { Change } from './changes.ts';
import { type EditConsequence, writtenValue } from './version.ts';

type Kind = EditConsequence['kind'];

/** A sentence about a change; null if it is reported elsewhere, such as an address. */
export interface Sentence {
  readonly kind: Kind;
  readonly text: string;
}

/** Rules that refuse more when their number is higher, and those that refuse more when it is lower. */
const lower: ReadonlySet<string> = new Set([
  'minLength.length',
  'digits.min',
  'atLeast.count',
  'range.min',
  'number.min',
]);
const upper: ReadonlySet<string> = new Set([
  'maxLength.length',
  'digits.max',
  'atMost.count',
  'range.max',
  'number.max',
]);

const word = (value: unknown): string => writtenValue(value);

/** A block by its type and its title. */
function blockName(block: unknown): string {
  const { type, title, label, text } = (isObject(block) ? block : {}) as Record<string, unknown>;
  const shown = [title, label, text].find((each) => typeof each === 'string');
  return `block ${String(type)}${shown === undefined ? '' : ` (${word(shown)})`}`;
}

const isBlock = (value: unknown): boolean =>
  isObject(value) && typeof (value as Record<string, unknown>)['type'] === 'string';

const ownId = ({ source }: Change): string => String(source.data[source.kind] ?? source.path);

/** `a → b`, `a, new`, `a, removed`. */
function turned(what: string, { before, after }: Change): string {
  if (before === undefined) return `${what} is now ${word(after)}; it was not set.`;
  if (after === undefined) return `${what} is no longer set; it was ${word(before)}.`;
  return `${what}: ${word(before)} → ${word(after)}.`;
}

function stepSentence(change: Change): Sentence | null {
  const { path, before, after } = change;
  const flow = ownId(change);
  const [, step = '', key, index, member] = path.map(String);
  const at = `${flow}: step ${step}`;
  const sentence = (text: string, kind: Kind = 'flows'): Sentence => ({ kind, text });
  if (key === undefined) {
    const { next, form, ask } = (after ?? before ?? {}) as Record<string, unknown>;
    const what = [form && `form ${word(form)}`, ask && `questions ${word(ask)}`, next && `then ${word(next)}`].filter(
      Boolean,
    );
    return sentence(
      after === undefined ? `${at} is removed.` : `${at} is new${what.length > 0 ? ` (${what.join(', ')})` : ''}.`,
    );
  }
  if (key === 'path') return null;
  if (path.includes('track')) return trackSentence(change, `${at}`);
  if (key === 'next')
    return sentence(
      `${flow}: after ${step} comes ${after === undefined ? 'no step' : word(after)}${before === undefined ? '' : `, not ${word(before)}`}.`,
    );
  if (key === 'branch' && index !== undefined) {
    const own = (value: unknown) => {
      const { when, to } = (value ?? {}) as Record<string, unknown>;
      return when === undefined ? `otherwise to ${word(to)}` : `to ${word(to)} if ${word(when)}`;
    };
    if (member === undefined)
      return sentence(
        before === undefined
          ? `${at} also leads ${own(after)}.`
          : after === undefined
            ? `${at} no longer leads ${own(before)}.`
            : turned(`${at} leads`, change),
      );
    return sentence(
      member === 'to'
        ? `${at}: a branch leads to ${word(after)}, not ${word(before)}.`
        : turned(`${at}: condition`, change),
    );
  }
  if (key === 'on' && index !== undefined) {
    const pressed = `${flow}: ${index} on ${step}`;
    if (member === undefined) {
      const { to } = (after ?? before ?? {}) as Record<string, unknown>;
      return sentence(
        after === undefined
          ? `${pressed} has no effect any more.`
          : `${pressed} is new${to === undefined ? '' : `, to ${word(to)}`}.`,
      );
    }
    if (member === 'to')
      return sentence(`${pressed} leads to ${word(after ?? 'nothing')}, not ${word(before ?? 'nothing')}.`);
  }
  if (key === 'fallback' && index === 'to')
    return sentence(`${at}: visitors without its values go to ${word(after)}, not ${word(before)}.`);
  if (key === 'show') return blockSentence(change, at);
  if (path.includes('with')) return sentence(turned(`${at} sends ${String(path.at(-1))}`, change), 'intakes');
  return sentence(turned(`${at}: ${path.slice(2).join('.')}`, change));
}

function trackSentence({ path, before, after, ...rest }: Change, at: string): Sentence {
  const below = path.slice(path.indexOf('track') + 1).filter((key) => typeof key === 'string');
  const nameOf = (value: unknown) =>
    word((isObject(value) ? (value as Record<string, unknown>)['name'] : undefined) ?? value);
  const change = { path, before, after, ...rest };
  if (below.length === 0)
    return {
      kind: 'tracking',
      text:
        before === undefined
          ? `${at} tracks ${nameOf(after)}.`
          : after === undefined
            ? `${at} no longer tracks ${nameOf(before)}.`
            : `${at} tracks ${nameOf(after)}, not ${nameOf(before)}.`,
    };
  if (below.length === 1 && below[0] === 'name')
    return { kind: 'tracking', text: `${at} tracks ${word(after)}, not ${word(before)}.` };
  return {
    kind: 'tracking',
    text: turned(`${at}: event field ${below.filter((key) => key !== 'params').join('.')}`, change),
  };
}

function blockSentence(change: Change, at: string): Sentence {
  const { before, after, path } = change;
  if (before === undefined && isBlock(after)) return { kind: 'pages', text: `${at} has a new ${blockName(after)}.` };
  if (after === undefined && isBlock(before))
    return { kind: 'pages', text: `${at} no longer has its ${blockName(before)}.` };
  const key = path.filter((each) => typeof each === 'string').at(-1);
  if (key === 'when') return { kind: 'pages', text: turned(`${at}: a block is shown if`, change) };
  if (key === 'to') return { kind: 'pages', text: turned(`${at}: a button leads to`, change) };
  return {
    kind: 'pages',
    text: turned(
      `${at}: ${path
        .filter((each) => typeof each === 'string')
        .slice(-2)
        .join('.')}`,
      change,
    ),
  };
}

function ruleSentence(change: Change, at: string): Sentence {
  const { before, after, path, source } = change;
  const [, field = '', , index, member] = path;
  const name = (value: unknown) => String((value as Record<string, unknown> | undefined)?.['rule']);
  if (member === undefined) {
    const how = (value: unknown) => {
      const { rule, message: _, ...more } = value as Record<string, unknown>;
      const given = Object.entries(more).map(([key, each]) => `${key} ${word(each)}`);
      return `${String(rule)}${given.length > 0 ? ` (${given.join(', ')})` : ''}`;
    };
    return {
      kind: 'forms',
      text:
        before === undefined
          ? `${at} has a new rule ${how(after)}: it refuses more.`
          : `${at} no longer has the rule ${how(before)}: it accepts more.`,
    };
  }
  const fields = source.data['fields'] as Record<string, { rules?: readonly unknown[] }> | undefined;
  const rule = `${name(fields?.[String(field)]?.rules?.[Number(index)])}.${String(member)}`;
  const grows = Number(after) > Number(before);
  const strict = lower.has(rule) ? grows : upper.has(rule) ? !grows : null;
  const effect = strict === null ? '' : strict ? ' It refuses more.' : ' It accepts more.';
  return { kind: 'forms', text: `${turned(`${at}: rule ${rule.replace('.', ' ')}`, change)}${effect}` };
}

function formSentence(change: Change): Sentence {
  const { path, before, after } = change;
  const [root, field, part] = path;
  const form = `Form ${ownId(change)}`;
  if (root !== 'fields') return { kind: 'forms', text: turned(`${form}: ${path.join('.')}`, change) };
  const at = `${form}: ${String(field)}`;
  if (part === undefined) {
    if (after === undefined) return { kind: 'forms', text: `${at} is no longer a field.` };
    if (before !== undefined) return { kind: 'forms', text: turned(at, change) };
    const { type, rules, required } = after as {
      type?: string;
      rules?: readonly { rule?: string }[];
      required?: unknown;
    };
    const must =
      (required !== undefined && required !== false) ||
      (rules ?? []).some(({ rule }) => rule === 'required' || rule === 'accepted');
    return { kind: 'forms', text: `${at} is a new field (${type ?? word(after)}), ${must ? 'required' : 'optional'}.` };
  }
  if (part === 'rules' && path.length > 3) return ruleSentence(change, at);
  return { kind: 'forms', text: turned(`${at}: ${path.slice(2).join('.')}`, change) };
}

function intakeSentence(change: Change): Sentence | null {
  const { path, before, after } = change;
  const [, id = '', key, name, ...below] = path.map(String);
  const at = `Intake ${id}`;
  // What it accepts and responds with is described as a whole.
  const isWhole = before === undefined || after === undefined;
  if (key === undefined || ['form', 'forms', 'omit', 'post', 'get', 'records'].includes(key)) return null;
  if ((key === 'input' || key === 'response') && below.length === 0 && isWhole) return null;
  if (key === 'input' && below[0] === 'optional') return null;
  if (key === 'deliver' && below.length === 0) {
    if (after === undefined) return { kind: 'intakes', text: `${at} no longer sends ${String(name)}.` };
    if (before === undefined) {
      const { email, webhook, meta, ga4 } = after as Record<string, unknown>;
      return {
        kind: 'intakes',
        text: `${at} also sends ${String(name)} to ${word(email ?? webhook ?? meta ?? ga4)} after each submission.`,
      };
    }
  }
  if (key === 'retention' && name === 'days')
    return { kind: 'intakes', text: `${at} keeps records for ${word(after)} days, not ${word(before)}.` };
  return { kind: 'intakes', text: turned(`${at}: ${path.slice(2).join('.')}`, change) };
}

/** The sentence for a change outside texts and facts; null if another part of the report covers it. */
export function sentenceOf(change: Change): Sentence | null {
  const { source, path, before, after } = change;
  const id = ownId(change);
  const [root] = path;
  switch (source.kind) {
    case 'flow': {
      if (root === 'steps' && path.length > 1) return stepSentence(change);
      if (root === 'start') return { kind: 'flows', text: `${id} starts at ${word(after)}, not at ${word(before)}.` };
      if (root === 'computed')
        return { kind: 'flows', text: turned(`${id}: computed ${path.slice(1).join('.')}`, change) };
      if (root === 'questions' && path[2] === 'items' && path.length === 4) {
        const question = String(((after ?? before) as Record<string, unknown>)['id']);
        return {
          kind: 'flows',
          text: `${id}: the question ${question} is ${after === undefined ? 'removed' : 'new'}.`,
        };
      }
      return { kind: 'flows', text: turned(`${id}: ${path.join('.')}`, change) };
    }
    case 'form':
      return formSentence(change);
    case 'api':
      return root === 'intakes' ? intakeSentence(change) : null;
    case 'page':
    case 'part': {
      const at = `${source.kind === 'page' ? 'Page' : 'Part'} ${id}`;
      if (root === 'paths') return null;
      if (path.includes('track')) return trackSentence(change, at);
      if (root === 'blocks' && path.length > 1) return blockSentence(change, at);
      return { kind: 'pages', text: turned(`${at}: ${path.join('.')}`, change) };
    }
    case 'site':
      return { kind: 'site', text: turned(path.join('.'), change) };
    default:
      return { kind: 'pages', text: turned(`${source.kind} ${id}: ${path.join('.')}`, change) };
  }
}
