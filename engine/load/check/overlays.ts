import type { FlowFile, PageFile } from '../../../schemas/generated/types.ts';
import { fits } from '../../values/value-type.ts';
import type { AnnotatedValue, Draft } from '../link/draft.ts';
import type { Source } from '../source/source.ts';

/**
 * Checks the overlays of pages: each runs a flow that can run in an overlay, passes values from the flow's `data`, and
 * is opened by a button; and every `open` refers to an overlay of its page.
 */
export function checkOverlays(draft: Draft): void {
  const { report } = draft;
  for (const [id, source] of draft.pages) {
    const { overlays = {} } = source.data;
    const opened = new Set<string>();
    for (const opener of openersOf(draft, id, source)) {
      for (const word of opensIn(draft, opener)) {
        const name = String(word.value);
        opened.add(name);
        if (Object.hasOwn(overlays, name)) continue;
        const known = Object.keys(overlays);
        report.add('overlay-unknown', opener, opener.place(word.path), {
          name,
          near: report.near(name, known),
          known,
          page: id,
        });
      }
    }
    for (const overlay of Object.keys(overlays)) {
      checkOverlay(draft, source, overlay);
      if (!opened.has(overlay) && !draft.unknown.has(overlay))
        report.add('overlay-unused', source, source.place(['overlays', overlay], { key: true }), { overlay });
    }
  }
  for (const [id, source] of draft.flows) {
    if (draft.overlayPagesByFlow.has(id) || draft.unknown.has(id)) continue;
    for (const [step, { close }] of Object.entries(source.data.steps))
      if (close !== undefined)
        report.add('close-without-overlay', source, source.place(['steps', step, 'close'], { key: true }), {
          flow: id,
        });
    // A flow in a page frame is checked with that page.
    if (source.data.page !== undefined) continue;
    for (const word of opensIn(draft, source))
      report.add('overlay-unknown', source, source.place(word.path), {
        name: String(word.value),
        near: undefined,
        known: [],
        page: '',
      });
  }
}

const opensIn = (draft: Draft, source: Source<unknown>): AnnotatedValue[] =>
  draft.contents(source).annotated.filter(({ kind }) => kind === 'overlay');

/** Everything that a page shows: its own blocks, the flows in its frame, and those in its overlays. */
function openersOf(draft: Draft, id: string, source: Source<PageFile>): Set<Source<unknown>> {
  const inOverlays = Object.values(source.data.overlays ?? {}).flatMap(({ flow }) => draft.flows.get(flow) ?? []);
  return new Set<Source<unknown>>([source, ...(draft.flowsByPage.get(id) ?? []), ...inOverlays]);
}

function checkOverlay(draft: Draft, source: Source<PageFile>, id: string): void {
  const { report } = draft;
  const overlay = source.data.overlays?.[id];
  const flow = draft.flows.get(overlay?.flow ?? '');
  if (overlay === undefined || flow === undefined) return;
  const at = ['overlays', id];
  if (flow.data.page !== undefined || hasPath(flow.data))
    report.add('overlay-flow-routed', source, source.place([...at, 'flow']), { flow: overlay.flow });
  const { data = {} } = flow.data;
  for (const [name, value] of Object.entries(overlay.with ?? {})) {
    const place = source.place([...at, 'with', name], Object.hasOwn(data, name) ? {} : { key: true });
    const type = Object.hasOwn(data, name) ? data[name] : undefined;
    if (type === undefined) {
      const known = Object.keys(data);
      report.add('overlay-value-unknown', source, place, {
        name,
        near: report.near(name, known),
        known,
        flow: overlay.flow,
      });
    } else if (!fits(type, value))
      report.add('overlay-value-misfit', source, place, { name, value: String(value), type: type.type });
  }
}

const hasPath = ({ steps }: FlowFile): boolean => Object.values(steps).some((step) => step.path !== undefined);
