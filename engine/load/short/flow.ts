/** The page and the flow of a funnel in one file. */
import type { FunnelFile } from '../../../schemas/generated/types.ts';
import { because, copied } from '../source/origins.ts';
import type { Defaults } from './defaults.ts';
import { given, shortEndpoint, sourcesBeside, trackOf } from './form.ts';
import { type Quiz, quizOf, quizValues, resultBlocks } from './quiz.ts';

/** The funnel's own frame. */
export const shortPage = (funnel: FunnelFile, { company }: Defaults): unknown =>
  because(['funnel'], {
    page: copied(['funnel'], funnel.funnel),
    blocks: [{ type: 'header' }, { type: 'stage' }, { type: 'footer', company }],
  });

/** The funnel's flow. */
export function shortFlow(funnel: FunnelFile, defaults: Defaults): unknown {
  const quiz = quizOf(funnel);
  const steps = quiz === undefined ? leadSteps(funnel, defaults) : quizSteps(funnel, quiz, defaults);
  return because(['funnel'], {
    flow: copied(['funnel'], funnel.funnel),
    page: funnel.page === undefined ? funnel.funnel : copied(['page'], funnel.page),
    start: 'start',
    ...(quiz === undefined ? {} : quizValues(quiz)),
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

/** The keys of a step that shows and submits the form. */
function formStep(funnel: FunnelFile, { texts }: Defaults) {
  const { fields = {} } = funnel;
  const visit = sourcesBeside(fields).map((name) => [name, `visit.${name}`]);
  return {
    form: copied(['funnel'], funnel.funnel),
    submit: because(['fields'], {
      calls: [
        {
          post: shortEndpoint(funnel),
          ...(visit.length === 0 ? {} : { with: Object.fromEntries(visit) }),
        },
      ],
      onError: {
        toast: texts.failed,
        text: `{{ default(error.message, ${JSON.stringify(texts.funnelFailed)}) }}`,
      },
      onSuccess: { track: trackOf(funnel, fields) },
    }),
  };
}

function formBlock({ form }: FunnelFile, { texts }: Defaults, title?: string): unknown {
  return because(form === undefined ? ['fields'] : ['form'], {
    type: 'form',
    title: given(form, 'title', ['form']) ?? title,
    lead: given(form, 'lead', ['form']),
    submit: given(form, 'submit', ['form']) ?? texts.funnelSubmit,
    busy: given(form, 'busy', ['form']) ?? texts.funnelBusy,
    notice: given(form, 'notice', ['form']) ?? texts.funnelConsent,
  });
}

function leadSteps(funnel: FunnelFile, defaults: Defaults): Readonly<Record<string, unknown>> {
  const columns = { type: 'split', main: [heroOf(funnel)], aside: [formBlock(funnel, defaults)] };
  return {
    start: {
      ...metaOf(funnel),
      ...formStep(funnel, defaults),
      show: [because(['title'], columns), ...moreBlocks(funnel.blocks, ['blocks'])],
      next: 'thanks',
    },
    thanks:
      funnel.next === undefined ? thanksStep(funnel, defaults) : { redirect: { to: copied(['next'], funnel.next) } },
  };
}

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

function quizSteps(funnel: FunnelFile, quiz: Quiz, defaults: Defaults): Readonly<Record<string, unknown>> {
  const { texts } = defaults;
  const begin = given(funnel, 'begin', []) ?? texts.quizBegin;
  const hasForm = funnel.fields !== undefined;
  return {
    start: {
      ...metaOf(funnel),
      show: [
        heroOf(funnel, [{ label: begin, send: 'begin', emphasis: 'strong' }]),
        ...moreBlocks(funnel.blocks, ['blocks']),
      ],
      on: { begin: { to: 'questions' } },
    },
    questions: because(['questions'], {
      title: copied(['title'], funnel.title),
      titlePrefix: texts.quizPosition,
      ask: 'questions',
      onEmpty: { toast: texts.quizNotice, text: texts.quizEmpty },
      onError: { toast: texts.failed, text: texts.funnelFailed },
      show: [
        { type: 'progress', label: texts.quizProgress, caption: texts.quizPosition },
        { type: 'question', next: texts.quizNext, previous: texts.quizPrevious, finish: texts.quizFinish },
      ],
      next: hasForm ? 'form' : 'result',
    }),
    form: hasForm
      ? because(['fields'], {
          title: given(funnel.form, 'title', ['form']) ?? texts.quizForm,
          ...formStep(funnel, defaults),
          show: [formBlock(funnel, defaults, texts.quizForm)],
          next: 'result',
        })
      : undefined,
    result: because(['results'], {
      title: texts.quizResult,
      show: resultBlocks(quiz, given(funnel, 'scoreLabel', []) ?? texts.quizScore),
      final: true,
    }),
  };
}
