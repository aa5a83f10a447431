/** The words of the site's own quiz and of its form, as data for every peer. */
import { loadFolder } from '../../../server/definitions/load.ts';

export interface QuizWords {
  readonly questions: readonly {
    readonly id: string;
    readonly question: string;
    readonly hint?: string;
    readonly options: readonly { readonly value: number; readonly label: string }[];
  }[];
  readonly fields: readonly {
    readonly name: string;
    readonly type: string;
    readonly label: string;
    readonly placeholder?: string;
    readonly message: string;
  }[];
  readonly formTitle: string;
  readonly next: string;
  readonly previous: string;
  readonly finish: string;
  readonly submit: string;
  readonly required: string;
}

/** Finds the block of a type in a step. */
const blockOf = (step: unknown, type: string): Readonly<Record<string, string>> =>
  (step as { show: readonly Record<string, string>[] }).show.find((block) => block['type'] === type) ?? {};

export async function quizWords(): Promise<QuizWords> {
  const { site } = await loadFolder('funnels');
  if (site === null) throw new Error('funnels has problems: run npm run check');
  const { questions = {}, steps } = site.flows['diagnostico']!;
  const form = blockOf(steps['identificacao'], 'form');
  const question = blockOf(steps['quiz'], 'question');
  const words = {
    questions: questions['perguntas']!.items,
    fields: site.forms['identificacao']!.fields.map(({ name, type, label, rules, ...field }) => ({
      name,
      type,
      label,
      ...('placeholder' in field ? { placeholder: field.placeholder } : {}),
      message: rules[0]?.message,
    })),
    formTitle: form['title'],
    next: question['next'],
    previous: question['previous'],
    finish: question['finish'],
    submit: form['submit'],
    required: (steps['quiz'] as { onEmpty?: { text?: string } }).onEmpty?.text,
  };
  return JSON.parse(JSON.stringify(words)) as QuizWords;
}
