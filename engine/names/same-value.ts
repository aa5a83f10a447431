/**
 * Names that have to be equal: a field, the value of the flow that it fills, and the value that an intake accepts are
 * one value under one name, because a call sends by name.
 */

import { kindOfKey, type NameKey, nameKey, nameKinds, ownName } from './name.ts';
import type { SiteNames } from './site-names.ts';

/** The names of one value, the most telling first. */
export type SameValue = ReadonlyMap<NameKey, readonly NameKey[]>;

class Sets {
  private readonly parents = new Map<string, string>();

  root(key: string): string {
    let at = key;
    for (let next = this.parents.get(at); next !== undefined; next = this.parents.get(at)) at = next;
    return at;
  }

  join(one: string, other: string): void {
    const [a, b] = [this.root(one), this.root(other)];
    if (a !== b) this.parents.set(a, b);
  }
}

/** For every name of a site, the names that are the same value. */
export function sameValues({ layout, mentions }: SiteNames): SameValue {
  const sets = new Sets();
  for (const flow of layout.flows.values()) {
    for (const form of flow.forms)
      for (const name of layout.forms.get(form) ?? [])
        sets.join(nameKey('field', form, name), nameKey('value', flow.id, name));
    for (const call of flow.calls) {
      const intake = layout.endpoints.get(call.endpoint);
      for (const name of intake?.accepts ?? [])
        if (intake !== undefined && flow.values.has(name) && !call.with.has(name))
          sets.join(nameKey('value', flow.id, name), nameKey('input', intake.id, name));
    }
  }
  const stored = (records: string, name: string): string => `stored:${records}.${name}`;
  for (const { id, forms, accepts, data } of layout.intakes.values()) {
    for (const form of forms)
      for (const name of layout.forms.get(form) ?? [])
        if (accepts.has(name)) sets.join(nameKey('field', form, name), nameKey('input', id, name));
    for (const name of data.verify?.values ?? [])
      sets.join(nameKey('value', data.verify?.flow ?? '', name), nameKey('input', id, name));
    for (const { template, values = {} } of Object.values(data.deliver ?? {}))
      for (const name of accepts)
        if (template !== undefined && !Object.hasOwn(values, name))
          sets.join(nameKey('email-value', template, name), nameKey('input', id, name));
    if (data.records !== undefined && data.post !== undefined)
      for (const name of accepts) sets.join(stored(data.records, name), nameKey('input', id, name));
  }
  // A look-up finds what was stored.
  for (const { key } of mentions) {
    if (kindOfKey(key) !== 'input') continue;
    const intake = layout.intakes.get(key.slice('input:'.length, -ownName(key).length - 1));
    if (intake?.data.get !== undefined && intake.data.records !== undefined)
      sets.join(stored(intake.data.records, ownName(key)), key);
  }
  // A place that may mean several things, such as one of the texts of a table, gives them one name.
  const atPlace = new Map<string, NameKey>();
  for (const { key, source, offset, implied } of mentions) {
    if (implied) continue;
    const place = `${kindOfKey(key)} ${source.path} ${offset}`;
    const other = atPlace.get(place);
    if (other === undefined) atPlace.set(place, key);
    else sets.join(other, key);
  }
  const groups = new Map<string, NameKey[]>();
  const all = [...new Set(mentions.map(({ key }) => key))];
  for (const key of all) groups.set(sets.root(key), [...(groups.get(sets.root(key)) ?? []), key]);
  const order = Object.keys(nameKinds);
  for (const group of groups.values())
    group.sort((a, b) => order.indexOf(kindOfKey(a)) - order.indexOf(kindOfKey(b)) || (a < b ? -1 : 1));
  return new Map([...groups.values()].flatMap((group) => group.map((key) => [key, group] as const)));
}
