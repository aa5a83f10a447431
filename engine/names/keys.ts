/** Names that are keys, by the record that contains them. */
import { isMap } from 'yaml';
import type { Step } from '../../schemas/generated/types.ts';
import type { Collector, MentionRole, NamePlace } from './mentions.ts';
import { type NameKey, type NameKind, nameKey } from './name.ts';
import { askedForm, fieldKey, flowId, formAt } from './scopes.ts';

/** The names of a key; empty where it names nothing. */
type KeyReader = (collector: Collector, name: string, at: NamePlace) => readonly NameKey[];

const ofFlow =
  (kind: NameKind): KeyReader =>
  (_, name, { source }) => [nameKey(kind, flowId(source), name)];

/** The second segment of the path is an id: of an intake. */
const ofIntake =
  (kind: NameKind): KeyReader =>
  (_, name, { path }) => [nameKey(kind, String(path[1]), name)];

/** @param file the key of the file's id */
const ofFile =
  (kind: NameKind, file: string): KeyReader =>
  (_, name, { source }) => [nameKey(kind, String(source.data[file]), name)];

const thing =
  (kind: NameKind): KeyReader =>
  ({ scopes }, name) => [scopes.thing(kind, name)];

/** Keys that an author names. */
const definitions: Readonly<Record<string, KeyReader>> = {
  'api.intakes': thing('intake'),
  'site.masks': thing('mask'),
  'site.destinations': thing('destination'),
  'site.calendar': thing('calendar'),
  'flow.steps': ofFlow('step'),
  'flow.data': ofFlow('value'),
  'flow.computed': ofFlow('value'),
  'flow.input': ofFlow('value'),
  'flow.returns': ofFlow('returned'),
  'valueType.fields': (_, __, { source, path }) =>
    source.kind === 'flow'
      ? [nameKey('value', flowId(source), ...path.filter((_segment, index) => index % 2 === 1).map(String))]
      : [],
  'flow.questions': ofFlow('question'),
  'form.fields': ofFile('field', 'form'),
  'funnel.fields': ofFile('field', 'funnel'),
  'field.fields': (_, name, at) => [nameKey('field', formAt(at), String(at.path.at(-3)), name)],
  'askedQuestion.fields': (_, name, at) => [fieldKey(at, name)],
  'question.fields': (_, name, at) => [nameKey('field', askedForm(at), name)],
  'ask.fields': (_, name, at) => [nameKey('field', askedForm(at), name)],
  'intake.input': ofIntake('input'),
  'intake.response': ofIntake('response'),
  'intake.deliver': ofIntake('delivery'),
  'page.overlays': ofFile('overlay', 'page'),
  'email.values': ofFile('email-value', 'email'),
  'step.on': ofFlow('reaction'),
  'step.saveAs': ofFlow('value'),
};

/** Keys that refer to what is named elsewhere, with what they do to it. */
const references: Readonly<Record<string, readonly [MentionRole, KeyReader]>> = {
  'form.lists': [
    'uses',
    ({ scopes }, name, { source }) =>
      scopes.readersOf(String(source.data['form'])).map((intake) => nameKey('input', intake, name)),
  ],
  'delivery.values': [
    'posts',
    ({ layout }, name, { path: [, intake, , delivery] }) =>
      below(layout.intakes.get(String(intake))?.data.deliver?.[String(delivery)]?.template, 'email-value', name),
  ],
  'step.query': ['reads', ofFlow('value')],
  'call.saveAs': ['posts', ofFlow('value')],
  'overlay.with': [
    'uses',
    (_, name, { source, path: [, overlay] }) => {
      const overlays = source.data['overlays'] as Record<string, { flow?: string }> | undefined;
      return below(overlays?.[String(overlay)]?.flow, 'value', name);
    },
  ],
  // A value that a step gives to the flow that it calls.
  'step.with': ['uses', (_, name, at) => below(calledAt(at), 'value', name)],
};

