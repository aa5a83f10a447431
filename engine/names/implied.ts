/** Names that are not written where they have an effect. */
import { isScalar } from 'yaml';
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
    for (const name of forms.get(data.form ?? '') ?? [])
      if (accepts.has(name)) imply(nameKey('input', id, name), source, ['intakes', id, 'form']);
}

const isScalarAt = ({ document }: Source, path: DataPath): boolean => isScalar(document.getIn(path, true));
