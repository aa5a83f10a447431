/** The pages' data, in the place of the recipe's database. */
import quiz from '../quiz.json';

const pages = {
  'puck-next': {
    root: { props: { title: quiz.questions[0].question } },
    content: [{ type: 'Quiz', props: { id: 'quiz', ...quiz } }],
  },
};

export const getPage = (path) => pages[path.join('/')];
