/** Branches after a question, a form or a delay. */
import { expect, test } from 'vitest';
import { baseEdited, load } from './fixtures.ts';

const branches = 'branch:\n      - { when: score >= 50, to: result }\n      - { to: away }\n';
/** The base site, in which a step goes on by branches of its own instead of the step `which`. */
const branching = (from: string, to: string) => {
  const files = baseEdited('quiz.flow.yaml', from, to);
  return load(files.map((file) => ({ ...file, text: file.text.replace(`  which:\n    ${branches}`, '') })));
};

test('a delay goes on by its own branches, as by a step that branches', () => {
  const { site, problems } = branching('delay: 1s to 2s\n    next: which\n', `delay: 1s to 2s\n    ${branches}`);
  expect(problems).toEqual([]);
  const plain = load(baseEdited('quiz.flow.yaml', 'x', 'x')).site?.flows['quiz']?.steps;
  const steps = site?.flows['quiz']?.steps;
  expect(steps?.['pause']).toEqual({ ...plain?.['pause'], next: 'pause-branch' });
  expect(steps?.['pause-branch']).toEqual(plain?.['which']);
});

test('questions and forms branch, too, and the name of the new step is free', () => {
  const form = load(
    baseEdited(
      'quiz.flow.yaml',
      '    next: pause\n  pause:',
      `    ${branches.replace('score >= 50', "plan == 'full'").replace('to: away', 'to: contact-branch')}  contact-branch:`,
    ),
  );
  expect(form.problems).toEqual([]);
  expect(form.site?.flows['quiz']?.steps['contact']).toMatchObject({ next: 'contact-branch-2' });
  const ask = load(
    baseEdited(
      'quiz.flow.yaml',
      '    next: contact\n',
      `    ${branches.replace('to: result', 'to: contact').replace('to: away', 'to: intro')}`,
    ),
  );
  expect(ask.problems).toEqual([]);
  expect(ask.site?.flows['quiz']?.steps['quiz']).toMatchObject({ next: 'quiz-branch' });
});

test('mistakes are reported where they are written', () => {
  const at = (from: string, to: string) =>
    load(baseEdited('quiz.flow.yaml', from, to)).problems.map(({ code, line, column }) => [code, line, column]);
  const both = at('delay: 1s to 2s\n', `delay: 1s to 2s\n    ${branches}`);
  expect(both).toContainEqual(['step-mixed', 75, 5]);
  const wrong = `delay: 1s to 2s\n    ${branches.replace('score', 'scores')}`;
  expect(at('delay: 1s to 2s\n    next: which\n', wrong)).toContainEqual(['expression-unknown-name', 76, 17]);
  const lost = `delay: 1s to 2s\n    ${branches.replace('to: away', 'to: nowhere')}`;
  expect(at('delay: 1s to 2s\n    next: which\n', lost)).toContainEqual(['step-unknown', 77, 15]);
});
