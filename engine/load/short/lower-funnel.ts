import type { FunnelFile } from '../../../schemas/generated/types.ts';
import { separate } from '../source/origins.ts';
import type { FileKind, Source } from '../source/source.ts';
import type { Defaults } from './defaults.ts';
import { shortFlow, shortPage } from './flow.ts';
import { shortApi, shortForm } from './form.ts';

/** The kinds of definitions that a funnel in one file contains. */
export const funnelKinds = ['page', 'flow', 'form', 'api'] as const satisfies readonly FileKind[];

/** The page, flow, form and intake of a funnel in one file. Their values are placed in that file. */
export function lowerFunnel(source: Source, defaults: Defaults): readonly Source[] {
  const funnel = source.data as unknown as FunnelFile;
  const { fields } = funnel;
  const made: Readonly<Record<(typeof funnelKinds)[number], unknown>> = {
    page: funnel.page === undefined ? shortPage(funnel, defaults) : undefined,
    flow: shortFlow(funnel, defaults),
    form: fields === undefined ? undefined : shortForm(funnel, fields, defaults),
    api: fields === undefined ? undefined : shortApi(funnel, fields, defaults),
  };
  return funnelKinds.flatMap((kind) => {
    if (made[kind] === undefined) return [];
    const { data, origins } = separate(made[kind]);
    return [source.made(kind, data as Record<string, unknown>, origins)];
  });
}
