/** What an edit of a site means, in sentences. */

import type { Source } from '../load/source/source.ts';
import { countOf } from '../values/count-of.ts';
import { formEffects, intakeEffects } from './acceptance.ts';
import { addressChanges } from './addresses.ts';
import type { Change } from './changes.ts';
import { factEffects } from './fact-effects.ts';
import { answerEffects, eventEffects } from './flow-effects.ts';
import { sentenceOf } from './sentences.ts';
import type { EditConsequence, Versions } from './version.ts';
import { definitionKey, definitionsByKey, isTextChange, valueChanges } from './version-values.ts';

const nouns: Readonly<Partial<Record<Source['kind'], string>>> = {
  api: 'file of intakes',
  email: 'e-mail',
  funnel: 'funnel in one file',
};

const placeOf = ({ source, path }: Change): string => {
  const { offset } = source.place(path, { key: true });
  return `${source.path}:${source.position(offset).line}`;
};

function textConsequences(changes: readonly Change[]): EditConsequence[] {
  const bySource = new Map<string, Change[]>();
  for (const change of changes)
    bySource.set(definitionKey(change.source), [...(bySource.get(definitionKey(change.source)) ?? []), change]);
  return [...bySource].map(([id, own]) => ({
    kind: 'texts',
    text: `${countOf(own.length, 'text')} of ${id} changed.`,
    at: placeOf(own[0] as Change),
  }));
}

/** The files that are no definitions. */
function assetConsequences({ before, after }: Versions): EditConsequence[] {
  return [...new Set([...before.assets.keys(), ...after.assets.keys()])].sort().flatMap((path): EditConsequence[] => {
    const [was, is] = [before.assets.get(path), after.assets.get(path)];
    if (was === is) return [];
    const text = was === undefined ? 'is new' : is === undefined ? 'is removed' : 'has other content';
    return [{ kind: 'pages', text: `The file ${path} ${text}.`, at: null }];
  });
}

/** Definitions that only one version has. Their addresses, intakes and events are reported there. */
function wholeDefinitions(old: ReadonlyMap<string, Source>, now: ReadonlyMap<string, Source>): EditConsequence[] {
  const about = ({ kind }: Source): EditConsequence['kind'] =>
    kind === 'flow' || kind === 'funnel'
      ? 'flows'
      : kind === 'form'
        ? 'forms'
        : kind === 'api' || kind === 'email'
          ? 'intakes'
          : 'pages';
  const sentence = (source: Source, is: string): EditConsequence => {
    const id = String(source.data[source.kind] ?? source.path);
    return { kind: about(source), text: `The ${nouns[source.kind] ?? source.kind} ${id} is ${is}.`, at: source.path };
  };
  return [
    ...[...now].flatMap(([id, source]) => (old.has(id) ? [] : [sentence(source, 'new')])),
    ...[...old].flatMap(([id, source]) => (now.has(id) ? [] : [sentence(source, 'removed')])),
  ];
}

/** Everything that an edit means, by kind, each once. Texts are countOf. */
export function consequencesOf(versions: Versions): EditConsequence[] {
  const { before, after } = versions;
  const [old, now] = [definitionsByKey(before.sources), definitionsByKey(after.sources)];
  const changes = valueChanges(old, now);
  const texts = changes.filter(isTextChange);
  const facts = changes.filter(({ source, path }) => source.kind === 'site' && path[0] === 'facts');
  const others = changes.filter((change) => !texts.includes(change) && !facts.includes(change));
  const described = others.flatMap((change): EditConsequence[] => {
    const sentence = sentenceOf(change);
    return sentence === null ? [] : [{ ...sentence, at: placeOf(change) }];
  });
  const all = [
    ...addressChanges(versions),
    ...wholeDefinitions(old, now),
    ...described,
    ...answerEffects(versions),
    ...eventEffects(versions),
    ...formEffects(versions),
    ...intakeEffects(versions),
    ...factEffects(facts, after, placeOf),
    ...assetConsequences(versions),
    ...textConsequences(texts),
  ];
  return [...new Map(all.map((each) => [`${each.kind} ${each.text}`, each])).values()];
}
