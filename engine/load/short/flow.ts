/** The page and the flow of a funnel in one file. */
import type { FunnelFile } from '../../../schemas/generated/types.ts';
import { because, copied } from '../source/origins.ts';
import type { Defaults } from './defaults.ts';
import { consentOf, given, isLead, shortEndpoint, sourcesBeside, trackOf } from './form.ts';
import { isUntyped, writtenQuestions } from './question-screens.ts';
import { type Quiz, quizOf, quizValues, resultBlocks } from './quiz.ts';
import { varyingTexts } from './text-variation.ts';

/** The funnel's own frame. */
export const shortPage = (funnel: FunnelFile, { company }: Defaults): unknown =>
  because(['funnel'], {
    page: copied(['funnel'], funnel.funnel),
    blocks: [{ type: 'header' }, { type: 'stage' }, { type: 'footer', company }],
  });

/** The funnel's flow. */
export function shortFlow(funnel: FunnelFile, defaults: Defaults): unknown {
  const quiz = quizOf(funnel);
  const steps =
    funnel.questions === undefined ? leadSteps(funnel, defaults) : questionSteps(funnel, quiz ?? null, defaults);
  const { computed = {}, ...values } = quiz === undefined ? {} : quizValues(quiz, defaults);
  const own = Object.entries(funnel.computed ?? {}).map(([name, value]) => [name, copied(['computed', name], value)]);
  const scored = Object.entries(computed as object);
  return because(['funnel'], {
    flow: copied(['funnel'], funnel.funnel),
    page: funnel.page === undefined ? funnel.funnel : copied(['page'], funnel.page),
    start: 'start',
    ...values,
    questions: funnel.questions === undefined ? undefined : questionsOf(funnel, defaults),
    computed: own.length + scored.length === 0 ? undefined : Object.fromEntries([...own, ...scored]),
    steps: because(['funnel'], steps),
  });
}

const pathOf = ({ funnel, path }: FunnelFile): unknown =>
  path === undefined ? [because(['funnel'], `/${funnel}`)] : copied(['path'], path);

const metaOf = (funnel: FunnelFile) => ({
  path: pathOf(funnel),
  title: copied(['title'], funnel.title),
  description: given(funnel, 'description', []),
  search: given(funnel, 'search', []),
});

const heroOf = (funnel: FunnelFile, actions?: unknown) =>
  because(['title'], {
    type: 'hero',
    eyebrow: given(funnel, 'eyebrow', []),
    title: given(funnel, 'heading', []) ?? copied(['title'], funnel.title),
    lead: given(funnel, 'lead', []),
    actions,
  });

const moreBlocks = (blocks: readonly unknown[] | undefined, path: readonly string[]): unknown[] =>
  (blocks ?? []).map((block, index) => copied([...path, index], block));

/** The keys of a step that submits what was entered. */
function submitting(funnel: FunnelFile, { texts }: Defaults) {
  const visit = sourcesBeside(funnel).map((name) => [name, `visit.${name}`]);
  return {
    submit: because(funnel.fields === undefined ? ['questions'] : ['fields'], {
      calls: [
        {
          post: shortEndpoint(funnel),
          ...(visit.length === 0 ? {} : { with: Object.fromEntries(visit) }),
        },
      ],
      // It stays at the form until the next try; a toast disappears.
      onError: { inline: `{{ default(error.message, ${JSON.stringify(texts.funnelFailed)}) }}` },
      onSuccess: { track: trackOf(funnel) },
    }),
  };
}

/** The submit button, and the small print under it. */
const buttonsOf = ({ form }: FunnelFile, { texts }: Defaults) => ({
  submit: given(form, 'submit', ['form']) ?? texts.funnelSubmit,
  notice: given(form, 'notice', ['form']) ?? texts.funnelConsent,
});

function formBlock(funnel: FunnelFile, defaults: Defaults, title?: string): unknown {
  const { form } = funnel;
  const { submit, notice } = buttonsOf(funnel, defaults);
  return because(form === undefined ? ['fields'] : ['form'], {
    type: 'form',
    title: given(form, 'title', ['form']) ?? title,
    lead: given(form, 'lead', ['form']),
    ...varyingTexts(
      Object.entries(funnel.fields ?? {}).map(([name, field]) => ({
        ...{ name, field },
        ...{ label: ['fields', name, 'label'], hint: ['fields', name, 'hint'] },
      })),
    ),
    submit,
    busy: given(form, 'busy', ['form']) ?? defaults.texts.funnelBusy,
    notice,
  });
}

function leadSteps(funnel: FunnelFile, defaults: Defaults): Readonly<Record<string, unknown>> {
  const columns = { type: 'split', main: [heroOf(funnel)], aside: [formBlock(funnel, defaults)] };
  return {
    start: {
      ...metaOf(funnel),
      form: copied(['funnel'], funnel.funnel),
      ...submitting(funnel, defaults),
      show: [because(['title'], columns), ...moreBlocks(funnel.blocks, ['blocks'])],
      next: 'thanks',
    },
    thanks: lastStep(funnel, defaults),
  };
}

