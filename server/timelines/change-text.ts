/** The first difference between a recorded session and the flow of today, in an author's words. */
import type { FlowDefinition } from '../../engine/definition.ts';
import { tracedPlace } from '../../engine/trace/course.ts';
import { type Difference, isRecord, shownValue } from '../../engine/trace/differences.ts';
import { withoutQuery } from '../../engine/trace/ending.ts';
import type { Divergence } from '../../engine/trace/replay.ts';
import type { Json } from '../../schemas/compiled.ts';
import type { TraceStep } from '../../schemas/generated/types.ts';
import { durationText } from './duration-text.ts';
import type { FlowWords } from './words.ts';

export interface ChangedStep {
  readonly recorded: TraceStep;
  readonly today: TraceStep;
  /** The message of each field that the form refuses today. */
  readonly errors: Readonly<Record<string, string>>;
  /** Before the step. */
  readonly screen: string;
}

const longest = 60;
const shown = (value: Json | undefined): string => shownValue(value, longest);

/** What an effect does, without a subject: `sends the event Lead`. */
function effectText(effect: Json | undefined, words: FlowWords): string {
  if (!isRecord(effect)) return 'does something else';
  const { kind, event, method, path, href, ms, screen, field } = effect;
  switch (kind) {
    case 'navigate':
      return `shows “${words.screen(String(screen))}”${typeof path === 'string' ? ` at ${path}` : ''}`;
    case 'call':
      return `calls ${method} ${path}`;
    case 'track':
      return `sends the event ${event}`;
    case 'leave':
      return `redirects to ${withoutQuery(String(href))}`;
    case 'open':
      return `opens ${withoutQuery(String(href))}`;
    case 'timer':
      return `waits for ${durationText(Number(ms))}`;
    case 'toast':
    case 'alert':
      return `shows the ${kind} “${shownText(effect)}”`;
    case 'close':
      return 'closes the dialog';
    case 'focus':
      return `puts the cursor into “${words.field(String(screen ?? ''), String(field))}”`;
    default:
      return `does ${String(kind)}`;
  }
}

const shownText = ({ title, text }: { readonly [name: string]: Json }): string =>
  [title, text].filter((each) => typeof each === 'string' && each !== '').join(' ');

/** A member of an effect that both have: its name and both values. */
function memberText({ path, of, recorded, replayed }: Difference): string {
  const member = path.replace(/^effects\[\d+\]\.?/, '');
  return `has ${shown(replayed)} as ${member} of “${of}”, not ${shown(recorded)}`;
}

function effectsText({ recorded, today }: ChangedStep, differences: readonly Difference[], words: FlowWords): string {
  const [first] = differences as readonly [Difference];
  const index = /^effects\[(\d+)\]/.exec(first.path)?.[1];
  if (index !== undefined) {
    const [before, after] = [recorded.effects[Number(index)], today.effects[Number(index)]];
    const [said, says] = [effectText(before, words), effectText(after, words)];
    if (said === says) return memberText(first);
    const [verb = ''] = says.split(' to ');
    return said.startsWith(`${verb} to `)
      ? `${says}, not to ${said.slice(verb.length + 4)}`
      : `${says}; in this visit it ${past(said)}`;
  }
  const missing = differences.find((each) => each.recorded !== undefined && each.replayed === undefined);
  const extra = differences.find((each) => each.replayed !== undefined && each.recorded === undefined);
  if (missing !== undefined && extra !== undefined)
    return `${effectText(extra.replayed, words)}; in this visit it ${past(effectText(missing.recorded, words))}`;
  if (extra !== undefined) return `also ${effectText(extra.replayed, words)}`;
  if (missing !== undefined) return `no longer ${effectText(missing.recorded, words)}`;
  return 'does the same in another order';
}

const pasts: Readonly<Record<string, string>> = {
  shows: 'showed',
  calls: 'called',
  sends: 'sent',
  redirects: 'redirected',
  opens: 'opened',
  waits: 'waited',
  closes: 'closed',
  puts: 'put',
  does: 'did',
};
const past = (text: string): string => text.replace(/^\w+/, (verb) => pasts[verb] ?? verb);

function stateText({ recorded, today, errors, screen }: ChangedStep, flow: FlowDefinition, words: FlowWords): string {
  const [before, after] = [tracedPlace(flow, recorded.real ?? recorded.state), tracedPlace(flow, today.state)];
  const refused = Object.entries(errors).map(([name, message]) => `“${words.field(screen, name)}” (${message})`);
  if (after.screen === screen && refused.length > 0) return `refuses ${refused.join(', ')}; in this visit it went on`;
  if (before.screen === screen && after.screen !== screen)
    return `goes on to “${words.screen(after.screen)}”; in this visit it stayed`;
  if (before.screen !== after.screen)
    return after.screen === screen
      ? `stays; in this visit it went on to “${words.screen(before.screen)}”`
      : `leads to “${words.screen(after.screen)}”, not to “${words.screen(before.screen)}”`;
  if (after.isCalling !== before.isCalling)
    return after.isCalling
      ? 'makes a call first; in this visit it made none'
      : 'makes no call; in this visit it made one';
  return `is at ${today.state}, not at ${recorded.state}`;
}

function replyText({ path, of, recorded, replayed }: Difference): string {
  const member = path.replace(/^reply\.?/, '');
  if (member === 'status') return `gets “${String(replayed)}” from ${of}, not ${String(recorded)}`;
  return `gets ${shown(replayed)} as ${member === '' ? 'the reply' : member} from ${of}, not ${shown(recorded)}`;
}

/**
 * What the flow does at a step today, and what it did: `redirects to /b, not to /a`. Its subject is the flow.
 * @param flow as it is today
 */
export function changeText(
  { kind, differences }: Pick<Divergence, 'kind' | 'differences'>,
  step: ChangedStep,
  flow: FlowDefinition,
  words: FlowWords,
): string {
  const [first] = differences;
  switch (kind) {
    case 'state':
      return stateText(step, flow, words);
    case 'effects':
      return effectsText(step, differences, words);
    case 'event-refused':
      return step.today.refused === true
        ? 'does not expect that any more'
        : 'accepts that; in this visit it did not expect it';
    case 'threw':
      return step.today.threw === true ? 'lacks a value that it needs' : 'has a value that it lacked then';
    case 'intake':
      return replyText(first as Difference);
    case 'context': {
      const name = (first?.path ?? '').replace(/^context\.(?:values\.)?/, '');
      return `has ${shown(first?.replayed)} as ${name}, not ${shown(first?.recorded)}`;
    }
  }
}
