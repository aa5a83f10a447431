import type { FlowFile } from '../../../schemas/generated/types.ts';
import { type BlockRole, roleOf, typeWithRole } from '../../blocks/roles.ts';
import { nearest } from '../../errors/nearest.ts';
import { authoringOf } from '../../steps/authoring.ts';
import type { Draft } from '../link/draft.ts';
import type { Source } from '../source/source.ts';

/** Where a block with each role belongs, for messages. */
const homes: { readonly [R in BlockRole]: string } = {
  questions: 'a step that asks questions',
  form: 'a step with a form',
  stage: 'a page that is the frame of a flow',
};

/** Names a second sticky bar of a page or step, which would lie on the first. */
export function checkStickyBars(draft: Draft, source: Source<unknown>): void {
  const bars = new Set<string>();
  for (const { name, value, path } of draft.contents(source).named) {
    const { type, when } = value as { readonly type?: unknown; readonly when?: unknown };
    if (name !== 'block' || type !== 'sticky' || when !== undefined) continue;
    const place = path.slice(0, source.kind === 'flow' ? 2 : 0).join();
    if (bars.has(place)) draft.report.add('sticky-twice', source, source.place([...path, 'type']));
    bars.add(place);
  }
}

/** Checks that every page can be seen, that frames have a stage, and that blocks are in places where they work. */
export function checkPages(draft: Draft): void {
  const { report, pages, flowsByPage, site, unknown } = draft;

  const { home } = site.data;
  if (home !== undefined && !draft.routes.has(home) && !unknown.has(home)) {
    report.add('link-unknown-route', site, site.place(['home']), {
      route: home,
      near: nearest(home, draft.routes.keys()),
    });
  }
  let notFound: string | undefined;
  for (const [id, source] of pages) {
    const { paths, role } = source.data;
    const users = flowsByPage.get(id) ?? [];
    if (role === 'not-found') {
      if (notFound !== undefined) report.add('not-found-twice', source, source.place(['role']), { other: notFound });
      notFound ??= id;
    }
    if (paths !== undefined && users.length > 0)
      report.add('page-with-flow-has-paths', source, source.place(['paths'], { key: true }), { page: id });
    if (paths === undefined && users.length === 0 && role === undefined && !unknown.has(id))
      report.add('page-unused', source, source.place(['page']), { page: id });
    if (paths !== undefined && source.data.blocks.length === 0)
      report.add('page-empty', source, source.place(['blocks'], { key: true }), { page: id });
    let staged = false;
    for (const { name, value, path } of draft.contents(source).named) {
      const own = name === 'block' ? roleOf(value.type) : null;
      if (own === null) continue;
      if (own === 'stage' && (users.length > 0 || unknown.has(id))) staged = true;
      else
        report.add('block-out-of-place', source, source.place([...path, 'type']), {
          block: typeWithRole(own),
          needs: homes[own],
        });
    }
    const [flow] = users;
    if (flow !== undefined && !staged)
      report.add('stage-missing', source, source.place(['blocks'], { key: true }), { page: id, flow: flow.data.flow });
  }
  if (notFound === undefined && site.data.notFound !== 'redirect' && !unknown.has('not-found'))
    report.add('not-found-missing', site, site.place(['notFound']));
}

/** Checks that the blocks of each step match its kind. */
export function checkStepBlocks(draft: Draft): void {
  draft.memo.each('step blocks', draft.flows.values(), [], (source) => checkBlocksOf(draft, source));
}

function checkBlocksOf(draft: Draft, source: Source<FlowFile>): void {
  const { report } = draft;
  const shown = new Map<string, Set<BlockRole>>();
  for (const { name, value, path } of draft.contents(source).named) {
    const own = name === 'block' ? roleOf(value.type) : null;
    if (own === null) continue;
    const id = String(path[1]);
    const step = source.data.steps[id];
    if (step === undefined || authoringOf(step).block?.role !== own)
      report.add('block-out-of-place', source, source.place([...path, 'type']), {
        block: typeWithRole(own),
        needs: homes[own],
      });
    shown.set(id, (shown.get(id) ?? new Set()).add(own));
  }
  for (const [id, step] of Object.entries(source.data.steps)) {
    const { key, block } = authoringOf(step);
    if (block === null || key === null || shown.get(id)?.has(block.role)) continue;
    report.add('block-missing', source, source.place(['steps', id, key], { key: true }), {
      block: typeWithRole(block.role),
      because: block.because,
    });
  }
}
