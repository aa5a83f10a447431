/** The names that edited definitions keep as aliases, so that earlier visits and leads are read with the new ones. */
import type { SiteDefinition } from '../../engine/definition.ts';
import type { EditMapping } from '../../engine/trace/mapping.ts';

interface WithAliases {
  readonly aliases?: readonly string[] | undefined;
}

/** Former names that nothing has any more, each with the present one. */
function renamedIn(
  things: readonly (readonly [string, WithAliases])[],
  before: ReadonlySet<string>,
): [string, string][] {
  const now = new Set(things.map(([name]) => name));
  return things.flatMap(([name, { aliases = [] }]) =>
    before.has(name)
      ? []
      : aliases.filter((alias) => before.has(alias) && !now.has(alias)).map((alias): [string, string] => [alias, name]),
  );
}

/** Adds the aliases of steps, questions and fields of the edited definitions to a mapping, whose own entries stay. */
export function withAliases(mapping: EditMapping, today: SiteDefinition, edited: SiteDefinition): EditMapping {
  const [steps, fields]: Record<string, string>[] = [{}, {}];
  for (const [id, flow] of Object.entries(today.flows)) {
    const now = edited.flows[mapping.renamed.flows[id] ?? id];
    if (now === undefined) continue;
    const add = (to: Record<string, string> | undefined, renames: [string, string][]): void => {
      for (const [old, name] of renames) if (to !== undefined) to[`${id}.${old}`] = name;
    };
    const fieldsIn = (site: SiteDefinition, forms: readonly string[]) =>
      forms.flatMap((form) => site.forms[form]?.fields ?? []);
    const questionsIn = ({ questions = {} }: typeof flow) => Object.values(questions).flatMap(({ items }) => items);
    add(steps, renamedIn(Object.entries(now.steps), new Set(Object.keys(flow.steps))));
    const questions = questionsIn(now).map((each) => [each.id, each] as const);
    add(steps, renamedIn(questions, new Set(questionsIn(flow).map((each) => each.id))));
    const named = fieldsIn(edited, now.forms).map((field) => [field.name, field] as const);
    add(fields, renamedIn(named, new Set(fieldsIn(today, flow.forms).map(({ name }) => name))));
  }
  const { renamed, removed } = mapping;
  return {
    renamed: { ...renamed, steps: { ...steps, ...renamed.steps }, fields: { ...fields, ...renamed.fields } },
    removed,
  };
}
