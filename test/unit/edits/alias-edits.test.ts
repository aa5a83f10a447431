/** The former name that a rename adds to a field. */
import { expect, test } from 'vitest';
import { applyEdits } from '../../../engine/edits/edit.ts';
import { Report } from '../../../engine/errors/report.ts';
import { parseFile } from '../../../engine/load/parse/parse-file.ts';
import { aliasEdits } from '../../../engine/names/aliases.ts';

/** The fields of a form after one of them, `a`, was called `was` until now. */
function fieldsAfter(fields: string): string | undefined {
  const text = `form: f\nfields:\n${fields}`;
  const source = parseFile({ path: 'f.form.yaml', text }, new Report());
  if (source === undefined) throw new Error('The form cannot be read.');
  const edits = aliasEdits(source, ['fields', 'a'], 'was', 'now');
  return edits === undefined ? undefined : applyEdits(text, edits).slice('form: f\nfields:\n'.length);
}

test.each<[string, string | undefined]>([
  [
    '  a:\n    type: text # one line\n    # of the label\n    label: A\n',
    '  a:\n    type: text # one line\n    aliases: [was]\n    # of the label\n    label: A\n',
  ],
  ['  a: { type: text }\n', '  a: { type: text, aliases: [was] }\n'],
  ['  a: { type: text, label: A }\n', '  a: { type: text, aliases: [was], label: A }\n'],
  ['  a:\n    label: A\n    type: text', '  a:\n    label: A\n    type: text\n    aliases: [was]'],
  ['  a: { type: text, aliases: [old] }\n', '  a: { type: text, aliases: [old, was] }\n'],
  ['  a: { type: text, aliases: [old, now] }\n', '  a: { type: text, aliases: [old, was] }\n'],
  ['  a: { type: text, aliases: [was] }\n', undefined],
  ['  a: { type: text, aliases: [] }\n', undefined],
  ['  a:\n    type: text\n    aliases:\n      - old\n', undefined],
  ['  a: { label: A }\n', undefined],
  ['  a: { type: repeat }\n', undefined],
  ['  a:\n    ? type\n    : text\n', undefined],
])('%j: %j', (fields, now) => expect(fieldsAfter(fields)).toBe(now));
