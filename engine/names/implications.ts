/** Names that are not written where they have an effect. */
import { isScalar } from 'yaml';
import type { Intake } from '../../schemas/generated/types.ts';
import type { Source } from '../load/source/source.ts';
import type { DataPath } from '../vocabulary/walk.ts';
import type { Collector } from './mentions.ts';
import { type NameKey, nameKey } from './name.ts';

/** Adds the values that calls send because their intakes accept them, and the fields that intakes accept of a form. */
export function addImplied({ layout: { flows, forms, intakes, endpoints }, mentions }: Collector): void {
  const imply = (key: NameKey, source: Source, path: DataPath): void =>
    mentions.implied(key, { source, path, role: 'posts' });
  for (const flow of flows.values())
    for (const call of flow.calls) {
      const accepted = endpoints.get(call.endpoint)?.accepts ?? [];
      const key = ['post', 'get', 'path'].find((word) => isScalarAt(flow.source, [...call.path, word]));
      for (const name of accepted)
        if (key !== undefined && flow.values.has(name) && !call.with.has(name))
          imply(nameKey('value', flow.id, name), flow.source, [...call.path, key]);
    }
  for (const { id, source, data, accepts } of intakes.values())
    for (const [form, path] of formPlaces(data))
      for (const name of forms.get(form) ?? [])
        if (accepts.has(name)) imply(nameKey('input', id, name), source, ['intakes', id, ...path]);
}

/** The forms that come with one submission, with the places that name them. */
const formPlaces = ({ form, moreForms = [] }: Intake): readonly (readonly [string, DataPath])[] => [
  ...(form === undefined ? [] : [[form, ['form']] as const]),
  ...moreForms.map((each, index) => [each, ['moreForms', index]] as const),
];

const isScalarAt = ({ document }: Source, path: DataPath): boolean => isScalar(document.getIn(path, true));
