import type { FlowFile, FormFile } from '../../../schemas/generated/types.ts';
import type { Draft } from '../link/draft.ts';
import { waysOn } from '../link/ways.ts';
import type { Source } from '../source/source.ts';

/** Checks that no form of a flow overwrites an answer of an earlier form. */
export function checkDuplicateFields(draft: Draft, flow: Source<FlowFile>): void {
  const { steps } = flow.data;
  const ids = Object.keys(steps);
  const formAt = (id: string): Source<FormFile> | undefined => draft.forms.get(steps[id]?.form ?? '');
  ids.forEach((id, index) => {
    const later = formAt(id);
    if (later === undefined) return;
    for (const earlier of ids.slice(0, index)) {
      const form = formAt(earlier);
      if (form === undefined || form === later || !leadsTo(steps, earlier, id)) continue;
      for (const name of Object.keys(later.data.fields))
        if (Object.hasOwn(form.data.fields, name))
          draft.report.add('field-asked-twice', later, later.place(['fields', name], { key: true }), {
            field: name,
            step: id,
            earlier,
            claim: { flow: flow.data.flow, through: [earlier, id] },
          });
    }
  });
}

function leadsTo(steps: FlowFile['steps'], from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const step = Object.hasOwn(steps, id) ? steps[id] : undefined;
    const ways = step === undefined ? [] : waysOn(step);
    if (ways.includes(to)) return true;
    open.push(...ways);
  }
  return false;
}
