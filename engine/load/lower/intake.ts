import type { Code, Template } from '../../../schemas/compiled.ts';
import type { Intake, ValueType } from '../../../schemas/generated/types.ts';
import type { IntakeDefinition } from '../../definition.ts';
import { type Constants, joinTypes, type Type, type Types } from '../../expressions/index.ts';
import { planOf } from '../../vocabulary/plan.ts';
import { walk } from '../../vocabulary/walk.ts';
import type { Draft, IntakeSource } from '../link/draft.ts';
import { acceptedBy, shapeOf } from '../link/endpoints.ts';
import { typeOfValue } from '../types/value-types.ts';
import { type LoweringContext, lowerWord } from './words.ts';

/** The types of the values that each flow computes. */
type Computed = ReadonlyMap<string, { readonly computed: Types }>;

export interface LoweredIntake {
  readonly intake: IntakeDefinition;
  /** The type of its response to an accepted request. */
  readonly reply: Type;
}

/** The default rate limit of an intake: requests per minute and client address. */
const defaultPerMinute = 60;
const none: ReadonlySet<string> = new Set();

/** Compiles an intake. Its messages are constant; its response consists of expressions over its values. */
export function lowerIntake(draft: Draft, intake: IntakeSource, flows: Computed, options: Constants): LoweredIntake {
  const { source, data, path, id } = intake;
  const types = scopeOf(draft, intake, flows);
  const answered: Record<string, Type> = {};
  const around: LoweringContext = {
    draft,
    source,
    options,
    types: () => types,
    expected: (at) => (at.at(-1) === 'when' ? { kind: 'bool' } : undefined),
    anchors: () => none,
    plainTexts: true,
    compiled(at, { type }) {
      // The response may be any text, not only the current one.
      if (at.at(-2) === 'response')
        answered[String(at.at(-1))] = type.kind === 'enum' && type.values.length === 1 ? text : type;
    },
  };
  const plan = planOf('api').properties?.get('intakes')?.additional ?? {};
  const compiled = walk(plan, data, { word: (kind, value, at, owner) => lowerWord(kind, value, at, owner, around) }, [
    ...path,
  ]) as Intake;
  const { verify: verifies, require: requires, dedupe: once, errors = {} } = compiled;
  const shape = shapeOf(draft, intake);
  const definition: IntakeDefinition = {
    id,
    path: intake.endpoint,
    ...shape,
    form: data.form ?? null,
    forms:
      data.forms === undefined ? null : { by: data.forms.by, is: data.forms.cases, always: data.forms.always ?? [] },
    except: data.omit ?? [],
    verifies:
      verifies === undefined
        ? null
        : { flow: verifies.flow, values: verifies.values, message: String(verifies.message) },
    requires: requires === undefined ? null : { collection: requires.records, message: String(requires.message) },
    collection: data.records ?? '',
    subject: data.lookupBy ?? null,
    owned: data.ownerOnly ?? false,
    retention: data.retention ?? null,
    stores: data.storeOnlyWith === undefined || draft.site.data.integrations?.[data.storeOnlyWith]?.id !== undefined,
    visit: data.groupBy ?? null,
    once: once === undefined ? null : { by: once.by, minutes: once.minutes },
    answers: (compiled.response ?? {}) as Record<string, Code>,
    when: (compiled.when ?? null) as Code | null,
    closed: errors.closed === undefined ? null : String(errors.closed),
    unknown: errors.notFound === undefined ? null : String(errors.notFound),
    refused: errors.invalid === undefined ? null : String(errors.invalid),
    refusal: errors.response ?? {},
    perMinute: data.rateLimit ?? defaultPerMinute,
    redirect: (compiled.redirect ?? null) as Template | null,
  };
  for (const name of Object.keys(data.response ?? {})) answered[name] ??= { kind: 'any' };
  // A redirect to an address that is not allowed is omitted from the response.
  if (compiled.redirect !== undefined) answered['redirectUrl'] = { ...text, optional: true };
  return { intake: definition, reply: { kind: 'record', fields: answered } };
}

const text: Type = { kind: 'string' };

function scopeOf(draft: Draft, intake: IntakeSource, flows: Computed): Types {
  const own = typesOf(acceptedBy(draft, intake.data));
  if (intake.method === 'GET') return { ...own, ...recordTypes(draft, intake.data.records, flows) };
  return { ...own, ...verifiedTypes(intake.data, flows) };
}

const typesOf = (accepts: Readonly<Record<string, ValueType>>): Record<string, Type> =>
  Object.fromEntries(Object.entries(accepts).map(([name, value]) => [name, typeOfValue(value)]));

function verifiedTypes({ verify: verifies }: Intake, flows: Computed): Types {
  const computed = flows.get(verifies?.flow ?? '')?.computed ?? {};
  return Object.fromEntries(
    (verifies?.values ?? []).flatMap((name) => (computed[name] === undefined ? [] : [[name, computed[name]]])),
  );
}

/** The values of a collection's records. A value that some intake of the collection does not store may be missing. */
function recordTypes(draft: Draft, collection: string | undefined, flows: Computed): Types {
  const posts = draft.posts.get(collection ?? '') ?? [];
  const stored = posts.map(
    (post): Types => ({ ...typesOf(acceptedBy(draft, post.data)), ...verifiedTypes(post.data, flows) }),
  );
  const names = new Set(stored.flatMap((types) => Object.keys(types)));
  return Object.fromEntries(
    [...names].map((name) => {
      const types = stored.flatMap((each) => each[name] ?? []);
      const joined = types.slice(1).reduce(joinTypes, types[0] as Type);
      return [name, types.length === stored.length ? joined : joinTypes(joined, { kind: 'null' })];
    }),
  );
}
