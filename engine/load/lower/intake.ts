import type { Code, Template } from '../../../schemas/compiled.ts';
import type { Intake, ValueType } from '../../../schemas/generated/types.ts';
import { attributionSettings } from '../../attribution/attribution.ts';
import type { IntakeDefinition } from '../../definition.ts';
import { defineDelivery } from '../../deliveries/kinds.ts';
import { type Constants, joinTypes, type Type, type Types } from '../../expressions/index.ts';
import { planOf } from '../../vocabulary/plan.ts';
import { walk } from '../../vocabulary/walk.ts';
import { sharedKey } from '../link/conversions.ts';
import type { Draft, IntakeSource } from '../link/draft.ts';
import { groupsOf, shapeOf, storedBy } from '../link/endpoints.ts';
import type { DataPath } from '../source/source.ts';
import { attributionTypes, typeOfValue } from '../types/value-types.ts';
import { shownAs } from './answer-display.ts';
import { deliveriesWithValues } from './delivery-values.ts';
import { type LoweringContext, lowerValue } from './values.ts';

/** The types of the values that each flow computes. */
type FlowTypes = ReadonlyMap<string, { readonly computed: Types }>;

export interface LoweredIntake {
  readonly intake: IntakeDefinition;
  /** The type of its response to an accepted request. */
  readonly reply: Type;
}

/** The default rate limit of an intake: requests per minute and client address. */
const defaultPerMinute = 60;
/** Otherwise anybody could have the site send any number of e-mails to one person. */
const emailsPerMinute = 10;
const none: ReadonlySet<string> = new Set();

/** Compiles an intake. Its messages are constant; its response consists of expressions over its values. */
export function lowerIntake(draft: Draft, intake: IntakeSource, flows: FlowTypes, options: Constants): LoweredIntake {
  const { source, data, path, id } = intake;
  const types = scopeOf(draft, intake, flows);
  const response: Record<string, Type> = {};
  const sent = Object.keys(data.deliver ?? {}).map((name) => [name, { kind: 'bool' }] as const);
  const deliveries: Types =
    sent.length === 0 ? {} : { deliveries: { kind: 'record', fields: Object.fromEntries(sent) } };
  const around: LoweringContext = {
    draft,
    source,
    options,
    types: (at) => (at.includes('response') ? { ...types, ...deliveries } : types),
    expected: (at) => expectedAt(draft, data, at),
    anchors: () => none,
    plainTexts: true,
    compiled(at, { type }) {
      // The response may be any text, not only the current one.
      if (at.at(-2) === 'response')
        response[String(at.at(-1))] = type.kind === 'enum' && type.values.length === 1 ? text : type;
    },
  };
  const plan = planOf('api').properties?.get('intakes')?.additional ?? {};
  const compiled = walk(
    plan,
    deliveriesWithValues(draft, intake, types),
    { annotated: (kind, value, at, owner, schema) => lowerValue(kind, value, at, owner, schema, around) },
    [...path],
  ) as Intake;
  const { verify, require, dedupe, errors = {} } = compiled;
  const shape = shapeOf(draft, intake);
  const key = sharedKey(draft, intake);
  const sendsEmail = Object.values(data.deliver ?? {}).some((delivery) => 'email' in delivery);
  const definition: IntakeDefinition = {
    id,
    path: intake.endpoint,
    ...{ ...shape, input: storedBy(draft, data) },
    forms: [data.form ?? [], data.moreForms ?? []].flat(),
    formsByStep:
      data.forms === undefined ? null : { by: data.forms.by, cases: data.forms.cases, always: data.forms.always ?? [] },
    omit: data.omit ?? [],
    verify: verify === undefined ? null : { flow: verify.flow, values: verify.values, message: String(verify.message) },
    require: require === undefined ? null : { records: require.records, message: String(require.message) },
    records: data.records ?? '',
    lookupBy: data.lookupBy ?? null,
    ownerOnly: data.ownerOnly ?? false,
    retention: data.retention ?? null,
    stores: data.storeOnlyWith === undefined || draft.site.data.integrations?.[data.storeOnlyWith]?.id !== undefined,
    groupBy: data.groupBy ?? null,
    dedupe: dedupe === undefined ? null : { by: dedupe.by, minutes: dedupe.minutes },
    response: {
      ...(compiled.response as Record<string, Code>),
      ...(key === null ? {} : { [key]: ['$', 'submission'] }),
    },
    when: (compiled.when ?? null) as Code | null,
    errors: {
      invalid: errors.invalid === undefined ? null : String(errors.invalid),
      notFound: errors.notFound === undefined ? null : String(errors.notFound),
      closed: errors.closed === undefined ? null : String(errors.closed),
      response: errors.response ?? {},
    },
    rateLimit: data.rateLimit ?? defaultPerMinute,
    protect: {
      honeypot: data.protect?.honeypot ?? false,
      perPerson: data.protect?.perPerson ?? (sendsEmail ? emailsPerMinute : null),
      fastest: data.protect?.fastest ?? null,
      proofOfWork: data.protect?.proofOfWork ?? null,
    },
    redirect: (compiled.redirect ?? null) as Template | null,
    deliver: Object.fromEntries(
      Object.entries(compiled.deliver ?? {}).flatMap(([name, delivery]) => {
        const defined = defineDelivery(delivery);
        return defined === null ? [] : [[name, defined]];
      }),
    ),
  };
  for (const name of Object.keys(data.response ?? {})) response[name] ??= { kind: 'any' };
  if (key !== null) response[key] = text;
  // A redirect to an address that is not allowed is omitted from the response.
  if (compiled.redirect !== undefined) response['redirectUrl'] = { ...text, optional: true };
  return { intake: definition, reply: { kind: 'record', fields: response } };
}

