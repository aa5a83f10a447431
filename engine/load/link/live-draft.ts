import type { Json } from '../../../schemas/compiled.ts';
import type {
  DocumentFile,
  EmailFile,
  FlowFile,
  FormFile,
  PageFile,
  ScenarioFile,
  SiteFile,
} from '../../../schemas/generated/types.ts';
import { CurrentAxes } from '../../axes/current-axes.ts';
import type { Report } from '../../errors/report.ts';
import { type Extensions, noExtensions } from '../../extensions/extensions.ts';
import type { Memo } from '../../memo/memo.ts';
import { TrackedMap, TrackedNames, TrackedValue } from '../../memo/tracking.ts';
import type { GrowthOf } from '../../rules/pattern/backtracking.ts';
import type { Source } from '../source/source.ts';
import { contentsOf } from './contents.ts';
import type { Draft, DraftContent, DraftRoute, FileContents, IntakeSource } from './draft.ts';

/**
 * A draft whose content is replaced at every load, so that objects created from it in an earlier load read the current
 * content.
 */
export class LiveDraft implements Draft {
  readonly memo: Memo;
  readonly pages: TrackedMap<string, Source<PageFile>>;
  readonly flows: TrackedMap<string, Source<FlowFile>>;
  readonly forms: TrackedMap<string, Source<FormFile>>;
  readonly emails: TrackedMap<string, Source<EmailFile>>;
  readonly documents: TrackedMap<string, Source<DocumentFile>>;
  readonly scenarios: TrackedMap<string, Source<ScenarioFile>>;
  readonly intakes: TrackedMap<string, IntakeSource>;
  readonly endpoints: TrackedMap<string, IntakeSource>;
  readonly routes: TrackedMap<string, DraftRoute>;
  readonly flowsByPage: TrackedMap<string, readonly Source<FlowFile>[]>;
  readonly overlayPagesByFlow: TrackedMap<string, readonly Source<PageFile>[]>;
  readonly items: TrackedMap<Source<unknown>, Json>;
  readonly posts: TrackedMap<string, readonly IntakeSource[]>;
  readonly axes: CurrentAxes;
  private readonly siteFile: TrackedValue<Source<SiteFile> | null>;
  private readonly unknownNames: TrackedNames;
  isMended = false;
  sources: readonly Source[] = [];
  private readonly assetNames: TrackedNames;
  private readonly hasAssets: TrackedValue<boolean>;
  private readonly siteExtensions: TrackedValue<Extensions>;
  growthOf: GrowthOf | undefined = undefined;
  private readonly taken = new WeakMap<Source<unknown>, FileContents>();

  constructor(memo: Memo) {
    this.memo = memo;
    this.pages = new TrackedMap(memo);
    this.flows = new TrackedMap(memo);
    this.forms = new TrackedMap(memo);
    this.emails = new TrackedMap(memo);
    this.documents = new TrackedMap(memo);
    this.scenarios = new TrackedMap(memo);
    this.intakes = new TrackedMap(memo);
    this.endpoints = new TrackedMap(memo);
    this.routes = new TrackedMap(memo);
    this.flowsByPage = new TrackedMap(memo);
    this.overlayPagesByFlow = new TrackedMap(memo);
    this.items = new TrackedMap(memo);
    this.posts = new TrackedMap(memo);
    this.axes = new CurrentAxes(memo);
    this.siteFile = new TrackedValue<Source<SiteFile> | null>(memo, null);
    this.unknownNames = new TrackedNames(memo);
    this.assetNames = new TrackedNames(memo);
    this.hasAssets = new TrackedValue(memo, false);
    this.siteExtensions = new TrackedValue(memo, noExtensions);
  }

  /** Replaces the content. */
  fill(content: DraftContent): void {
    const { site, unknown, assets } = content;
    this.pages.set(content.pages);
    this.flows.set(content.flows);
    this.forms.set(content.forms);
    this.emails.set(content.emails);
    this.documents.set(content.documents);
    this.scenarios.set(content.scenarios);
    this.intakes.set(content.intakes);
    this.endpoints.set(content.endpoints);
    this.routes.set(content.routes);
    this.flowsByPage.set(content.flowsByPage);
    this.overlayPagesByFlow.set(content.overlayPagesByFlow);
    this.items.set(content.items);
    this.posts.set(content.posts);
    this.siteFile.set(site);
    this.unknownNames.set(unknown);
    this.isMended = content.isMended;
    this.sources = content.sources;
    this.assetNames.set(assets ?? []);
    this.hasAssets.set(assets !== undefined);
    this.siteExtensions.set(content.extensions);
    this.growthOf = content.growthOf;
  }

  /** Drops the names in doubt, before others are read. */
  forget(): void {
    this.unknownNames.set([]);
  }

  get report(): Report {
    return this.memo.report;
  }

  /** @throws Error before the draft is filled */
  get site(): Source<SiteFile> {
    const site = this.siteFile.get();
    if (site === null) throw new Error('The draft is empty.');
    return site;
  }

  get unknown(): TrackedNames {
    return this.unknownNames;
  }

  get assets(): TrackedNames | undefined {
    return this.hasAssets.get() ? this.assetNames : undefined;
  }

  get extensions(): Extensions {
    return this.siteExtensions.get();
  }

  contents(source: Source<unknown>): FileContents {
    let known = this.taken.get(source);
    if (known === undefined) {
      known = contentsOf(source);
      this.taken.set(source, known);
    }
    return known;
  }
}