/** What follows the form. */
const lastStep = (funnel: FunnelFile, defaults: Defaults): unknown =>
  funnel.next === undefined ? thanksStep(funnel, defaults) : { redirect: { to: copied(['next'], funnel.next) } };

function thanksStep(funnel: FunnelFile, { texts }: Defaults): unknown {
  const { thanks } = funnel;
  const below = String(funnel.path?.[0] ?? `/${funnel.funnel}`).replace(/\/$/, '');
  const title = given(thanks, 'title', ['thanks']) ?? texts.funnelThanks;
  const hero = {
    type: 'hero',
    align: 'center',
    title,
    lead: given(thanks, 'lead', ['thanks']) ?? (thanks === undefined ? texts.funnelThanksText : undefined),
    actions: given(thanks, 'actions', ['thanks']),
  };
  return because(thanks === undefined ? ['funnel'] : ['thanks'], {
    path: given(thanks, 'path', ['thanks']) ?? [`${below}/${texts.funnelThanksPath}`],
    title,
    search: 'hidden',
    show: [hero, ...moreBlocks(thanks?.blocks, ['thanks', 'blocks'])],
    final: true,
  });
}

/** The steps of a funnel with questions. @param quiz null if it has no results */
function questionSteps(funnel: FunnelFile, quiz: Quiz | null, defaults: Defaults): Readonly<Record<string, unknown>> {
  const { texts } = defaults;
  const begin = given(funnel, 'begin', []) ?? texts.quizBegin;
  const hasForm = funnel.fields !== undefined;
  const [end, heading] = quiz === null ? ['thanks', texts.questionsForm] : ['result', texts.quizForm];
  return {
    start: {
      ...metaOf(funnel),
      show: [
        heroOf(funnel, [{ label: begin, send: 'begin', emphasis: 'strong' }]),
        ...moreBlocks(funnel.blocks, ['blocks']),
      ],
      on: { begin: { to: 'questions' } },
    },
    questions: askingStep(funnel, hasForm ? 'form' : end, defaults),
    form: hasForm
      ? because(['fields'], {
          title: given(funnel.form, 'title', ['form']) ?? heading,
          form: copied(['funnel'], funnel.funnel),
          ...submitting(funnel, defaults),
          show: [formBlock(funnel, defaults, heading)],
          next: end,
        })
      : undefined,
    ...(quiz === null ? { thanks: lastStep(funnel, defaults) } : { result: resultStep(funnel, quiz, defaults) }),
  };
}

/** Whether the last question sends what was entered. */
const sendsAnswers = (funnel: FunnelFile): boolean => funnel.fields === undefined && isLead(funnel);

/** The questions as a set of the flow. */
function questionsOf(funnel: FunnelFile, defaults: Defaults): unknown {
  const placed = writtenQuestions(funnel);
  return because(['questions'], {
    questions: because(['questions'], {
      saveAs: placed.some(({ question }) => isUntyped(question)) ? 'answers' : undefined,
      consent: sendsAnswers(funnel) ? consentOf(funnel, defaults) : undefined,
      items: placed.map(({ question, path }) => copied(path, question)),
    }),
  });
}

/** The step that asks the questions. */
function askingStep(funnel: FunnelFile, next: string, defaults: Defaults): unknown {
  const { texts } = defaults;
  const sends = sendsAnswers(funnel);
  const { submit, notice } = buttonsOf(funnel, defaults);
  const hasList = writtenQuestions(funnel).some(({ question }) => isUntyped(question));
  const ofList = {
    onEmpty: { toast: texts.quizNotice, text: texts.quizEmpty },
    onError: { toast: texts.failed, text: texts.funnelFailed },
  };
  return because(['questions'], {
    title: copied(['title'], funnel.title),
    titlePrefix: texts.quizPosition,
    ask: 'questions',
    ...(hasList ? ofList : {}),
    show: [
      { type: 'progress', label: texts.quizProgress, caption: texts.quizPosition },
      {
        type: 'question',
        next: texts.quizNext,
        previous: texts.quizPrevious,
        finish: sends ? submit : texts.quizFinish,
        notice: sends ? notice : undefined,
        advance: given(funnel, 'advance', []),
      },
    ],
    ...(sends ? submitting(funnel, defaults) : {}),
    next,
  });
}

const resultStep = (funnel: FunnelFile, quiz: Quiz, { texts }: Defaults): unknown =>
  because(['results'], {
    title: texts.quizResult,
    show: resultBlocks(quiz, given(funnel, 'scoreLabel', []) ?? texts.quizScore),
    final: true,
  });
