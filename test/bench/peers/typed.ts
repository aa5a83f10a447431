/** The site with a second quiz: the same four questions, each of a type that is answered by one of its options. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../../harness/site-server.ts';

interface Quiz {
  readonly page: string;
  readonly questions: {
    readonly perguntas: {
      readonly items: readonly {
        readonly id: string;
        readonly question: string;
        readonly hint: string;
        readonly options: readonly { readonly value: number; readonly label: string }[];
      }[];
    };
  };
  readonly steps: {
    readonly quiz: Readonly<Record<string, unknown>>;
    readonly identificacao: Readonly<Record<'title' | 'description' | 'show', unknown>>;
  };
}

export const typedPath = '/quiz-typed';

/** The types of the questions, in order. */
const types = ['choice', 'yes-no', 'scale', 'nps'] as const;

function typedFlow({ page, questions, steps: { quiz, identificacao } }: Quiz): object {
  const items = questions.perguntas.items.map(({ id, options, ...words }, index) => {
    const type = types[index] as (typeof types)[number];
    const texts = options.map(({ value, label }) => ({ value: `o${value}`, label }));
    return { ...words, name: id, type, required: true, ...(type === 'choice' ? { options: texts } : {}) };
  });
  const { title, description, show } = identificacao;
  return {
    ...{ flow: 'typed', page, start: 'quiz' },
    questions: { typed: { items } },
    steps: {
      quiz: { ...quiz, path: [typedPath], ask: 'typed', next: 'form' },
      form: { title, description, show, form: 'identificacao', next: 'end' },
      end: { title, show: [{ type: 'text', title }], final: true },
    },
  };
}

/** Copies the site and adds the quiz. */
export function siteWithTyped(): { readonly funnels: string; remove(): void } {
  const funnels = mkdtempSync(join(tmpdir(), 'funnels-'));
  cpSync(join(projectRoot, 'funnels'), funnels, { recursive: true });
  const quiz = parse(readFileSync(join(funnels, 'diagnostico/diagnostico.flow.yaml'), 'utf8')) as Quiz;
  mkdirSync(join(funnels, 'typed'));
  writeFileSync(join(funnels, 'typed/typed.flow.json'), JSON.stringify(typedFlow(quiz)));
  return { funnels, remove: () => rmSync(funnels, { recursive: true, force: true }) };
}
