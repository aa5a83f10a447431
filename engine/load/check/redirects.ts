import type { Draft } from '../link/draft.ts';

/** Checks that the paths of `redirect` steps do not form a cycle. */
export function checkRedirects(draft: Draft): void {
  const { report, routes, flows } = draft;
  /** The path that a path redirects to immediately; undefined if it shows something. */
  const ahead = (path: string): string | undefined => {
    const { flow, step } = routes.get(path) ?? { flow: null, step: null };
    const to = flow === null || step === null ? undefined : flows.get(flow)?.data.steps[step]?.redirect?.to;
    return typeof to === 'string' ? /^\/[^?#{]*/.exec(to)?.[0] : undefined;
  };
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
