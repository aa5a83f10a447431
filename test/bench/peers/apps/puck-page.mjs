/** The config and the data of a Puck page: the quiz as one component. */
import { createElement as h } from 'react';
import quiz from './quiz.json';
import { Steps } from './steps.mjs';

export const config = {
  root: { render: ({ children }) => h('main', null, children) },
  components: { Quiz: { render: ({ puck: _, ...props }) => h('div', { 'data-quiz': '' }, h(Steps, props)) } },
};
export const data = { root: { props: {} }, content: [{ type: 'Quiz', props: { id: 'quiz', ...quiz } }] };
