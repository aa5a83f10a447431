/** What a place of the definitions belongs to: its flow, form, intake, page, and the files shown with it. */
import { isMap, type YAMLMap } from 'yaml';
import type { Source } from '../load/source/source.ts';
import { isObject } from '../values/is-object.ts';
import type { DataPath } from '../vocabulary/walk.ts';
import type { NamePart, NestedNames } from './derivations.ts';
import type { FlowLayout, SiteLayout } from './layout.ts';
import { type NameKey, type NameKind, nameKey } from './name.ts';

/** A value in a file. */
interface Location {
  readonly source: Source;
  readonly path: DataPath;
}

/** The id of the flow in a file, or of its funnel. */
export const flowId = ({ data }: Source): string => String(data['flow'] ?? data['funnel'] ?? '');

/** The id of the file that contains blocks. */
export const blockScope = ({ data, kind }: Source): string => String(data[kind] ?? '');

/** The form that contains the answers to the questions at a place. */
export const askedForm = ({ source, path }: Location): string =>
  source.kind === 'funnel' ? flowId(source) : `${flowId(source)}-${String(path[1])}`;

/** The form that contains the fields at a place. */
export const formAt = (at: Location): string =>
  at.source.kind === 'form' ? String(at.source.data['form']) : askedForm(at);

/** What the names at a place belong to: a group that repeats, or the list of a round. */
export function ownerAt({ source, path }: Location): string | undefined {
  const group = path.lastIndexOf('fields');
  const isGroup = group >= 2 && path[group - 2] === 'fields';
  if (isGroup) return String(path[group - 1]);
  const round = path.findLastIndex((segment, index) => segment === 'questions' && typeof path[index - 1] === 'number');
  const rounds = round < 0 ? undefined : (source.document.getIn(path.slice(0, round)) as YAMLMap | undefined);
  const list: unknown = isMap(rounds) ? rounds.get('forEach') : undefined;
  return typeof list === 'string' ? list : undefined;
}

/** The key of a field of a form at a place, below the group or the round that it belongs to. */
export const fieldKey = (at: Location, name: string): NameKey => nameKey('field', formAt(at), ownerAt(at) ?? '', name);

/** The look-ups that need the whole site. */
export class Scopes {
  private readonly layout: SiteLayout;
  private readonly candidate: string | undefined;

  /** @param candidate a name that counts as that of a thing wherever one could be meant, to find what it could name */
  constructor(layout: SiteLayout, candidate?: string) {
    this.layout = layout;
    this.candidate = candidate;
  }

  /** The key of something with an id of its own. A funnel in one file is one thing. */
  thing(kind: NameKind, id: string): NameKey {
    const isFunnel = this.layout.funnels.has(id) && ['page', 'flow', 'form', 'api', 'intake'].includes(kind);
    return nameKey(isFunnel ? 'funnel' : kind, id);
  }

  isValue(flow: string, name: string): boolean {
    return name === this.candidate || this.layout.flows.get(flow)?.values.has(name) === true;
  }

  isField(form: string, name: string): boolean {
    return name === this.candidate || this.layout.forms.get(form)?.includes(name) === true;
  }

  isAccepted(intake: string, name: string): boolean {
    return name === this.candidate || this.layout.intakes.get(intake)?.accepts.has(name) === true;
  }

  /** Whether a block of a file has an id. */
  isBlock(source: Source, id: string): boolean {
    return id === this.candidate || this.layout.blocks.get(source)?.has(id) === true;
  }

  /** Whether a name is a key of a record of a file. */
  isKeyOf({ data }: Source, record: string, name: string): boolean {
    return name === this.candidate || (isObject(data[record]) && Object.hasOwn(data[record], name));
  }

  /** The group or the round at a place, if a name belongs to it. */
  ownerOf(name: string, at: Location): string | undefined {
    const owner = ownerAt(at);
    const members = owner === undefined ? undefined : this.nested(formAt(at))?.members.get(owner);
    return members?.has(name) === true ? owner : undefined;
  }

  /** The names within a name, in each form whose values a place reads. */
  partsOf(name: string, at: Location): NamePart[] {
    return this.formsAt(at).flatMap((form) => this.nested(form)?.made.get(name) ?? []);
  }

  private nested(form: string): NestedNames | undefined {
    return this.layout.nested.get(form);
  }

