/** The data of a file by its kind. A file has passed the check of its shape when its data is read. */
import type {
  ApiFile,
  CollectionFile,
  DocumentFile,
  EmailFile,
  FlowFile,
  FormFile,
  FunnelFile,
  PageFile,
  PartFile,
  ScenarioFile,
  SiteFile,
} from '../../../schemas/generated/types.ts';
import type { FileKind, Source } from './source.ts';

interface FileData {
  readonly site: SiteFile;
  readonly page: PageFile;
  readonly flow: FlowFile;
  readonly form: FormFile;
  readonly api: ApiFile;
  readonly part: PartFile;
  readonly collection: CollectionFile;
  readonly email: EmailFile;
  readonly document: DocumentFile;
  readonly scenario: ScenarioFile;
  readonly funnel: FunnelFile;
}

const isOfKind = <Kind extends FileKind>(source: Source<unknown>, kind: Kind): source is Source<FileData[Kind]> =>
  source.kind === kind;

/** The data of a file of a kind. @throws TypeError for a file of another kind */
export function dataOf<Kind extends FileKind>(source: Source<unknown>, kind: Kind): FileData[Kind] {
  if (isOfKind(source, kind)) return source.data;
  throw new TypeError(`${source.path} is of the kind ${source.kind}, not ${kind}.`);
}
