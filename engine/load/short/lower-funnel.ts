import { dataOf } from '../source/file-data.ts';
import { separate } from '../source/origins.ts';
import type { FileKind, Source } from '../source/source.ts';
import { withoutComputed } from './computed-values.ts';
import type { Defaults } from './defaults.ts';
import { shortFlow, shortPage } from './flow.ts';
import { isLead, shortApi, shortForms } from './form.ts';

/** The kinds of definitions that a funnel in one file contains. */
export const funnelKinds = ['page', 'flow', 'form', 'api'] as const satisfies readonly FileKind[];

/** The page, flow, forms and intake of a funnel in one file. Their values are placed in that file. */
export function lowerFunnel(source: Source, defaults: Defaults): readonly Source[] {
  const funnel = withoutComputed(dataOf(source, 'funnel'), defaults);
  const hasLead = isLead(funnel);
  const made: Readonly<Record<(typeof funnelKinds)[number], readonly unknown[]>> = {
    page: funnel.page === undefined ? [shortPage(funnel, defaults)] : [],
    flow: [shortFlow(funnel, defaults)],
    form: hasLead ? shortForms(funnel, defaults) : [],
    api: hasLead ? [shortApi(funnel, defaults)] : [],
  };
  return funnelKinds.flatMap((kind) =>
    made[kind].map((marked) => {
      const { data, origins } = separate(marked);
      return source.made(kind, data as Record<string, unknown>, origins);
    }),
  );
}