const text: Type = { kind: 'string' };

/** The type of a recipient, and of a value that an e-mail reads; other expressions have any. */
function expectedAt({ emails }: Draft, { deliver = {} }: Intake, at: DataPath): Type | undefined {
  if (at.at(-3) === 'deliver' && at.at(-1) === 'to') return { ...text, optional: true };
  if (at.at(-4) !== 'deliver' || at.at(-2) !== 'values') return undefined;
  const value = emails.get(deliver[String(at.at(-3))]?.template ?? '')?.data.values?.[String(at.at(-1))];
  return value === undefined ? undefined : typeOfValue(value);
}

function scopeOf(draft: Draft, intake: IntakeSource, flows: FlowTypes): Types {
  const own = storedTypes(draft, intake.data);
  if (intake.method === 'GET') return { ...own, ...recordTypes(draft, intake.data.records, flows) };
  const attribution = attributionTypes(attributionSettings(draft.site.data));
  return { submission: text, ...attribution, ...own, ...verifiedTypes(intake.data, flows) };
}

const typesOf = (input: Readonly<Record<string, ValueType>>): Record<string, Type> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, typeOfValue(value)]));

/** The types of the values that an intake stores. A group that repeats is a list of records. */
function storedTypes(draft: Draft, intake: Intake): Types {
  const groups = groupsOf(draft, intake).map(({ name, fields }): [string, Type] => [
    name,
    { kind: 'list', of: { kind: 'record', fields: typesOf(fields) }, optional: true },
  ]);
  const stored = Object.entries(typesOf(storedBy(draft, intake))).map(([name, type]) => [
    name,
    { ...type, ...shownAs(draft, intake, name) },
  ]);
  return { ...Object.fromEntries(stored), ...Object.fromEntries(groups) };
}

function verifiedTypes({ verify }: Intake, flows: FlowTypes): Types {
  const computed = flows.get(verify?.flow ?? '')?.computed ?? {};
  return Object.fromEntries(
    (verify?.values ?? []).flatMap((name) => (computed[name] === undefined ? [] : [[name, computed[name]]])),
  );
}

/** The values of a collection's records. A value that some intake of the collection does not store may be missing. */
function recordTypes(draft: Draft, collection: string | undefined, flows: FlowTypes): Types {
  const posts = draft.posts.get(collection ?? '') ?? [];
  const stored = posts.map((post): Types => ({ ...storedTypes(draft, post.data), ...verifiedTypes(post.data, flows) }));
  const names = new Set(stored.flatMap((types) => Object.keys(types)));
  return Object.fromEntries(
    [...names].map((name) => {
      const types = stored.flatMap((each) => each[name] ?? []);
      const joined = types.slice(1).reduce(joinTypes, types[0] as Type);
      return [name, types.length === stored.length ? joined : joinTypes(joined, { kind: 'null' })];
    }),
  );
}
