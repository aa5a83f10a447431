import { nearest } from '../../errors/nearest.ts';
import type { Draft, IntakeSource } from '../link/draft.ts';
import { acceptedBy, acceptedFormIds, storedBy } from '../link/endpoints.ts';
import { checkDeliveries } from './deliveries.ts';

/** Checks the records of an intake: they have a name, and are looked up by an accepted value. */
export function checkIntake(draft: Draft, intake: IntakeSource): void {
  const { report, unknown } = draft;
  const { source, data, path } = intake;
  if (data.records === undefined) report.add('intake-collection', source, source.place(path, { key: true }));
  if (intake.method === 'GET' && data.lookupBy === undefined)
    report.add('intake-subject', source, source.place(path, { key: true }));

  if (data.ownerOnly === true && (intake.method === 'GET' || data.lookupBy === undefined))
    report.add('intake-owned', source, source.place([...path, 'ownerOnly'], { key: true }));

  const { require } = data;
  const hasSubject = intake.method === 'POST' && data.lookupBy !== undefined;
  if (require !== undefined && !hasSubject)
    report.add('intake-require', source, source.place([...path, 'require'], { key: true }), {
      records: require.records,
      isLookUp: intake.method === 'GET',
    });

  /** Checks a collection that records are found in. */
  const checkCollection = (name: string | undefined, at: readonly string[]) => {
    if (name === undefined || unknown.has(name)) return;
    const writers = draft.posts.get(name);
    const place = source.place([...path, ...at]);
    const filled = [...draft.posts.keys()];
    if (writers === undefined)
      report.add('collection-unknown', source, place, { name, near: nearest(name, filled), known: filled });
    else if (writers.every((writer) => writer.data.lookupBy === undefined))
      report.add('collection-without-subject', source, place, { name, writer: writers[0]?.id ?? '' });
  };
  if (intake.method === 'GET') checkCollection(data.records, ['records']);
  checkCollection(require?.records, ['require', 'records']);

  if (data.protect?.proofOfWork === 'suspicious' && data.protect.fastest === undefined)
    report.add('proof-inert', source, source.place([...path, 'protect', 'proofOfWork']));

  checkRetention(draft, intake);
  checkForms(draft, intake);
  checkOmitted(draft, intake);
  checkDeliveries(draft, intake);
  if (acceptedFormIds(data).every((form) => draft.forms.has(form))) {
    const stored = Object.keys(storedBy(draft, data));
    const checkAccepted = (name: string, at: readonly (string | number)[], known = stored) => {
      if (!known.includes(name))
        report.add('accepted-unknown', source, source.place([...path, ...at]), {
          name,
          near: nearest(name, known),
          known,
        });
    };
    if (data.lookupBy !== undefined) checkAccepted(data.lookupBy, ['lookupBy']);
    // Requests carry the id of their visit.
    if (data.groupBy !== undefined) checkAccepted(data.groupBy, ['groupBy'], [...stored, 'visit']);
    data.forms?.always?.forEach((name, index) => {
      checkAccepted(name, ['forms', 'always', index], Object.keys(acceptedBy(draft, data)));
    });
    data.dedupe?.by.forEach((name, index) => {
      checkAccepted(name, ['dedupe', 'by', index]);
    });
  }
  const computed = draft.flows.get(data.verify?.flow ?? '')?.data.computed;
  const flowKnown = draft.flows.has(data.verify?.flow ?? '');
  data.verify?.values.forEach((name, index) => {
    const known = Object.keys(computed ?? {});
    if (flowKnown && !known.includes(name))
      report.add('computed-unknown', source, source.place([...path, 'verify', 'values', index]), {
        name,
        near: nearest(name, known),
        known,
      });
  });
}

/** Personal data needs a time after which it is removed. One intake of a collection is enough to set it. */
function checkRetention(draft: Draft, { source, data, path, method }: IntakeSource): void {
  const { records } = data;
  if (method !== 'POST' || records === undefined) return;
  const posts = draft.posts.get(records) ?? [];
  if (posts[0]?.data !== data || posts.some((post) => post.data.retention !== undefined)) return;
  const isPersonal = posts.some((post) =>
    Object.values(acceptedBy(draft, post.data)).some(({ pii }) => pii !== undefined),
  );
  if (isPersonal)
    draft.report.add('collection-unlimited', source, source.place([...path, 'records']), { name: records });
}

