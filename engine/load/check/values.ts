import type { FlowFile, ValueType } from '../../../schemas/generated/types.ts';
import { keptOptions } from '../../flow/option-order.ts';
import { type Draft, isNamed } from '../link/draft.ts';
import { formsOf } from '../link/uses.ts';
import type { DataPath, Source } from '../source/source.ts';
import { reservedNames } from '../types/value-types.ts';
import { checkOptionLabels } from './option-labels.ts';

/** Checks the names and types of a flow's data, computed values and answers. */
export function checkValues(draft: Draft, source: Source<FlowFile>): void {
  const { report } = draft;
  const { data = {}, computed = {} } = source.data;
  const fields = new Set(formsOf(draft, source.data).flatMap((form) => Object.keys(form.fields)));
  for (const [part, values] of Object.entries({ data, computed })) {
    for (const name of Object.keys(values)) {
      const place = source.place([part, name], { key: true });
      if (reservedNames.has(name)) report.add('name-reserved', source, place, { name });
      else if (part === 'computed' && (Object.hasOwn(data, name) || fields.has(name))) {
        report.add('name-taken', source, place, {
          name,
          what: Object.hasOwn(data, name) ? 'a value under data' : "a form's field",
        });
      }
    }
  }
  checkQuestions(draft, source);
}

function checkQuestions({ report }: Draft, source: Source<FlowFile>): void {
  const { data = {}, questions = {} } = source.data;
  for (const [id, set] of Object.entries(questions)) {
    // A set without a list is reported where its questions are written out.
    if ((set as { saveAs?: string }).saveAs === undefined) continue;
    const type = Object.hasOwn(data, set.saveAs) ? data[set.saveAs] : undefined;
    const count = set.items.length;
    const path: DataPath = ['questions', id];
    const reason =
      type === undefined
        ? 'not under data'
        : type.type !== 'list' || type.of !== 'number'
          ? 'not a list of numbers'
          : type.length !== undefined && type.length !== count
            ? `a list of ${type.length}`
            : undefined;
    if (reason !== undefined && !source.isDoubtful(path))
      report.add('answers-not-in-data', source, source.place([...path, 'saveAs']), { name: set.saveAs, count, reason });
    const ids = new Set<string>();
    set.items.forEach((question, index) => {
      if (ids.has(question.id))
        report.add('question-twice', source, source.place([...path, 'items', index, 'id']), { id: question.id });
      ids.add(question.id);
      const { options, shuffle } = question;
      if (shuffle !== undefined && options.length - keptOptions(options, shuffle).length < 2)
        report.add('question-shape', source, source.place([...path, 'items', index, 'shuffle'], { key: true }), {
          reason: 'One option can move, so there is one order only.',
          fix: 'Write shuffle: all, or add an option.',
        });
      checkOptionLabels(report, source, [...path, 'items', index, 'options'], options);
      const values = new Set<number>();
      options.forEach(({ value }, option) => {
        const place = source.place([...path, 'items', index, 'options', option, 'value']);
        if (values.has(value)) report.add('option-twice', source, place, { value: String(value) });
        else if (reason === undefined && type?.allowed !== undefined && !type.allowed.includes(value)) {
          report.add('value-type', source, place, {
            reason: `${set.saveAs} does not allow the number ${value}.`,
            fix: `Add ${value} to allowed: of ${set.saveAs}, or change the option.`,
          });
        }
        values.add(value);
      });
    });
  }
}

/** Checks that the keys of each value type in a file are compatible. */
export function checkValueTypes(draft: Draft, source: Source<unknown>): void {
  for (const named of draft.contents(source).named) {
    if (!isNamed(named, 'valueType')) continue;
    const mistake = mistakeOf(named.value);
    if (mistake)
      draft.report.add('value-type', source, source.place([...named.path, mistake.at], { key: true }), {
        reason: mistake.reason,
        fix: mistake.fix,
      });
  }
}

function mistakeOf(type: ValueType): { at: string; reason: string; fix: string } | undefined {
  const { of, min, max } = type;
  const numeric = type.type === 'number' || (type.type === 'list' && of === 'number');
  if (type.type === 'choice' && !Array.isArray(of))
    return { at: 'type', reason: 'A choice needs its possible texts.', fix: 'Add of: [ONE, OTHER].' };
  if (type.type === 'list' && typeof of !== 'string')
    return { at: 'type', reason: 'A list needs the type of its items.', fix: 'Add of: text, number or boolean.' };
  if (type.type === 'record' && type.fields === undefined)
    return { at: 'type', reason: 'A record needs its fields.', fix: 'Add fields: with the name and type of each.' };
  if (of !== undefined && type.type !== 'choice' && type.type !== 'list')
    return { at: 'of', reason: 'Only choices and lists have of.', fix: 'Remove of, or write type: choice.' };
  if (type.fields !== undefined && type.type !== 'record')
    return { at: 'fields', reason: 'Only records have fields.', fix: 'Write type: record.' };
  if (type.length !== undefined && type.type !== 'list')
    return {
      at: 'length',
      reason: 'Only lists have a length.',
      fix: 'Write maxLength to limit the characters of a text.',
    };
  if (type.maxLength !== undefined && type.type !== 'text')
    return { at: 'maxLength', reason: 'Only texts have a maxLength.', fix: 'Write max to limit a number.' };
  if (type.generate === true && type.type !== 'uuid')
    return { at: 'generate', reason: 'Only a uuid can be generated.', fix: 'Write type: uuid, or remove generate.' };
  if (type.allowed !== undefined && !numeric)
    return {
      at: 'allowed',
      reason: 'Only numbers and lists of numbers have allowed.',
      fix: 'Write of: with the texts of a choice.',
    };
  if (min !== undefined && max !== undefined && min > max)
    return {
      at: 'min',
      reason: `No number can be at least ${min} and at most ${max}.`,
      fix: 'Swap the numbers or change one of them.',
    };
  return undefined;
}