/** The flow that the step of a place calls. */
const calledAt = ({ source, path: [, step] }: NamePlace): string | undefined => {
  const steps = source.data['steps'] as Record<string, Step> | undefined;
  return steps?.[String(step)]?.call;
};

const below = (scope: string | undefined, kind: NameKind, name: string): readonly NameKey[] =>
  scope === undefined ? [] : [nameKey(kind, scope, name)];

/** Records of scenarios whose keys are values of the flow. */
const scenarioValues: ReadonlySet<string> = new Set([
  'case.query',
  'case.with',
  'act.fill',
  'expectation.errors',
  'expectation.values',
]);

/** Records of scenarios whose keys are paths of intakes. */
const scenarioEndpoints: ReadonlySet<string> = new Set(['case.replies', 'expectation.sent', 'expectation.stored']);

/** Reads a key of a record. @param at the value under the key */
export function readKey(collector: Collector, record: string, name: string, at: NamePlace): void {
  const definition = Object.hasOwn(definitions, record) ? definitions[record] : undefined;
  const reference = Object.hasOwn(references, record) ? references[record] : undefined;
  const [role, namesOf] = reference ?? ['defines', definition];
  if (record === 'step.saveAs') readReturned(collector, at);
  if (namesOf !== undefined)
    for (const key of namesOf(collector, name, at)) collector.mentions.key(key, { ...at, role });
  else if (at.source.kind === 'scenario') readScenarioKey(collector, record, name, { ...at, role: 'uses' });
  else if (record === 'call.with' || record === 'reaction.post.with') {
    const posted: NamePlace = { ...at, role: 'posts' };
    const intake = collector.scopes.intakeOfCall(at.source, at.path.slice(0, -2));
    if (intake !== undefined) collector.mentions.key(nameKey('input', intake, name), posted);
    readPartsOfKey(collector, name, posted);
  } else if (/^site\.integrations\.tags\.[^.]+\.events$/.test(record) || /^\w+Tag\.events$/.test(record))
    collector.mentions.key(nameKey('event', name), { ...at, role: 'tracks' });
}

/** A key of a scenario: a value of its flow, a parameter, the path of an intake, or what is sent to it. */
function readScenarioKey(collector: Collector, record: string, name: string, at: NamePlace): void {
  const { layout, scopes, mentions } = collector;
  const { source, path } = at;
  const flow = flowId(source);
  if (scenarioValues.has(record)) {
    if (scopes.isValue(flow, name)) mentions.key(nameKey('value', flow, name), at);
    else readPartsOfKey(collector, name, at);
  } else if (record === 'case.source') mentions.key(nameKey('parameter', name), at);
  else if (record === 'reply.body') {
    const intake = layout.endpoints.get(String(path.at(-4)))?.id;
    if (intake !== undefined) mentions.key(nameKey('response', intake, name), at);
  } else if (scenarioEndpoints.has(record)) {
    mentions.key(nameKey('endpoint', name), at);
    const sent = source.document.getIn(path);
    const intake = layout.endpoints.get(name);
    if (record !== 'expectation.sent' || intake === undefined || !isMap(sent)) return;
    for (const { key } of sent.items)
      mentions.key(nameKey('input', intake.id, String(key)), { ...at, path: [...path, String(key)] });
  }
}

/** What a step saves of the flow that it calls, under a name of its own. */
function readReturned({ mentions }: Collector, at: NamePlace): void {
  const called = calledAt(at);
  const returned: unknown = at.source.document.getIn(at.path);
  if (called !== undefined && typeof returned === 'string')
    mentions.value(nameKey('returned', called, returned), { ...at, role: 'uses' });
}

/** Adds the names within a key. */
function readPartsOfKey({ scopes, mentions }: Collector, name: string, at: NamePlace): void {
  for (const part of scopes.partsOf(name, at)) mentions.key(part.key, at, part);
}