/** Checks that the server knows what the conditions of the fields read. */
function checkOmitted(draft: Draft, { source, data, path }: IntakeSource): void {
  const omitted = data.omit ?? [];
  for (const form of acceptedFormIds(data)) {
    const { fields = {}, lists = {} } = draft.forms.get(form)?.data ?? {};
    for (const [name, length] of Object.entries(lists)) {
      const type = data.input?.[name];
      const isList = type?.type === 'list' && type.of === 'number' && type.length === length && type.optional !== true;
      const [field] = Object.entries(fields).find(([, { when }]) => namesInText(when).has(name)) ?? [];
      if (!isList && field !== undefined) {
        const place = source.place([...path, ...(type === undefined ? ['form'] : ['input', name])], { key: true });
        draft.report.add('condition-omitted', source, place, { name, form, field, length });
      }
    }
    for (const [field, { when, rules = [] }] of Object.entries(fields)) {
      const read = namesInText([when, ...rules.map((rule) => rule.when)].join(' '));
      const index = omitted.findIndex((name) => read.has(name));
      if (index >= 0 && !omitted.includes(field))
        draft.report.add('condition-omitted', source, source.place([...path, 'omit', index]), {
          name: omitted[index] as string,
          ...{ form, field },
        });
    }
  }
}

const namesInText = (code: unknown): ReadonlySet<string> =>
  new Set(String(code ?? '').match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []);

/**
 * Checks that the steps of a form that is sent step by step can be distinguished by the values of one accepted name.
 */
function checkForms(draft: Draft, intake: IntakeSource): void {
  const { report } = draft;
  const { source, data, path, method } = intake;
  const { forms, form, moreForms, input = {} } = data;
  if (moreForms !== undefined && (form === undefined || method === 'GET'))
    report.add('intake-forms', source, source.place([...path, 'moreForms'], { key: true }), {
      reason: method === 'GET' ? 'Only an intake with post can have forms.' : 'moreForms: come beside one under form:.',
      fix:
        method === 'GET' ? 'Remove moreForms:.' : 'Name the first form under form:, and the others under moreForms:.',
    });
  checkFieldsApart(draft, intake);
  if (forms === undefined) return;
  const reportAt = (at: readonly (string | number)[], reason: string, key = false) =>
    report.add('intake-forms', source, source.place([...path, 'forms', ...at], key ? { key: true } : {}), { reason });
  if (form !== undefined) reportAt([], 'An intake has either form or forms, not both.', true);
  else if (method === 'GET') reportAt([], 'Only an intake with post can have forms.', true);
  const type = Object.hasOwn(input, forms.by) ? input[forms.by] : undefined;
  const values =
    type?.type === 'number'
      ? type.allowed?.map(String)
      : Array.isArray(type?.of) && type.type === 'choice'
        ? type.of
        : undefined;
  if (values === undefined || type?.optional === true) {
    reportAt(['by'], `${forms.by} is neither a required choice nor a required number with allowed:.`);
    return;
  }
  for (const value of Object.keys(forms.cases))
    if (!values.includes(value)) reportAt(['cases', value], `${forms.by} is never ${value}.`, true);
  for (const value of values)
    if (!Object.hasOwn(forms.cases, value)) reportAt(['cases'], `cases has no forms for ${forms.by} ${value}.`, true);
}

/** Checks that the forms of one submission have no field in common. */
function checkFieldsApart({ report, forms }: Draft, { source, data, path }: IntakeSource): void {
  if (data.form === undefined) return;
  const taken = new Map<string, string>();
  [data.form, ...(data.moreForms ?? [])].forEach((form, index) => {
    const names = Object.entries(forms.get(form)?.data.fields ?? {}).flatMap(([name, { aliases = [] }]) => [
      name,
      ...aliases,
    ]);
    const name = names.find((each) => taken.has(each));
    if (name !== undefined)
      report.add('intake-forms', source, source.place([...path, 'moreForms', index - 1]), {
        reason:
          taken.get(name) === form
            ? `${form} is named twice.`
            : `The forms ${taken.get(name)} and ${form} both have the field ${name}, so a submission has one value for both.`,
        fix: taken.get(name) === form ? 'Remove one of them.' : 'Give one of the fields another name.',
      });
    for (const each of names) taken.set(each, form);
  });
}
