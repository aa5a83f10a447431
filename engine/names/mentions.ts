/** Every place of a site's definitions that contains a name. */
import { isMap, isScalar, type Scalar, type YAMLMap } from 'yaml';
import type { Step } from '../../schemas/generated/types.ts';
import { chainsIn, type NameChain } from '../expressions/index.ts';
import type { Source } from '../load/source/source.ts';
import { expressionsIn } from '../migrate/expressions.ts';
import { isObject } from '../values/is-object.ts';
import { type Place, placeBelow, recordPlace, rootPlace } from '../vocabulary/places.ts';
import type { AnnotationKind } from '../vocabulary/plan.ts';
import type { DataPath } from '../vocabulary/walk.ts';
import { type FlowLayout, type SiteLayout, siteLayout } from './layout.ts';
import { type NameKey, type NameKind, nameKey } from './name.ts';

/** What a name does at a place. */
export const mentionRoles = {
  defines: 'Defined',
  reads: 'Read in expressions',
  posts: 'Posted, stored and answered',
  tracks: 'Tracked',
  leads: 'Leads to it',
  links: 'Links to it',
  uses: 'Used',
} as const;

export type MentionRole = keyof typeof mentionRoles;

/** A name at a place of a file. */
export interface Mention {
  readonly key: NameKey;
  readonly role: MentionRole;
  readonly source: Source;
  /** The value in its file that is named, or that contains the name. */
  readonly path: DataPath;
  /** The place of the written name, in UTF-16 units; without its quotes. */
  readonly offset: number;
  readonly length: number;
  /** Whether the name is not written here, such as a value that a call sends because the intake accepts it. */
  readonly implied: boolean;
}

/** Everything that is known about the names of a site. */
export interface SiteNames {
  readonly layout: SiteLayout;
  /** In the order of files and places, each once. */
  readonly mentions: readonly Mention[];
}

/** A text in a file that is being read. */
interface At {
  readonly source: Source;
  readonly path: DataPath;
  readonly role: MentionRole;
}

/** Strings that may contain expressions in `{{ … }}`. */
const templates: ReadonlySet<AnnotationKind> = new Set(['text', 'prose', 'href', 'route', 'asset', 'constant']);

/** References whose kind is that of the schema. */
const references: { readonly [Kind in AnnotationKind]?: NameKind } = {
  page: 'page',
  flow: 'flow',
  form: 'form',
  destination: 'destination',
  email: 'email',
  document: 'document',
  mask: 'mask',
  'event-ref': 'calendar',
  'collection-ref': 'collection',
  part: 'part',
  endpoint: 'endpoint',
  endpointRef: 'endpoint',
};

/** Files whose first key is their id. */
const files = ['page', 'flow', 'form', 'api', 'part', 'email', 'document', 'collection', 'funnel', 'scenario'] as const;

/** Keys that an author names, by the place of their record. */
const definitions: Readonly<Record<string, NameKind>> = {
  'api.intakes': 'intake',
  'site.masks': 'mask',
  'site.destinations': 'destination',
  'site.calendar': 'calendar',
};

/** Records of scenarios whose keys are values of the flow. */
const scenarioValues: ReadonlySet<string> = new Set([
  'case.query',
  'case.with',
  'act.fill',
  'expectation.errors',
  'expectation.values',
]);

/** Records of scenarios whose keys are paths of intakes. */
const scenarioEndpoints: ReadonlySet<string> = new Set(['case.replies', 'expectation.sent', 'expectation.stored']);

const isMember = (name: string | null | undefined): name is string => typeof name === 'string';

/** Collects the names of a site. @param sources every file that can be parsed, as it is written */
export function namesOf(sources: readonly Source[]): SiteNames {
  const layout = siteLayout(sources);
  const collector = new Collector(layout);
  for (const source of sources) collector.file(source);
  collector.implied();
  return { layout, mentions: collector.mentions };
}

class Collector {
  readonly mentions: Mention[] = [];
  private readonly layout: SiteLayout;
  private readonly known = new Set<string>();

  constructor(layout: SiteLayout) {
    this.layout = layout;
  }

