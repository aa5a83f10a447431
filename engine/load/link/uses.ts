/** The forms and endpoints that a flow uses. */
import type { FlowFile, FormFile, Step } from '../../../schemas/generated/types.ts';
import type { Draft } from './draft.ts';

/** The paths of the endpoints that a step calls. */
export const calledBy = ({ submit, fetch, on = {} }: Step): string[] => [
  ...[submit, fetch].flatMap((calls) => (calls?.calls ?? []).flatMap((call) => call.post ?? call.get ?? [])),
  ...Object.values(on).flatMap(({ post }) => post?.path ?? []),
];

/** A readable form with its id; empty for any other id. */
export const formOf = (draft: Draft, id: string): [string, FormFile][] => {
  const form = draft.forms.get(id)?.data;
  return form === undefined ? [] : [[id, form]];
};

/** The forms of a flow's steps, without duplicates. */
export function formsOf(draft: Draft, flow: FlowFile): FormFile[] {
  return formIdsOf(flow).flatMap((id) => draft.forms.get(id)?.data ?? []);
}

/** Ids of the forms of a flow's steps, in step order. */
export const formIdsOf = (flow: FlowFile): string[] => [
  ...new Set(Object.values(flow.steps).flatMap((step) => step.form ?? [])),
];
