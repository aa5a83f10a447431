import type { Step } from '../../../schemas/generated/types.ts';
import { kindKeys, roleOfStep } from '../../steps/authoring.ts';
import type { Draft } from '../link/draft.ts';

/** Checks that the paths of `redirect` steps neither form a cycle nor lead back to the step's own flow. */
export function checkRedirects(draft: Draft): void {
  const { report, routes, flows } = draft;
  /** The path that a path redirects to immediately; undefined if it shows something. */
  const ahead = (path: string): string | undefined => {
    const { flow, step } = routes.get(path) ?? { flow: null, step: null };
    const to = flow === null || step === null ? undefined : flows.get(flow)?.data.steps[step]?.redirect?.to;
    return typeof to === 'string' ? pathIn(to) : undefined;
  };
  for (const [id, source] of flows)
    for (const [step, own] of Object.entries(source.data.steps)) {
      const { redirect } = own;
      const isClear = kindKeys(own).length === 1;
      const path = typeof redirect?.to === 'string' ? pathIn(redirect.to) : undefined;
      const target = path === undefined ? undefined : routes.get(path);
      if (path === undefined || target?.flow !== id || target.step === null || target.overlay !== undefined) continue;
      const shown = source.data.steps[target.step];
      // A step with two purposes, or one that leads on at once, is another mistake.
      if (shown !== undefined && isClear && isSeen(shown))
        report.add('redirect-back', source, source.place(['steps', step, 'redirect', 'to']), {
          path,
          step: target.step,
        });
    }
  const reported = new Set<string>();
  for (const [path, { flow, step }] of routes) {
    const paths = [path];
    for (let next = ahead(path); next !== undefined && !reported.has(next); next = ahead(next)) {
      paths.push(next);
      if (paths.indexOf(next) < paths.length - 1) break;
    }
    const source = flow === null ? undefined : flows.get(flow);
    if (paths.length < 2 || paths.at(-1) !== path || source === undefined || step === null) continue;
    for (const each of paths) reported.add(each);
    report.add('redirect-loop', source, source.place(['steps', step, 'redirect', 'to']), { paths });
  }
}

const isSeen = (step: Step): boolean => !['junction', 'exit'].includes(roleOfStep(step));

/** The path of an address on this site; undefined if an expression is a part of it. */
const pathIn = (address: string): string | undefined => /^\/[^?#{]*(?=[?#]|$)/.exec(address)?.[0];
