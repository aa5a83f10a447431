import type { Json } from '../../../schemas/compiled.ts';
import type {
  ApiFile,
  Call,
  Calls,
  DocumentFile,
  EmailFile,
  FlowFile,
  FormFile,
  Intake,
  PageFile,
  Reaction,
  ScenarioFile,
  SiteFile,
  ValueType,
} from '../../../schemas/generated/types.ts';
import type { CurrentAxes } from '../../axes/current-axes.ts';
import type { Report } from '../../errors/report.ts';
import type { Extensions } from '../../extensions/extensions.ts';
import type { Memo } from '../../memo/memo.ts';
import type { GrowthOf } from '../../rules/pattern/backtracking.ts';
import type { AnnotationKind, SchemaPlan } from '../../vocabulary/plan.ts';
import type { DataPath, Source } from '../source/source.ts';

/** A string with an `x-kind`, and its place. */
export interface AnnotatedValue {
  readonly kind: AnnotationKind;
  readonly value: unknown;
  readonly path: DataPath;
  /** The schema name of its parent, such as `action`. */
  readonly owner: string;
  /** The meaning of an empty text: the schema's `x-empty`. */
  readonly empty?: SchemaPlan['empty'] | undefined;
  /** Whether the text is a date and time: the schema's `x-moment`. */
  readonly moment?: SchemaPlan['moment'] | undefined;
}

/** A value whose schema has a name: an action, a message, a block. */
export interface NamedValue {
  readonly name: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly path: DataPath;
}

/** The types of values with these schema names. */
interface NamedTypes {
  readonly calls: Calls;
  readonly call: Call;
  readonly reaction: Reaction;
  readonly valueType: ValueType;
}

/** Whether a value has a schema name. The shape check has validated it against that schema. */
export const isNamed = <Name extends keyof NamedTypes>(
  named: NamedValue,
  name: Name,
): named is NamedValue & { readonly value: NamedTypes[Name] } => named.name === name;

/** The contents of a file, collected once for all checks. */
export interface FileContents {
  readonly annotated: readonly AnnotatedValue[];
  readonly named: readonly NamedValue[];
}

export interface IntakeSource {
  readonly id: string;
  readonly source: Source<ApiFile>;
  readonly data: Intake;
  readonly path: DataPath;
  readonly method: 'GET' | 'POST';
  readonly endpoint: string;
}

/** What a route shows, and where it is defined. */
export interface DraftRoute {
  readonly page: string;
  readonly flow: string | null;
  readonly step: string | null;
  readonly overlay?: string;
  readonly canonical: string;
  readonly owner: string;
}

/** A set of names. */
export interface Names extends Iterable<string> {
  readonly size: number;
  has(name: string): boolean;
}

/**
 * A site with valid file structure, by id. The data is as written, although its types are those of the compiled
 * definition: texts are strings here, and expressions are not compiled yet.
 */
export interface DraftContent {
  /** Every file, also one with the id of another. */
  readonly sources: readonly Source[];
  readonly site: Source<SiteFile>;
  readonly pages: ReadonlyMap<string, Source<PageFile>>;
  readonly flows: ReadonlyMap<string, Source<FlowFile>>;
  readonly forms: ReadonlyMap<string, Source<FormFile>>;
  readonly emails: ReadonlyMap<string, Source<EmailFile>>;
  readonly documents: ReadonlyMap<string, Source<DocumentFile>>;
  readonly scenarios: ReadonlyMap<string, Source<ScenarioFile>>;
  readonly intakes: ReadonlyMap<string, IntakeSource>;
  readonly endpoints: ReadonlyMap<string, IntakeSource>;
  readonly routes: ReadonlyMap<string, DraftRoute>;
  /** The flows in each page's frame. */
  readonly flowsByPage: ReadonlyMap<string, readonly Source<FlowFile>[]>;
  /** The pages that have each flow in an overlay. */
  readonly overlayPagesByFlow: ReadonlyMap<string, readonly Source<PageFile>[]>;
  /** The value of `item` in each repeated page. */
  readonly items: ReadonlyMap<Source<unknown>, Json>;
  /** The intakes that post to each collection. */
  readonly posts: ReadonlyMap<string, readonly IntakeSource[]>;
  /** Names that stand where files are mistaken: they may be used or declared there. */
  readonly unknown: Names;
  /** Whether a file was mended, which can be done in two ways. */
  readonly isMended: boolean;
  /** Undefined if the caller did not list the files. */
  readonly assets: Names | undefined;
  readonly extensions: Extensions;
  /** Undefined if the caller has no tool for it. */
  readonly growthOf: GrowthOf | undefined;
}

/**
 * The site that is being loaded. `memo` records what each unit of work reads from it, and reuses the unit's result
 * until one of these values changes.
 */
export interface Draft extends DraftContent {
  /** The report of the running unit. */
  readonly report: Report;
  readonly memo: Memo;
  /** The values that the site is folded for. */
  readonly axes: CurrentAxes;
  contents(source: Source<unknown>): FileContents;
}
