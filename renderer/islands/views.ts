/** The views that an island renders. Most flows need only the common ones; the others are in a chunk of their own. */
import type { BlockType } from '../../schemas/generated/types.ts';
import { ActionsView } from '../blocks/actions/Actions.tsx';
import { CountdownView } from '../blocks/countdown/Countdown.tsx';
import { FormView } from '../blocks/form/Form.tsx';
import { HeroView } from '../blocks/hero/Hero.tsx';
import { ListView } from '../blocks/list/List.tsx';
import { NoticeView } from '../blocks/notice/Notice.tsx';
import { PanelView } from '../blocks/panel/Panel.tsx';
import { ProgressView } from '../blocks/progress/Progress.tsx';
import { QuestionView } from '../blocks/question/Question.tsx';
import { ScoreView } from '../blocks/score/Score.tsx';
import { StepsView } from '../blocks/steps/Steps.tsx';
import { TextView } from '../blocks/text/Text.tsx';
import type { BlockViews } from '../parts/view.ts';

const common = {
  actions: ActionsView,
  countdown: CountdownView,
  form: FormView,
  hero: HeroView,
  list: ListView,
  notice: NoticeView,
  panel: PanelView,
  progress: ProgressView,
  question: QuestionView,
  score: ScoreView,
  steps: StepsView,
  text: TextView,
} satisfies Partial<BlockViews>;

/** The block types whose views every island includes. */
export const commonTypes = Object.keys(common) as readonly BlockType[];

/** The views of an island. The server sets `data-views` where the common ones are not enough. */
export const viewsFor = async (root: HTMLElement): Promise<BlockViews> =>
  root.dataset['views'] === undefined
    ? (common as BlockViews)
    : import('./all-views.ts').then((module) => module.blockViews);