  file(source: Source): void {
    this.visit(source.data, rootPlace(source.kind), { source, path: [], role: 'reads' });
    for (const kind of files) {
      const id = source.data[kind];
      if (source.kind === kind && typeof id === 'string')
        this.value(this.thing(kind, id), { source, path: [kind], role: 'defines' });
    }
  }

  /** A funnel in one file is one thing. */
  private thing(kind: NameKind, id: string): NameKey {
    const isFunnel = this.layout.funnels.has(id) && ['page', 'flow', 'form', 'api', 'intake'].includes(kind);
    return nameKey(isFunnel ? 'funnel' : kind, id);
  }

  private add(key: NameKey, { source, role, path }: At, offset: number, length: number, implied = false): void {
    const id = `${key} ${source.path} ${offset} ${implied}`;
    // An anchor of YAML is read again at each of its aliases.
    if (this.known.has(id)) return;
    this.known.add(id);
    this.mentions.push({ key, role, source, path, offset, length, implied });
  }

  /** A name that is a key. */
  private key(name: NameKey, at: At, written: string): void {
    const { offset } = at.source.place(at.path, { key: true });
    const quote = /['"]/.test(at.source.text[offset] ?? '') ? 1 : 0;
    this.add(name, at, offset + quote, written.length);
  }

  /** A name that is a value, or a part of one. */
  private value(name: NameKey, at: At, part?: { readonly offset: number; readonly length: number }): void {
    const written = at.path.reduce<unknown>(
      (value, segment) => (value as Record<string | number, unknown>)[segment],
      at.source.data,
    );
    const given = part ?? { offset: 0, length: String(written).length };
    const { offset, length } = at.source.place(at.path, given);
    this.add(name, at, offset, length);
  }

  private visit(value: unknown, outer: Place, at: At): void {
    const { kind } = outer.plan;
    if (kind !== undefined && this.annotated(kind, value, outer, at)) return;
    if (Array.isArray(value)) {
      const items = placeBelow(outer, 0);
      value.forEach((item, index) => {
        const below = { ...at, path: [...at.path, index] };
        if (typeof item === 'string') this.word(outer.name, item, below);
        if (items !== undefined) this.visit(item, items, below);
      });
      return;
    }
    if (!isObject(value)) return;
    const record = value as Record<string, unknown>;
    const place = recordPlace(outer, record);
    for (const [name, part] of Object.entries(record)) {
      const below = placeBelow(place, name);
      const inner = { ...at, path: [...at.path, name], role: roleWithin(place.name, name, at) };
      this.named(place.name, name, inner);
      if (typeof part === 'string') this.word(`${place.name}.${name}`, part, inner);
      if (below !== undefined) this.visit(part, below, inner);
    }
  }

  /** A value with a kind. Returns false to read what is below it. */
  private annotated(kind: AnnotationKind, value: unknown, place: Place, at: At): boolean {
    const { source, path } = at;
    if (kind === 'facts' || kind === 'texts' || kind === 'item' || kind === 'payload') {
      this.below(kind, value, at, []);
      return true;
    }
    if (typeof value !== 'string') return kind !== 'questions';
    const isDefinition = place.name === 'intake.post' || place.name === 'intake.get';
    const use: At = { ...at, role: isDefinition ? 'defines' : kind === 'endpointRef' ? 'posts' : 'uses' };
    if (kind === 'expression') this.expression(value, 0, at);
    else if (templates.has(kind)) {
      for (const { code, offset } of expressionsIn(value)) this.expression(code, offset, at);
      if (kind === 'asset') this.value(nameKey('asset', value), use);
      if (kind === 'route') this.path(value, 0, { ...at, role: isRouteDefinition(source, path) ? 'defines' : 'links' });
      if (kind === 'href') this.path(value, 0, { ...at, role: 'links' });
      if (kind === 'text' || kind === 'prose')
        for (const match of value.matchAll(/\]\(([^)\s]+)\)/g))
          this.path(match[1] ?? '', match.index + 2, { ...at, role: 'links' });
    } else if (kind === 'step') this.value(nameKey('step', this.flowId(source), value), { ...at, role: 'leads' });
    else if (kind === 'questions') this.value(nameKey('question', this.flowId(source), value), use);
    else if (kind === 'event') this.reaction(value, at);
    else if (kind === 'overlay')
      for (const page of this.pagesOf(source)) this.value(nameKey('overlay', page, value), use);
    else if (kind === 'field') for (const key of this.fieldKeys(value, at)) this.value(key, use);
    else {
      const referred = references[kind];
      if (referred !== undefined) this.value(this.thing(referred, value), use);
    }
    return true;
  }

  /** Records of the author: facts, texts, items, bodies of messages. */
  private below(kind: 'facts' | 'texts' | 'item' | 'payload', value: unknown, at: At, names: readonly string[]): void {
    if (typeof value === 'string') {
      for (const { code, offset } of expressionsIn(value)) this.expression(code, offset, at);
      for (const match of value.matchAll(/\]\(([^)\s]+)\)/g))
        this.path(match[1] ?? '', match.index + 2, { ...at, role: 'links' });
      return;
    }
    if (Array.isArray(value))
      value.forEach((item, index) => {
        this.below(kind, item, { ...at, path: [...at.path, index] }, [...names, String(index)]);
      });
    if (!isObject(value)) return;
    for (const [name, part] of Object.entries(value)) {
      const inner = { ...at, path: [...at.path, name] };
      const own = [...names, name];
      const defined = { ...inner, role: 'defines' as const };
      if (kind === 'facts') this.key(nameKey('fact', ...own), defined, name);
      else if (kind === 'texts') this.key(nameKey('text', this.flowId(at.source), ...own), defined, name);
      else if (kind === 'item') this.key(nameKey('item', String(at.source.data['collection']), ...own), defined, name);
      this.below(kind, part, inner, own);
    }
  }

  /** A key that names something, by the record that contains it. */
  private named(record: string, name: string, at: At): void {
    const { source, path } = at;
    const define = { ...at, role: 'defines' as const };
    const flow = this.flowId(source);
    const own = String(path[1]);
    const simple = Object.hasOwn(definitions, record) ? definitions[record] : undefined;
    if (simple !== undefined) this.key(this.thing(simple, name), define, name);
    else if (record === 'flow.steps') this.key(nameKey('step', flow, name), define, name);
    else if (record === 'flow.data' || record === 'flow.computed' || record === 'flow.input')
      this.key(nameKey('value', flow, name), define, name);
    else if (record === 'flow.returns') this.key(nameKey('returned', flow, name), define, name);
    else if (record === 'valueType.fields' && source.kind === 'flow')
      this.key(nameKey('value', flow, ...path.filter((_, index) => index % 2 === 1).map(String)), define, name);
    else if (record === 'flow.questions') this.key(nameKey('question', flow, name), define, name);
    else if (record === 'form.fields') this.key(nameKey('field', String(source.data['form']), name), define, name);
    else if (record === 'funnel.fields') this.key(nameKey('field', String(source.data['funnel']), name), define, name);
    else if (record === 'field.fields')
      this.key(nameKey('field', this.formAt(at), String(path.at(-3)), name), define, name);
    else if (record === 'askedQuestion.fields')
      this.key(nameKey('field', this.formAt(at), this.ownerAt(at) ?? '', name), define, name);
    else if (record === 'question.fields' || record === 'ask.fields')
      this.key(nameKey('field', this.askedForm(at), name), define, name);
    else if (record === 'form.lists') {
      for (const intake of this.readersOf(String(source.data['form'])))
        this.key(nameKey('input', intake, name), { ...at, role: 'uses' }, name);
    } else if (record === 'intake.input') this.key(nameKey('input', own, name), define, name);
    else if (record === 'intake.response') this.key(nameKey('response', own, name), define, name);
    else if (record === 'intake.deliver') this.key(nameKey('delivery', own, name), define, name);
    else if (record === 'page.overlays') this.key(nameKey('overlay', String(source.data['page']), name), define, name);
    else if (record === 'email.values')
      this.key(nameKey('email-value', String(source.data['email']), name), define, name);
    else if (record === 'delivery.values') this.deliveryValue(name, at);
    else if (record === 'step.on') this.key(nameKey('reaction', flow, name), define, name);
    else if (record === 'step.query') this.flowValue(flow, name, { ...at, role: 'reads' });
    else if (record === 'call.saveAs') this.flowValue(flow, name, { ...at, role: 'posts' });
    else if (record === 'overlay.with') this.overlayValue(name, at);
    else if (record === 'step.saveAs') {
      this.flowValue(flow, name, define);
      this.returnedBy(at);
    } else if (record === 'step.with') this.inputOfCalled(name, at);
    else if (source.kind === 'scenario') this.scenarioKey(record, name, { ...at, role: 'uses' });
    else if (record === 'call.with' || record === 'reaction.post.with') {
      const intake = this.intakeOfCall(source, path.slice(0, -2));
      if (intake !== undefined) this.key(nameKey('input', intake, name), { ...at, role: 'posts' }, name);
      this.partsOfKey(name, { ...at, role: 'posts' });
    } else if (/^site\.integrations\.tags\.[^.]+\.events$/.test(record) || /^\w+Tag\.events$/.test(record))
      this.key(nameKey('event', name), { ...at, role: 'tracks' }, name);
  }

  /** A key of a scenario: a value of its flow, a parameter, the path of an intake, or what is sent to it. */
  private scenarioKey(record: string, name: string, at: At): void {
    const { source, path } = at;
    const flow = this.flowId(source);
    if (scenarioValues.has(record)) {
      if (this.layout.flows.get(flow)?.values.has(name) === true) this.flowValue(flow, name, at);
      else this.partsOfKey(name, at);
    } else if (record === 'case.source') this.key(nameKey('parameter', name), at, name);
    else if (record === 'reply.body') {
      const intake = this.layout.endpoints.get(String(path.at(-4)))?.id;
      if (intake !== undefined) this.key(nameKey('response', intake, name), at, name);
    } else if (scenarioEndpoints.has(record)) {
      this.key(nameKey('endpoint', name), at, name);
      const sent = source.document.getIn(path);
      const intake = this.layout.endpoints.get(name);
      if (record !== 'expectation.sent' || intake === undefined || !isMap(sent)) return;
      for (const { key } of sent.items)
        this.key(nameKey('input', intake.id, String(key)), { ...at, path: [...path, String(key)] }, String(key));
    }
  }

  private flowValue(flow: string, name: string, at: At): void {
    this.key(nameKey('value', flow, name), at, name);
  }

  private overlayValue(name: string, at: At): void {
    const [, overlay] = at.path;
    const overlays = at.source.data['overlays'] as Record<string, { flow?: string }> | undefined;
    const flow = overlays?.[String(overlay)]?.flow;
    if (flow !== undefined) this.flowValue(flow, name, { ...at, role: 'uses' });
  }

  /** The flow that the step of a place calls. */
  private calledAt({ source, path }: At): string | undefined {
    const steps = source.data['steps'] as Record<string, Step> | undefined;
    return steps?.[String(path[1])]?.call;
  }

  /** A value that a step gives to the flow that it calls. */
  private inputOfCalled(name: string, at: At): void {
    const called = this.calledAt(at);
    if (called !== undefined) this.flowValue(called, name, { ...at, role: 'uses' });
  }

  /** What a step saves of the flow that it calls, under a name of its own. */
  private returnedBy(at: At): void {
    const { source, path } = at;
    const called = this.calledAt(at);
    const returned: unknown = source.document.getIn(path);
    if (called !== undefined && typeof returned === 'string')
      this.value(nameKey('returned', called, returned), { ...at, role: 'uses' });
  }

  private deliveryValue(name: string, at: At): void {
    const [, intake, , delivery] = at.path;
    const template = this.layout.intakes.get(String(intake))?.data.deliver?.[String(delivery)]?.template;
    if (template !== undefined) this.key(nameKey('email-value', template, name), { ...at, role: 'posts' }, name);
  }

  /** A string without a kind that is a name. @param place its place; that of the list, for an item */
  private word(place: string, name: string, at: At): void {
    const { source, path } = at;
    const use = { ...at, role: 'uses' as const };
    const posted = { ...at, role: 'posts' as const };
    switch (place) {
      case 'track.name':
      case 'delivery.event':
        this.value(nameKey('event', name), { ...at, role: 'tracks' });
        return;
      case 'intake.records':
      case 'intake.require.records':
        this.value(nameKey('records', name), posted);
        return;
      case 'intake.lookupBy':
      case 'intake.groupBy':
      case 'intake.dedupe.by':
      case 'intake.forms.by':
      case 'intake.forms.always':
        this.value(nameKey('input', String(path[1]), name), posted);
        this.parts(name, 0, posted);
        return;
      case 'intake.verify.values': {
        const verify = this.layout.intakes.get(String(path[1]))?.data.verify;
        if (verify !== undefined) this.value(nameKey('value', verify.flow, name), posted);
        return;
      }
      case 'act.press':
        this.value(nameKey('reaction', this.flowId(source), name), use);
        return;
      case 'expectation.screen':
        this.screen(name, use);
        return;
      case 'expectation.leaves':
        this.path(name, 0, { ...at, role: 'links' });
        return;
      case 'expectation.events':
      case 'invariant.event':
        this.value(nameKey('event', name), use);
        return;
      case 'question.name':
      case 'ask.name':
        this.value(nameKey('field', this.askedForm(at), name), { ...at, role: 'defines' });
        return;
      case 'askedQuestion.name':
        this.value(nameKey('field', this.formAt(at), this.ownerAt(at) ?? '', name), { ...at, role: 'defines' });
        return;
      case 'question.forEach':
      case 'ask.forEach':
        this.value(nameKey('field', this.askedForm(at), name), use);
        return;
      case 'askedQuestion.next.to': {
        const owner = this.ownerAt(at) ?? '';
        const isMember = this.layout.nested.get(this.formAt(at))?.members.get(owner)?.has(name) === true;
        const of = isMember ? [owner] : [];
        if (isMember || this.layout.forms.get(this.formAt(at))?.includes(name) === true)
          this.value(nameKey('field', this.formAt(at), ...of, name), { ...at, role: 'leads' });
        return;
      }
      case 'question.next.to':
      case 'ask.next.to':
        if (this.layout.forms.get(this.askedForm(at))?.includes(name) === true)
          this.value(nameKey('field', this.askedForm(at), name), { ...at, role: 'leads' });
        return;
      case 'compute.points': {
        const flow = this.flowId(source);
        if (this.layout.flows.get(flow)?.values.has(name) === true) this.value(nameKey('value', flow, name), use);
        else this.parts(name, 0, use);
        return;
      }
      case 'questionSet.saveAs':
        this.value(nameKey('value', this.flowId(source), name), use);
        return;
      default:
        if (path.at(-1) === 'id' && this.layout.blocks.get(source)?.has(name) === true && / block\.id$/.test(place))
          this.value(nameKey('block', this.blockScope(source), name), { ...at, role: 'defines' });
    }
  }

  /** A screen: a step, or a question of one. */
  private screen(name: string, at: At): void {
    const [step = ''] = name.split('.');
    this.value(nameKey('step', this.flowId(at.source), step), at, { offset: 0, length: step.length });
  }

  /** The events of buttons are those of the flow's steps; a page sends them to the flows in its frame. */
  private reaction(name: string, at: At): void {
    for (const { id } of this.flowsOf(at.source)) this.value(nameKey('reaction', id, name), { ...at, role: 'uses' });
  }

  private readonly flowId = (source: Source): string => String(source.data['flow'] ?? source.data['funnel'] ?? '');

  /** The form that contains the answers to the questions at a place. */
  private readonly askedForm = ({ source, path }: At): string =>
    source.kind === 'funnel' ? this.flowId(source) : `${this.flowId(source)}-${String(path[1])}`;

  private readonly blockScope = (source: Source): string =>
    String(source.data['page'] && source.kind === 'page' ? source.data['page'] : (source.data[source.kind] ?? ''));

  /** The files that show the blocks of a file: itself, or those that insert a part. */
  private readonly hostsOf = (source: Source): readonly Source[] =>
    source.kind === 'part' ? (this.layout.partHosts.get(String(source.data['part'])) ?? []) : [source];

  private flowsOf(source: Source): FlowLayout[] {
    const hosts = this.hostsOf(source);
    return [...this.layout.flows.values()].filter(
      (flow) =>
        hosts.includes(flow.source) ||
        hosts.some((host) => host.kind === 'page' && flow.page === host.data['page']) ||
        (source.kind === 'form' && flow.forms.includes(String(source.data['form']))),
    );
  }

  private pagesOf(source: Source): string[] {
    const flows = this.flowsOf(source);
    const framed = flows.flatMap(({ page }) => page ?? []);
    const pages = this.hostsOf(source).flatMap((host) => (host.kind === 'page' ? [String(host.data['page'])] : []));
    return [...new Set([...pages, ...(source.kind === 'page' ? [] : framed)])];
  }

  /** The intakes that accept a form. */
  private readersOf(form: string): string[] {
    return [...this.layout.intakes.values()].flatMap(({ id, forms }) => (forms.includes(form) ? [id] : []));
  }

  private fieldKeys(name: string, at: At): NameKey[] {
    const { source, path } = at;
    const owner = this.ownerAt(at);
    const form = this.formAt(at);
    const members = owner === undefined ? undefined : this.layout.nested.get(form)?.members.get(owner);
    if (owner !== undefined && members?.has(name) === true) return [nameKey('field', form, owner, name)];
    if (source.kind === 'flow' || source.kind === 'funnel')
      return this.layout.forms.get(form)?.includes(name) === true ? [nameKey('field', form, name)] : [];
    if (source.kind === 'form') return [nameKey('field', String(source.data['form']), name)];
    const intake = this.layout.intakes.get(String(path[1]));
    return (intake?.forms ?? []).flatMap((form) =>
      this.layout.forms.get(form)?.includes(name) === true ? [nameKey('field', form, name)] : [],
    );
  }

  /** The intake that the call at a path posts to. */
  private intakeOfCall(source: Source, path: DataPath): string | undefined {
    const flow = this.layout.flows.get(this.flowId(source));
    const call = flow?.calls.find((each) => each.path.join('\n') === path.join('\n'));
    return call === undefined ? undefined : this.layout.endpoints.get(call.endpoint)?.id;
  }

  /** The intakes whose response an expression reads as `reply`. */
  private repliesAt({ source, path }: At): string[] {
    const at = path.indexOf('calls');
    if (at >= 0) return [this.intakeOfCall(source, path.slice(0, at + 2)) ?? []].flat();
    const flow = this.layout.flows.get(this.flowId(source));
    const last = flow?.calls.filter((call) => call.path.slice(0, 3).join('\n') === path.slice(0, 3).join('\n')).at(-1);
    return [this.layout.endpoints.get(last?.endpoint ?? '')?.id ?? []].flat();
  }

  /** @param shift the offset of the expression in the text at the path */
  private expression(code: string, shift: number, at: At): void {
    for (const chain of chainsIn(code)) this.chain(chain, shift, at);
  }

  private chain({ names, spans }: NameChain, shift: number, at: At): void {
    const [root, ...members] = names;
    if (!isMember(root)) return;
    const spanOf = (index: number) => {
      const span = spans[index];
      return { offset: shift + (span?.offset ?? 0), length: span?.length ?? 0 };
    };
    /** Every name of the chain, from the one at an index on, below what it belongs to. */
    const each = (kind: NameKind, scope: readonly string[], from: number, whole = true): void => {
      const own: string[] = [...scope];
      for (let index = from; index < names.length; index++) {
        const name = names[index];
        if (!isMember(name)) return;
        own.push(name);
        this.value(nameKey(kind, ...own), at, spanOf(index));
        if (!whole) return;
      }
    };
    const { source, path } = at;
    const [member] = members;
    const isOwn = this.values(root, at);
    if (isOwn.length === 0) this.parts(root, spanOf(0).offset, at);
    if (isOwn.length > 0) for (const [kind, ...scope] of isOwn) each(kind, scope, 0, kind === 'value');
    else if (root === 'facts') each('fact', [], 1);
    else if (root === 'texts') for (const { id } of this.flowsOf(source)) this.texts(id, names, spanOf, at);
    else if (root === 'visit') each('parameter', [], 1, false);
    else if (root === 'calendar') each('calendar', [], 1, false);
    else if (root === 'deliveries' && source.kind === 'api') each('delivery', [String(path[1])], 1, false);
    else if (root === 'item')
      for (const host of this.hostsOf(source))
        if (isMember(member) && host.data['forEach'] !== undefined)
          for (const key of this.itemKeys(String(host.data['forEach']), member)) this.value(key, at, spanOf(1));
    if (isOwn.length === 0 && root === 'reply')
      for (const intake of this.repliesAt(at)) each('response', [intake], 1, false);
  }

  private itemKeys(collection: string, name: string): NameKey[] {
    return [nameKey('item', collection, name)];
  }

  /** A text of a table may be chosen by a value: it can be each of them. */
  private texts(
    flow: string,
    names: NameChain['names'],
    spanOf: (index: number) => { offset: number; length: number },
    at: At,
  ): void {
    let tables: { readonly own: readonly string[]; readonly value: unknown }[] = [
      { own: [], value: this.layout.flows.get(flow)?.source.data['texts'] },
    ];
    for (let index = 1; index < names.length; index++) {
      const name = names[index];
      tables = tables.flatMap(({ own, value }) =>
        isMember(name)
          ? [{ own: [...own, name], value: (value as Record<string, unknown> | undefined)?.[name] }]
          : Object.entries(value ?? {}).map(([key, part]) => ({ own: [...own, key], value: part })),
      );
      if (isMember(name)) for (const { own } of tables) this.value(nameKey('text', flow, ...own), at, spanOf(index));
    }
  }

  /** The names within a name that is written at an offset of a value. */
  private parts(name: string, shift: number, at: At): void {
    for (const form of this.formsAt(at))
      for (const { key, offset, length } of this.layout.nested.get(form)?.made.get(name) ?? [])
        this.value(key, at, { offset: shift + offset, length });
  }

  /** The names within a key. */
  private partsOfKey(name: string, at: At): void {
    const { offset } = at.source.place(at.path, { key: true });
    const quote = /['"]/.test(at.source.text[offset] ?? '') ? 1 : 0;
    for (const form of this.formsAt(at))
      for (const part of this.layout.nested.get(form)?.made.get(name) ?? [])
        this.add(part.key, at, offset + quote + part.offset, part.length);
  }

  /** The forms whose values a place reads. */
  private formsAt({ source, path }: At): readonly string[] {
    if (source.kind === 'form') return [String(source.data['form'])];
    if (source.kind === 'api') return this.layout.intakes.get(String(path[1]))?.forms ?? [];
    if (source.kind === 'scenario') return this.layout.flows.get(this.flowId(source))?.forms ?? [];
    return [...new Set(this.flowsOf(source).flatMap(({ forms }) => forms))];
  }

  /** The form that contains the fields at a place. */
  private readonly formAt = (at: At): string =>
    at.source.kind === 'form' ? String(at.source.data['form']) : this.askedForm(at);

  /** What the names at a place belong to: a group that repeats, or the list of a round. */
  private ownerAt({ source, path }: At): string | undefined {
    const group = path.lastIndexOf('fields');
    const isGroup = group >= 2 && path[group - 2] === 'fields';
    if (isGroup) return String(path[group - 1]);
    const round = path.findLastIndex(
      (segment, index) => segment === 'questions' && typeof path[index - 1] === 'number',
    );
    const rounds = round < 0 ? undefined : (source.document.getIn(path.slice(0, round)) as YAMLMap | undefined);
    const list: unknown = isMap(rounds) ? rounds.get('forEach') : undefined;
    return typeof list === 'string' ? list : undefined;
  }

  /** What a plain name in an expression means there. */
  private values(name: string, at: At): (readonly [NameKind, ...string[]])[] {
    const { source, path } = at;
    const owner = this.ownerAt(at);
    const members = owner === undefined ? undefined : this.layout.nested.get(this.formAt(at))?.members.get(owner);
    if (owner !== undefined && members?.has(name) === true) return [['field', this.formAt(at), owner]];
    const ofFlows = () =>
      this.flowsOf(source).flatMap(({ id, values }) => (values.has(name) ? [['value', id] as const] : []));
    switch (source.kind) {
      case 'form': {
        const form = String(source.data['form']);
        if (this.layout.forms.get(form)?.includes(name) === true) return [['field', form]];
        const isListed = isObject(source.data['lists']) && Object.hasOwn(source.data['lists'], name);
        return isListed ? this.readersOf(form).map((intake) => ['input', intake] as const) : ofFlows();
      }
      case 'api': {
        const intake = this.layout.intakes.get(String(path[1]));
        const isFound = intake?.data.get !== undefined && ownRoots.has(name) === false;
        return intake?.accepts.has(name) === true || isFound ? [['input', String(path[1])]] : [];
      }
      case 'email': {
        const isOwn = isObject(source.data['values']) && Object.hasOwn(source.data['values'], name);
        return isOwn ? [['email-value', String(source.data['email'])]] : [];
      }
      case 'site':
        return [];
      default:
        return ofFlows();
    }
  }

  /** An address of the site, up to what follows its path. */
  private path(address: string, shift: number, at: At): void {
    const [, route = '', anchor] = /^([^?#]*)[^#]*(?:#([\w-]+))?$/s.exec(address) ?? [];
    const isWhole = at.role === 'defines' || !/^[^?#]*\{\{/.test(address);
    if (route.startsWith('/') && !route.startsWith('//') && isWhole) {
      const path = at.role === 'defines' ? address : route;
      this.value(nameKey('path', path), at, { offset: shift, length: path.length });
    }
    if (anchor === undefined) return;
    const start = shift + address.length - anchor.length;
    for (const source of route === '' ? this.seenWith(at.source) : this.shownAt(route))
      if (this.layout.blocks.get(source)?.has(anchor) === true)
        this.value(nameKey('block', this.blockScope(source), anchor), at, { offset: start, length: anchor.length });
  }

  /** The files whose blocks a visitor sees together with those of a file. */
  private seenWith(source: Source): readonly Source[] {
    const hosts = this.hostsOf(source);
    const flows = this.flowsOf(source).map((flow) => flow.source);
    const pages = this.pagesOf(source).flatMap((page) => this.layout.pages.get(page) ?? []);
    const all = new Set([source, ...hosts, ...flows, ...pages]);
    for (const part of this.layout.blocks.keys())
      if (part.kind === 'part' && this.hostsOf(part).some((host) => all.has(host))) all.add(part);
    return [...all];
  }

  private shownAt(route: string): readonly Source[] {
    for (const source of this.layout.blocks.keys()) {
      const { paths, steps } = source.data as { paths?: string[]; steps?: Record<string, { path?: string[] }> };
      const own = [...(paths ?? []), ...Object.values(steps ?? {}).flatMap((step) => step?.path ?? [])];
      if (own.includes(route)) return this.seenWith(source);
    }
    return [];
  }

  /** Names that are not written where they have an effect. */
  implied(): void {
    const { flows, intakes, endpoints } = this.layout;
    const imply = (key: NameKey, source: Source, path: DataPath) => {
      const { offset, length } = source.place(path);
      this.add(key, { source, path, role: 'posts' }, offset, length, true);
    };
    for (const flow of flows.values())
      for (const call of flow.calls) {
        const accepted = endpoints.get(call.endpoint)?.accepts ?? [];
        const key = ['post', 'get', 'path'].find((word) => isScalarAt(flow.source, [...call.path, word]));
        for (const name of accepted)
          if (key !== undefined && flow.values.has(name) && !call.with.has(name))
            imply(nameKey('value', flow.id, name), flow.source, [...call.path, key]);
      }
    for (const intake of intakes.values()) {
      if (intake.data.form === undefined) continue;
      for (const name of this.layout.forms.get(intake.data.form) ?? [])
        if (intake.accepts.has(name))
          imply(nameKey('input', intake.id, name), intake.source, ['intakes', intake.id, 'form']);
    }
  }
}

/** Names that expressions of intakes read beside accepted and stored values. */
const ownRoots: ReadonlySet<string> = new Set(['facts', 'calendar', 'site', 'now', 'deliveries']);

const isRouteDefinition = ({ kind }: Source, path: DataPath): boolean =>
  (kind === 'page' && path[0] === 'paths') ||
  (kind === 'flow' && path[2] === 'path') ||
  (kind === 'funnel' && path[0] === 'path');

function isScalarAt({ document }: Source, path: DataPath): boolean {
  const node = document.getIn(path, true) as Scalar | undefined;
  return isScalar(node) && !isMap(node);
}

/** What names do in the value of a key. */
function roleWithin(record: string, key: string, { role, source }: At): MentionRole {
  if (key === 'track' || record === 'track') return 'tracks';
  if (record === 'call.with' || record === 'reaction.post.with' || record === 'intake' || source.kind === 'api')
    return 'posts';
  return role;
}
