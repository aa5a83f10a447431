/** The views that an island draws with. Flows are made of a few; whatever else a flow shows brings the others. */
import type { FlowDefinition } from '../../engine/definition.ts';
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
import type { BlockViews } from '../blocks/view.ts';

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

const isCommon = (type: BlockType): boolean => Object.hasOwn(common, type);

/** Whether every block below a value is of a common type. */
function areCommon(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(areCommon);
  const { type } = value as { type?: unknown };
  return (typeof type !== 'string' || isCommon(type as BlockType)) && Object.values(value).every(areCommon);
}

/** Whether a flow shows nothing but blocks of common types. */
export const isPlain = ({ steps }: FlowDefinition): boolean =>
  Object.values(steps).every(({ show }) => areCommon(show));

/** The views of a flow's blocks. */
export const viewsFor = async (flow: FlowDefinition): Promise<BlockViews> =>
  isPlain(flow) ? (common as unknown as BlockViews) : (await import('./all-views.ts')).blockViews;
