/** What forms and intakes accept after an edit. */
import type { IntakeDefinition } from '../definition.ts';
import type { CompiledFlow } from '../flow/index.ts';
import type { FormDefinition } from '../forms/types.ts';
import { acceptedValues, faultsOf } from '../walks/examples.ts';
import { changedFlows } from './flow-effects.ts';
import { type EditConsequence, listedNames, type Versions, writtenValue } from './version.ts';

/** Values at the limits of a field's rules, where two versions differ first. */
function boundaryValues({ name, rules }: FormDefinition['fields'][number]) {
  const limits = rules.flatMap((rule) =>
    Object.values(rule).flatMap((value) => (typeof value === 'number' ? [value - 1, value, value + 1] : [])),
  );
  const lengths = [...new Set(limits)].filter((length) => length > 0 && length <= 500);
  return lengths.flatMap((length) =>
    [
      '11987654321'.padEnd(length, '0').slice(0, length),
      'Maria de Souza'.padEnd(length, 'a').slice(0, length),
      String(length),
    ].map((value) => ({ name, value })),
  );
}

/** The values that one version of a form accepts and another refuses, each with the field and the message. */
function refusedBy(accepting: CompiledFlow, refusing: CompiledFlow, id: string) {
  const [old, now] = [accepting, refusing].map(({ forms }) => forms.find((form) => form.id === id));
  if (old === undefined || now === undefined) return [];
  const usual = acceptedValues(refusing.validate, now).values;
  const bounds = [old, now].flatMap(({ fields }) => fields.flatMap((field) => boundaryValues(field)));
  const basis = acceptedValues(accepting.validate, old).values;
  const tried = [
    basis,
    ...bounds.map(({ name, value }) => ({ ...basis, [name]: value })),
    ...faultsOf(refusing.validate, now, usual).map(({ values }) => values),
  ];
  const found = new Map<string, { readonly field: string; readonly value: unknown; readonly message: string }>();
  for (const values of tried) {
    if (!accepting.validate(id, values).ok) continue;
    const verdict = refusing.validate(id, values);
    if (verdict.ok) continue;
    for (const { field, message } of verdict.errors)
      if (!found.has(`${field} ${message}`)) found.set(`${field} ${message}`, { field, value: values[field], message });
  }
  return [...found.values()];
}

/** Examples of submissions that are refused now, or accepted now. */
export function formEffects(versions: Versions): EditConsequence[] {
  const done = new Set<string>();
  return changedFlows(versions).flatMap((flow) => {
    const [before, after] = [versions.before.compiled(flow), versions.after.compiled(flow)];
    return after.forms.flatMap(({ id }): EditConsequence[] => {
      if (done.has(id)) return [];
      done.add(id);
      const shown = (value: unknown) => (value === undefined || value === '' ? 'empty' : `“${writtenValue(value)}”`);
      const refused = refusedBy(before, after, id).map(
        ({ field, value, message }) => `Now refused: ${field} ${shown(value)} (${message})`,
      );
      const accepted = refusedBy(after, before, id).map(({ field, value }) => `Now accepted: ${field} ${shown(value)}`);
      return [...refused, ...accepted].map((text) => ({
        kind: 'forms',
        text: `Form ${id}. ${text}.`.replace(/([.!?]\))\.$/, '$1'),
        at: null,
      }));
    });
  });
}

const isRequired = ({ input }: IntakeDefinition, name: string): boolean => input[name]?.optional !== true;

/** The values that an intake accepts and responds with. */
function intakeTexts(before: IntakeDefinition, after: IntakeDefinition): string[] {
  const texts: string[] = [];
  const { input: old } = before;
  const { input: now } = after;
  const name = `${after.method} ${after.path}`;
  if (before.path !== after.path)
    texts.push(
      `The intake ${after.id} moves from ${before.path} to ${after.path}; pages that are open still use the old path.`,
    );
  const won = Object.keys(now).filter((each) => !Object.hasOwn(old, each));
  const required = won.filter((each) => isRequired(after, each));
  if (required.length > 0) texts.push(`${name} requires ${listedNames(required)}; a submission without is refused.`);
  const optional = won.filter((each) => !required.includes(each));
  if (optional.length > 0) texts.push(`${name} also accepts ${listedNames(optional)}.`);
  const lost = Object.keys(old).filter((each) => !Object.hasOwn(now, each));
  if (lost.length > 0) texts.push(`${name} no longer accepts or stores ${listedNames(lost)}.`);
  for (const each of Object.keys(now).filter((key) => Object.hasOwn(old, key)))
    if (isRequired(before, each) !== isRequired(after, each))
      texts.push(
        isRequired(after, each)
          ? `${name} requires ${each}, which was optional.`
          : `${name} no longer requires ${each}.`,
      );
  const [had, has] = [Object.keys(before.response), Object.keys(after.response)];
  const answers = has.filter((key) => !had.includes(key));
  const silent = had.filter((key) => !has.includes(key));
  if (answers.length > 0) texts.push(`${name} also responds with ${listedNames(answers)}.`);
  if (silent.length > 0) texts.push(`${name} no longer responds with ${listedNames(silent)}.`);
  if (before.records !== after.records)
    texts.push(`${name} uses the records ${after.records}, not ${before.records}; earlier records are not among them.`);
  return texts;
}

/** What the intakes accept, respond with and store. */
export function intakeEffects({ before, after }: Versions): EditConsequence[] {
  const [old, now] = [before.site.intakes, after.site.intakes];
  const texts = [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((id) => {
    const [was, is] = [old[id], now[id]];
    if (was === undefined && is !== undefined) return [`The intake ${id} is new: ${is.method} ${is.path}.`];
    if (is === undefined && was !== undefined)
      return [`The intake ${id} is removed: ${was.path} answers no one. Stored records stay.`];
    return was === undefined || is === undefined ? [] : intakeTexts(was, is);
  });
  return texts.map((text) => ({ kind: 'intakes', text, at: null }));
}