  /** The forms whose values a place reads. */
  private formsAt({ source, path }: Location): readonly string[] {
    if (source.kind === 'form') return [String(source.data['form'])];
    if (source.kind === 'api') return this.layout.intakes.get(String(path[1]))?.forms ?? [];
    if (source.kind === 'scenario') return this.layout.flows.get(flowId(source))?.forms ?? [];
    return [...new Set(this.flowsOf(source).flatMap(({ forms }) => forms))];
  }

  /** The fields that a name at a place can be. */
  fieldKeys(name: string, at: Location): NameKey[] {
    const { source, path } = at;
    const form = formAt(at);
    const owner = this.ownerOf(name, at);
    if (owner !== undefined) return [nameKey('field', form, owner, name)];
    if (source.kind === 'form') return [nameKey('field', form, name)];
    const forms =
      source.kind === 'flow' || source.kind === 'funnel'
        ? [form]
        : (this.layout.intakes.get(String(path[1]))?.forms ?? []);
    return forms.flatMap((each) => (this.isField(each, name) ? [nameKey('field', each, name)] : []));
  }

  /** The files that show the blocks of a file: itself, or those that insert a part. */
  hostsOf(source: Source): readonly Source[] {
    return source.kind === 'part' ? (this.layout.partHosts.get(String(source.data['part'])) ?? []) : [source];
  }

  /** The flows whose values a file reads. */
  flowsOf(source: Source): FlowLayout[] {
    const hosts = this.hostsOf(source);
    return [...this.layout.flows.values()].filter(
      (flow) =>
        hosts.includes(flow.source) ||
        hosts.some((host) => host.kind === 'page' && flow.page === host.data['page']) ||
        (source.kind === 'form' && flow.forms.includes(String(source.data['form']))),
    );
  }

  /** The pages that show a file. */
  pagesOf(source: Source): string[] {
    const flows = this.flowsOf(source);
    const framed = flows.flatMap(({ page }) => page ?? []);
    const pages = this.hostsOf(source).flatMap((host) => (host.kind === 'page' ? [String(host.data['page'])] : []));
    return [...new Set([...pages, ...(source.kind === 'page' ? [] : framed)])];
  }

  /** The files whose blocks a visitor sees together with those of a file. */
  seenWith(source: Source): readonly Source[] {
    const hosts = this.hostsOf(source);
    const flows = this.flowsOf(source).map((flow) => flow.source);
    const pages = this.pagesOf(source).flatMap((page) => this.layout.pages.get(page) ?? []);
    const all = new Set([source, ...hosts, ...flows, ...pages]);
    for (const part of this.layout.blocks.keys())
      if (part.kind === 'part' && this.hostsOf(part).some((host) => all.has(host))) all.add(part);
    return [...all];
  }

  /** The files whose blocks a visitor sees at an address of the site. */
  shownAt(route: string): readonly Source[] {
    for (const source of this.layout.blocks.keys()) {
      const { paths, steps } = source.data as { paths?: string[]; steps?: Record<string, { path?: string[] }> };
      const own = [...(paths ?? []), ...Object.values(steps ?? {}).flatMap((step) => step?.path ?? [])];
      if (own.includes(route)) return this.seenWith(source);
    }
    return [];
  }

  /** The intakes that accept a form. */
  readersOf(form: string): string[] {
    return [...this.layout.intakes.values()].flatMap(({ id, forms }) => (forms.includes(form) ? [id] : []));
  }

  /** The intake that the call at a path posts to. */
  intakeOfCall(source: Source, path: DataPath): string | undefined {
    const flow = this.layout.flows.get(flowId(source));
    const call = flow?.calls.find((each) => each.path.join('\n') === path.join('\n'));
    return call === undefined ? undefined : this.layout.endpoints.get(call.endpoint)?.id;
  }

  /** The intakes whose response an expression reads as `reply`. */
  repliesAt({ source, path }: Location): string[] {
    const at = path.indexOf('calls');
    if (at >= 0) return [this.intakeOfCall(source, path.slice(0, at + 2)) ?? []].flat();
    const flow = this.layout.flows.get(flowId(source));
    const last = flow?.calls.filter((call) => call.path.slice(0, 3).join('\n') === path.slice(0, 3).join('\n')).at(-1);
    return [this.layout.endpoints.get(last?.endpoint ?? '')?.id ?? []].flat();
  }
}
