import type { Kind } from './kind.ts';

/** A value that is one text. */
export const text: Kind = {
  kind: 'text',
  empty: '',
  // Browsers post line breaks as CR LF; a field's value has LF.
  readPosted: (fields, name) => String(fields.get(name) ?? '').replace(/\r\n?/g, '\n'),
};
