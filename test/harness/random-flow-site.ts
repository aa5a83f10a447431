/** Random sites that are right by construction, for tests of what the check says of them. */
import { stringify } from 'yaml';
import type { DefinitionFile } from '../../engine/load/load-site.ts';
import { FlowMaker, type RandomFlow } from './random-flow.ts';
import type { Written } from './random-flow-draft.ts';
import type { Random } from './random-form.ts';

const written = (path: string, data: Written): DefinitionFile => ({
  path,
  text: stringify(data, { lineWidth: 0, aliasDuplicateObjects: false }),
});

/** The definitions of a site with these flows. */
export function flowSiteOf(flows: readonly RandomFlow[]): DefinitionFile[] {
  const links: Written[] = flows.map(({ id }) => ({ type: 'actions', actions: [{ label: `To ${id}`, to: `/${id}` }] }));
  links.push({ type: 'actions', actions: [{ label: 'To the thanks', to: '/thanks' }] });
  return [
    written('site.yaml', {
      ...{ site: 'random', name: 'Random', url: 'https://example.com', locale: 'en-GB' },
      ...{ timeZone: 'Europe/London', currency: 'EUR' },
    }),
    written('home.page.yaml', {
      ...{ page: 'home', paths: ['/'], title: 'Home' },
      blocks: [{ type: 'text', title: 'Home' }, ...links],
    }),
    written('lost.page.yaml', {
      ...{ page: 'lost', role: 'not-found', title: 'Not found', blocks: [{ type: 'hero', title: 'Not found' }] },
    }),
    written('thanks.page.yaml', {
      ...{ page: 'thanks', paths: ['/thanks'], title: 'Thanks', blocks: [{ type: 'text', title: 'Thanks' }] },
    }),
    written('frame.page.yaml', { page: 'frame', title: 'A flow', blocks: [{ type: 'stage' }] }),
    ...flows.flatMap(({ id, flow, forms, intakes }) => [
      written(`${id}.flow.yaml`, flow),
      ...forms.map((form) => written(`${form.form}.form.yaml`, form)),
      written(`${id}.api.yaml`, { api: id, intakes }),
    ]),
  ];
}

/** Flows of random steps, questions and conditions. */
export const randomFlows = (random: Random, count = 1 + Math.floor(random() * 3)): RandomFlow[] =>
  Array.from({ length: count }, (_, index) => new FlowMaker(random, `flow-${index + 1}`).make());

/** A site about which the check has nothing to say. */
export const randomFlowSite = (random: Random): DefinitionFile[] => flowSiteOf(randomFlows(random));
