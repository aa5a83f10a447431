/** Jumps to any step or page of the site. */
import { devPaths } from '../../engine/paths.ts';
import { type Choice, select } from './choices.ts';
import type { DevJump, DevSite } from './contract.ts';
import { jump } from './resume.ts';

/**
 * The control that goes to a step or a page.
 * @param view the window of the page
 * @param fail called with a sentence if no page shows the step
 */
export function placeSelect(site: DevSite, view: () => Window, fail: (text: string) => void): HTMLElement {
  const places: Choice[] = [
    { value: '', label: 'Choose a step…' },
    ...site.flows.flatMap(({ flow, steps }) =>
      steps.map((step): Choice => ({ value: `step ${flow} ${step}`, label: step, group: flow })),
    ),
    ...site.pages.map((path): Choice => ({ value: `page ${path}`, label: path, group: 'Pages' })),
  ];
  const go = async (value: string): Promise<void> => {
    const [kind, first = '', step = ''] = value.split(' ');
    if (kind === 'page') return view().location.assign(first);
    const reply = await fetch(`${devPaths.jump}?${new URLSearchParams({ flow: first, step })}`);
    if (reply.ok) jump(view(), (await reply.json()) as DevJump);
    else fail(`No page shows ${step}: no visitor reaches it.`);
  };
  return select('Go to', places, '', (value) => void go(value));
}
