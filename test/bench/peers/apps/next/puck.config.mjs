/** Puck's config: the quiz is one component, and a client component because it has state. */
import { createElement as h } from 'react';
import { Steps } from './steps.client.mjs';

export const config = {
  root: { render: ({ children }) => h('main', null, children) },
  components: { Quiz: { render: ({ puck: _, ...props }) => h(Steps, props) } },
};
