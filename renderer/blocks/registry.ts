/** The view of each block type. A missing type does not compile. */

import type { BlockViews } from '../parts/view.ts';
import { ActionsView } from './actions/Actions.tsx';
import { BannerView } from './banner/Banner.tsx';
import { BeforeAfterView } from './before-after/BeforeAfter.tsx';
import { CalendarView } from './calendar/Calendar.tsx';
import { CardsView } from './cards/Cards.tsx';
import { CompareView } from './compare/Compare.tsx';
import { ConversationsView } from './conversations/Conversations.tsx';
import { CountdownView } from './countdown/Countdown.tsx';
import { FaqView } from './faq/Faq.tsx';
import { FooterView } from './footer/Footer.tsx';
import { FormView } from './form/Form.tsx';
import { HeaderView } from './header/Header.tsx';
import { HeroView } from './hero/Hero.tsx';
import { ImageView } from './image/Image.tsx';
import { ListView } from './list/List.tsx';
import { ModulesView } from './modules/Modules.tsx';
import { NoticeView } from './notice/Notice.tsx';
import { OwnView } from './own/Own.tsx';
import { PanelView } from './panel/Panel.tsx';
import { PortraitView } from './portrait/Portrait.tsx';
import { PricingView } from './pricing/Pricing.tsx';
import { ProgressView } from './progress/Progress.tsx';
import { ProseView } from './prose/Prose.tsx';
import { QuestionView } from './question/Question.tsx';
import { ScoreView } from './score/Score.tsx';
import { ScrollTopView } from './scroll-top/ScrollTop.tsx';
import { SplitView } from './split/Split.tsx';
import { StageView } from './stage/Stage.tsx';
import { StatsView } from './stats/Stats.tsx';
import { StepsView } from './steps/Steps.tsx';
import { StickyView } from './sticky/Sticky.tsx';
import { TestimonialsView } from './testimonials/Testimonials.tsx';
import { TextView } from './text/Text.tsx';
import { VideoView } from './video/Video.tsx';

export const blockViews = {
  actions: ActionsView,
  banner: BannerView,
  'before-after': BeforeAfterView,
  calendar: CalendarView,
  cards: CardsView,
  compare: CompareView,
  conversations: ConversationsView,
  countdown: CountdownView,
  faq: FaqView,
  footer: FooterView,
  form: FormView,
  header: HeaderView,
  hero: HeroView,
  image: ImageView,
  list: ListView,
  modules: ModulesView,
  notice: NoticeView,
  own: OwnView,
  panel: PanelView,
  portrait: PortraitView,
  pricing: PricingView,
  progress: ProgressView,
  prose: ProseView,
  question: QuestionView,
  score: ScoreView,
  'scroll-top': ScrollTopView,
  split: SplitView,
  stage: StageView,
  stats: StatsView,
  steps: StepsView,
  sticky: StickyView,
  testimonials: TestimonialsView,
  text: TextView,
  video: VideoView,
} satisfies BlockViews;
