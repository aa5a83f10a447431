import { schemas } from '../../schemas/generated/schemas.ts';

/** The kinds of definition files. Each has a schema. */
export type FileKind =
  | 'site'
  | 'page'
  | 'flow'
  | 'form'
  | 'api'
  | 'part'
  | 'collection'
  | 'email'
  | 'document'
  | 'scenario'
  | 'funnel';

/** The kind of a string in a definition: the schemas' `x-kind`. */
export type AnnotationKind =
  | 'text'
  | 'prose'
  | 'expression'
  | 'href'
  | 'duration'
  | 'wait'
  | 'asset'
  | 'route'
  | 'step'
  | 'flow'
  | 'form'
  | 'page'
  | 'questions'
  | 'event'
  | 'endpoint'
  | 'endpointRef'
  | 'field'
  | 'regex'
  | 'facts'
  | 'texts'
  | 'part'
  | 'item'
  | 'collection-ref'
  | 'event-ref'
  | 'mask'
  | 'overlay'
  | 'constant'
  | 'destination'
  | 'email'
  | 'document'
  | 'payload';

/** The parts of a value's schema that the loader uses: its kind, its name, and the same for its members. */
export interface SchemaPlan {
  kind?: AnnotationKind;
  /** The pattern that the value must match after the item of a repeated page has been inserted. */
  after?: RegExp;
  /** What an empty text is: the alternative text of a decorative image, or a blank. Undefined: an error. */
  empty?: 'ornament' | 'blank';
  /** Whether an expression is a condition, which does not hold where a value is missing. */
  condition?: true;
  /** Whether a text is a date-time with an offset. */
  moment?: true;
  /** What a page's index lists the value as, apart from blocks: the schema's `x-holds`. */
  holds?: 'player';
  /** The schema's own name: `action` for `common.schema.json#/definitions/action`, `block` for any block. */
  name?: string;
  properties?: Map<string, SchemaPlan>;
  /** The schema of keys that are not listed. */
  additional?: SchemaPlan;
  items?: SchemaPlan;
  /** The schemas of a record by its `type`. */
  byType?: Map<string, SchemaPlan>;
}

type Schema = Readonly<Record<string, unknown>>;

const plans = new Map<string, SchemaPlan>();

/** The plan for a kind of file. It is created once. */
export const planOf = (kind: FileKind): SchemaPlan => at(`${kind}.schema.json`, '');

function at(file: string, pointer: string): SchemaPlan {
  const id = `${file}#${pointer}`;
  const known = plans.get(id);
  if (known) return known;
  // Stored before it is filled, because blocks contain blocks.
  const plan: SchemaPlan = {};
  plans.set(id, plan);
  const schema = partOf(file, pointer);
  if (schema.if === undefined) fill(plan, schema, file);
  else Object.assign(plan, eitherOf(schema, file));
  const name = pointer.split('/').pop();
  if (name) plan.name ??= name;
  return plan;
}

/** The schema at a pointer of a file. */
const partOf = (file: string, pointer: string): Schema =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((part, key) => (part as Schema)[key], schemas[file]) as Schema;

/** Two kinds of values in one place. A word in place of a record has no members; two kinds of records have those of both. */
function eitherOf(schema: Schema, file: string): SchemaPlan {
  const [plan, other] = [schema.else, schema.then].map((part) => planFor(part as Schema, file)) as [
    SchemaPlan,
    SchemaPlan,
  ];
  if (other.properties === undefined) return plan;
  return { ...plan, properties: new Map([...other.properties, ...(plan.properties ?? [])]) };
}

function planFor(schema: Schema, file: string): SchemaPlan {
  const ref = schema.$ref;
  if (typeof ref === 'string') {
    const [path = '', pointer = ''] = ref.split('#');
    return at(path === '' ? file : resolve(file, path), pointer);
  }
  if (schema.if !== undefined) return eitherOf(schema, file);
  const parts = schema.allOf;
  // An `allOf` with one entry only adds a description to a reference.
  if (Array.isArray(parts) && parts.length === 1) {
    const plan = planFor(parts[0] as Schema, file);
    const empty = schema['x-empty'] as SchemaPlan['empty'];
    const own = { ...(empty === undefined ? {} : { empty }), ...(schema['x-moment'] === true ? { moment: true } : {}) };
    return Object.keys(own).length === 0 ? plan : ({ ...plan, ...own } as SchemaPlan);
  }
  const plan: SchemaPlan = {};
  fill(plan, schema, file);
  return plan;
}

function fill(plan: SchemaPlan, schema: Schema, file: string): void {
  if (typeof schema['x-kind'] === 'string') plan.kind = schema['x-kind'] as AnnotationKind;
  if (schema['x-condition'] === true) plan.condition = true;
  if (schema['x-holds'] === 'player') plan.holds = 'player';
  if (typeof schema['x-after'] === 'string') plan.after = new RegExp(schema['x-after'], 'u');
  const properties = schema.properties as Record<string, Schema> | undefined;
  if (properties)
    plan.properties = new Map(Object.entries(properties).map(([key, part]) => [key, planFor(part, file)]));
  const additional = schema.additionalProperties;
  if (typeof additional === 'object' && additional !== null) plan.additional = planFor(additional as Schema, file);
  if (typeof schema.items === 'object') plan.items = planFor(schema.items as Schema, file);
  if (schema.discriminator !== undefined) {
    // The blocks of pages are a file of their own; other unions are named by their definition.
    if (schema.title === 'Block') plan.name = 'block';
    plan.byType = new Map(
      (schema.oneOf as { $ref: string }[]).map(({ $ref }) => {
        const [path = '', pointer = ''] = $ref.split('#');
        const target = path === '' ? file : resolve(file, path);
        const { type } = (partOf(target, pointer) as { properties: { type: { const: string } } }).properties;
        return [type.const, at(target, pointer)];
      }),
    );
  }
}

/** Resolves a relative path against the path of another file. */
function resolve(from: string, path: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}
