import type { Json } from '../../../schemas/compiled.ts';
import type { ApiFile, FlowFile, FormFile, Intake, PageFile, SiteFile } from '../../../schemas/generated/types.ts';
import type { Report } from '../../errors/report.ts';
import type { SchemaPlan, WordKind } from '../../vocabulary/plan.ts';
import type { DataPath, FileKind, Source } from '../source/source.ts';

/** A value that the schema has a word for, and where it stands. */
export interface Word {
  readonly kind: WordKind;
  readonly value: unknown;
  readonly path: DataPath;
  /** Name of the schema of what holds it, such as `action`. */
  readonly owner: string;
  /** What an empty text means here: the schema's `x-empty`. */
  readonly empty?: SchemaPlan['empty'] | undefined;
  /** A text that is a moment: the schema's `x-moment`. */
  readonly moment?: SchemaPlan['moment'] | undefined;
}

/** A value whose schema has a name: an action, a message, a block. */
export interface NamedValue {
  readonly name: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly path: DataPath;
}

/** What a file says, taken apart once for every check. */
export interface FileContents {
  readonly words: readonly Word[];
  readonly pieces: readonly NamedValue[];
}

export interface IntakeSource {
  readonly id: string;
  readonly source: Source<ApiFile>;
  readonly data: Intake;
  readonly path: DataPath;
  readonly method: 'GET' | 'POST';
  readonly endpoint: string;
}

/** Where a route leads, and who says so. */
export interface DraftRoute {
  readonly page: string;
  readonly flow: string | null;
  readonly step: string | null;
  readonly overlay?: string;
  readonly canonical: string;
  readonly owner: string;
}

/**
 * A site whose files are well-shaped, by id. The data still is as it was written; its types are those of the compiled
 * definition, so texts are strings here and expressions are not code yet.
 */
export interface Draft {
  readonly report: Report;
  readonly site: Source<SiteFile>;
  readonly pages: ReadonlyMap<string, Source<PageFile>>;
  readonly flows: ReadonlyMap<string, Source<FlowFile>>;
  readonly forms: ReadonlyMap<string, Source<FormFile>>;
  readonly intakes: ReadonlyMap<string, IntakeSource>;
  readonly endpoints: ReadonlyMap<string, IntakeSource>;
  readonly routes: ReadonlyMap<string, DraftRoute>;
  /** The flows that each page is the frame of. */
  readonly drawnIn: ReadonlyMap<string, readonly Source<FlowFile>[]>;
  /** The pages that have each flow in an overlay. */
  readonly overlaidIn: ReadonlyMap<string, readonly Source<PageFile>[]>;
  /** What `item` is in a page that was made of one. */
  readonly items: ReadonlyMap<Source<unknown>, Json>;
  /** The intakes that post to each collection. */
  readonly posts: ReadonlyMap<string, readonly IntakeSource[]>;
  /** Kinds of which some file could not be read: what is unknown of them may stand there. */
  readonly broken: ReadonlySet<FileKind>;
  /** Undefined when nobody said which files there are. */
  readonly assets: ReadonlySet<string> | undefined;
  contents(source: Source<unknown>): FileContents;
}
