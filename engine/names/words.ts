/** Names that are strings without a kind, by the key that contains them. */
import { readAddress } from './addresses.ts';
import { readParts } from './chains.ts';
import type { Collector, MentionRole, NamePlace } from './mentions.ts';
import { nameKey } from './name.ts';
import { askedForm, blockScope, fieldKey, flowId, formAt } from './scopes.ts';

type WordReader = (collector: Collector, name: string, at: NamePlace) => void;

const event: WordReader = ({ mentions }, name, at) => mentions.value(nameKey('event', name), at);

const records: WordReader = ({ mentions }, name, at) => mentions.value(nameKey('records', name), at);

const input: WordReader = (collector, name, at) => {
  collector.mentions.value(nameKey('input', String(at.path[1]), name), at);
  readParts(collector, name, 0, at);
};

const answer: WordReader = ({ mentions }, name, at) => mentions.value(nameKey('field', askedForm(at), name), at);

const nextQuestion: WordReader = ({ scopes, mentions }, name, at) => {
  if (scopes.isField(askedForm(at), name)) mentions.value(nameKey('field', askedForm(at), name), at);
};

/** By the place of a word, or of its list: what it does there, and what reads it. */
const readers: Readonly<Record<string, readonly [MentionRole, WordReader]>> = {
  'track.name': ['tracks', event],
  'delivery.event': ['tracks', event],
  'intake.records': ['posts', records],
  'intake.require.records': ['posts', records],
  'intake.lookupBy': ['posts', input],
  'intake.groupBy': ['posts', input],
  'intake.dedupe.by': ['posts', input],
  'intake.forms.by': ['posts', input],
  'intake.forms.always': ['posts', input],
  'intake.verify.values': [
    'posts',
    ({ layout, mentions }, name, at) => {
      const verify = layout.intakes.get(String(at.path[1]))?.data.verify;
      if (verify !== undefined) mentions.value(nameKey('value', verify.flow, name), at);
    },
  ],
  'act.press': ['uses', ({ mentions }, name, at) => mentions.value(nameKey('reaction', flowId(at.source), name), at)],
  // A screen is a step, or a question of one.
  'expectation.screen': [
    'uses',
    ({ mentions }, name, at) => {
      const [step = ''] = name.split('.');
      mentions.value(nameKey('step', flowId(at.source), step), at, { offset: 0, length: step.length });
    },
  ],
  'expectation.leaves': ['links', (collector, name, at) => readAddress(collector, name, 0, at)],
  'expectation.events': ['uses', event],
  'invariant.event': ['uses', event],
  'question.name': ['defines', answer],
  'ask.name': ['defines', answer],
  'askedQuestion.name': ['defines', ({ mentions }, name, at) => mentions.value(fieldKey(at, name), at)],
  'question.forEach': ['uses', answer],
  'ask.forEach': ['uses', answer],
  'askedQuestion.next.to': [
    'leads',
    ({ scopes, mentions }, name, at) => {
      const owner = scopes.ownerOf(name, at);
      if (owner !== undefined || scopes.isField(formAt(at), name))
        mentions.value(nameKey('field', formAt(at), ...(owner === undefined ? [] : [owner]), name), at);
    },
  ],
  'question.next.to': ['leads', nextQuestion],
  'ask.next.to': ['leads', nextQuestion],
  'compute.points': [
    'uses',
    (collector, name, at) => {
      const flow = flowId(at.source);
      if (collector.scopes.isValue(flow, name)) collector.mentions.value(nameKey('value', flow, name), at);
      else readParts(collector, name, 0, at);
    },
  ],
  'questionSet.saveAs': [
    'uses',
    ({ mentions }, name, at) => mentions.value(nameKey('value', flowId(at.source), name), at),
  ],
};

/** Reads a string. @param place its place; that of the list, for an item */
export function readWord(collector: Collector, place: string, name: string, at: NamePlace): void {
  const reader = Object.hasOwn(readers, place) ? readers[place] : undefined;
  if (reader !== undefined) {
    const [role, read] = reader;
    read(collector, name, { ...at, role });
    return;
  }
  const isBlock = at.path.at(-1) === 'id' && / block\.id$/.test(place);
  if (isBlock && collector.scopes.isBlock(at.source, name))
    collector.mentions.value(nameKey('block', blockScope(at.source), name), { ...at, role: 'defines' });
}
