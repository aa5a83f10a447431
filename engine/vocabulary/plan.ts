import { schemas } from '../../schemas/generated/schemas.ts';

/** The kinds of definition files; each has a schema. */
export type FileKind = 'site' | 'page' | 'flow' | 'form' | 'api' | 'part' | 'collection';

/** What a string of a definition is: the schemas' `x-kind`. */
export type WordKind =
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
  | 'constant';

/** What a schema says about a value, as far as the loader asks: its kind, its name, and the same of its parts. */
export interface SchemaPlan {
  kind?: WordKind;
  /** What the value has to match once the item of a repeated page has been put in. */
  after?: RegExp;
  /** What an empty text means: an ornament, which its author says once more, or just a blank. A mistake when undefined. */
  empty?: 'ornament' | 'blank';
  /** Whether a text is a moment with its offset. */
  moment?: true;
  /** What the value is for the index of a page, beside being a block: the schema's `x-holds`. */
  holds?: 'player';
  /** The schema's own name: `action` of `common.schema.json#/definitions/action`, `block` for any block. */
  name?: string;
  properties?: Map<string, SchemaPlan>;
  /** For the values of keys that are not listed. */
  additional?: SchemaPlan;
  items?: SchemaPlan;
  /** For values told apart by their `type`. */
  byType?: Map<string, SchemaPlan>;
}

type Schema = Readonly<Record<string, unknown>>;

const plans = new Map<string, SchemaPlan>();

/** The plan of a kind of file; made once. */
export const planOf = (kind: FileKind): SchemaPlan => at(`${kind}.schema.json`, '');

function at(file: string, pointer: string): SchemaPlan {
  const id = `${file}#${pointer}`;
  const known = plans.get(id);
  if (known) return known;
  // Kept before it is filled: blocks hold blocks.
  const plan: SchemaPlan = {};
  plans.set(id, plan);
  const schema = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((part, key) => (part as Schema)[key], schemas[file]) as Schema;
  fill(plan, schema, file);
  const name = pointer.split('/').pop();
  if (name) plan.name ??= name;
  return plan;
}

function planFor(schema: Schema, file: string): SchemaPlan {
  const ref = schema.$ref;
  if (typeof ref === 'string') {
    const [path = '', pointer = ''] = ref.split('#');
    return at(path === '' ? file : resolve(file, path), pointer);
  }
  const parts = schema.allOf;
  // A lone `allOf` only carries a description beside a reference.
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
  if (typeof schema['x-kind'] === 'string') plan.kind = schema['x-kind'] as WordKind;
  if (schema['x-holds'] === 'player') plan.holds = 'player';
  if (typeof schema['x-after'] === 'string') plan.after = new RegExp(schema['x-after'], 'u');
  const properties = schema.properties as Record<string, Schema> | undefined;
  if (properties)
    plan.properties = new Map(Object.entries(properties).map(([key, part]) => [key, planFor(part, file)]));
  const additional = schema.additionalProperties;
  if (typeof additional === 'object' && additional !== null) plan.additional = planFor(additional as Schema, file);
  if (typeof schema.items === 'object') plan.items = planFor(schema.items as Schema, file);
  if (schema.discriminator !== undefined) {
    plan.name = 'block';
    plan.byType = new Map(
      (schema.oneOf as { $ref: string }[]).map((branch) => {
        const path = resolve(file, branch.$ref);
        const { type } = (schemas[path] as { properties: { type: { const: string } } }).properties;
        return [type.const, at(path, '')];
      }),
    );
  }
}

/** A path named from the folder of another. */
function resolve(from: string, path: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}
