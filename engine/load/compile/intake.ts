import type { Json } from '../../../schemas/compiled.ts';
import type { Intake, ValueType } from '../../../schemas/generated/types.ts';
import type { EndpointShape, IntakeDefinition } from '../../definition.ts';
import { type Constants, joinTypes, type Type, type Types } from '../../expressions/index.ts';
import type { Draft, IntakeSource } from '../link/draft.ts';
import { planOf } from '../shape/plan.ts';
import { walk } from '../shape/walk.ts';
import type { CompiledFlow } from './flow.ts';
import { acceptedField, personalNames, typeOfValue } from './value-types.ts';
import { compileWord, type Surroundings } from './words.ts';

/** Requests a minute from one address when an intake says nothing else. */
const defaultPerMinute = 60;
const none: ReadonlySet<string> = new Set();

/** Everything an intake accepts, in order: the form's fields, then its own values. */
export function acceptedBy(draft: Draft, { form, except = [], accepts = {} }: Intake): Record<string, ValueType> {
  const fields = Object.entries(draft.forms.get(form ?? '')?.data.fields ?? {}).filter(
    ([name]) => !except.includes(name),
  );
  return { ...Object.fromEntries(fields.map(([name, field]) => [name, acceptedField(field)])), ...accepts };
}

/** What a browser must know of an intake to call it. */
export const shapeOf = (draft: Draft, intake: IntakeSource): EndpointShape => ({
  method: intake.method,
  accepts: acceptedBy(draft, intake.data),
});

/** Compiles an intake: its messages are the same on every visit, its answers are expressions over what it knows. */
export function compileIntake(
  draft: Draft,
  intake: IntakeSource,
  flows: ReadonlyMap<string, CompiledFlow>,
  options: Constants,
): IntakeDefinition {
  const { source, data, path, id } = intake;
  const types = scopeOf(draft, intake, flows);
  const around: Surroundings = { draft, source, options, types: () => types, anchors: () => none, plainTexts: true };
  const plan = planOf('api').properties?.get('intakes')?.additional ?? {};
  const compiled = walk(plan, data, { word: (kind, value, at, owner) => compileWord(kind, value, at, owner, around) }, [
    ...path,
  ]) as Intake;
  const { verifies, requires, once } = compiled;
  const accepts = acceptedBy(draft, data);
  const form = draft.forms.get(data.form ?? '')?.data;
  return {
    id,
    path: intake.endpoint,
    method: intake.method,
    accepts,
    form: data.form ?? null,
    except: data.except ?? [],
    verifies:
      verifies === undefined
        ? null
        : { flow: verifies.flow, values: verifies.values, message: String(verifies.message) },
    requires: requires === undefined ? null : { collection: requires.collection, message: String(requires.message) },
    collection: data.collection ?? '',
    subject: data.subject ?? null,
    once: once === undefined ? null : { by: once.by, minutes: once.within },
    answers: (compiled.answers ?? {}) as Record<string, Json>,
    unknown: compiled.unknown === undefined ? null : String(compiled.unknown),
    refused: compiled.refused === undefined ? null : String(compiled.refused),
    perMinute: data.limit ?? defaultPerMinute,
    redirect: (compiled.redirect ?? null) as Json | null,
    pii: [...personalNames(accepts, form === undefined ? [] : [form]).keys()].filter((name) =>
      Object.hasOwn(accepts, name),
    ),
  };
}

function scopeOf(draft: Draft, intake: IntakeSource, flows: ReadonlyMap<string, CompiledFlow>): Types {
  const own = typesOf(acceptedBy(draft, intake.data));
  if (intake.method === 'GET') return { ...own, ...recordTypes(draft, intake.data.collection, flows) };
  return { ...own, ...verifiedTypes(intake.data, flows) };
}

const typesOf = (accepts: Readonly<Record<string, ValueType>>): Record<string, Type> =>
  Object.fromEntries(Object.entries(accepts).map(([name, value]) => [name, typeOfValue(value)]));

function verifiedTypes({ verifies }: Intake, flows: ReadonlyMap<string, CompiledFlow>): Types {
  const computed = flows.get(verifies?.flow ?? '')?.computed ?? {};
  return Object.fromEntries(
    (verifies?.values ?? []).flatMap((name) => (computed[name] === undefined ? [] : [[name, computed[name]]])),
  );
}

/** The values of a collection's records: what not every intake that fills it keeps may be missing. */
function recordTypes(draft: Draft, collection: string | undefined, flows: ReadonlyMap<string, CompiledFlow>): Types {
  const posts = draft.posts.get(collection ?? '') ?? [];
  const kept = posts.map(
    (post): Types => ({ ...typesOf(acceptedBy(draft, post.data)), ...verifiedTypes(post.data, flows) }),
  );
  const names = new Set(kept.flatMap((types) => Object.keys(types)));
  return Object.fromEntries(
    [...names].map((name) => {
      const types = kept.flatMap((each) => each[name] ?? []);
      const joined = types.slice(1).reduce(joinTypes, types[0] as Type);
      return [name, types.length === kept.length ? joined : joinTypes(joined, { kind: 'null' })];
    }),
  );
}
