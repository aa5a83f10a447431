/** Sends what visitors of each flow send to the site's own intakes: what an intake refuses, no visitor can correct. */
import type { Json } from '../../../schemas/compiled.ts';
import type { FlowFile, ValueType } from '../../../schemas/generated/types.ts';
import type { FlowDefinition, SiteDefinition } from '../../definition.ts';
import { listed } from '../../errors/catalogue.ts';
import type { Extensions } from '../../extensions/extensions.ts';
import { compileFlow } from '../../flow/index.ts';
import { loadWays } from '../../flow/way.ts';
import { formValidator } from '../../forms/index.ts';
import { formsOfIntake } from '../../intakes/accept.ts';
import { createIntakeAnswers } from '../../intakes/answers.ts';
import { formMessages } from '../../messages/catalogue.ts';
import { callPlace } from '../../steps/parts/call-id.ts';
import type { Refusal } from '../../walks/moves.ts';
import { type RefusedSubmission, refusedSubmissions } from '../../walks/submissions.ts';
import { walkWords } from '../../walks/words.ts';
import { type Draft, type IntakeSource, isNamed } from '../link/draft.ts';
import type { DataPath, Source } from '../source/source.ts';
import { namesInTexts } from '../source/unknown.ts';

loadWays();

/** How many loads are remembered: each value of the axes is a load of its own. */
const mostLoads = 8;

/** What was refused of flows that were tried, by everything that decides it. */
export type TriedSubmissions = Map<string, readonly RefusedSubmission[]>;

/** Those of `LoadOptions`. */
interface SubmissionOptions {
  readonly hash: (text: string) => string;
  readonly submissions?: 'try' | 'trust' | undefined;
  readonly extensions?: Extensions | undefined;
}

/**
 * What is refused because of a mistake that is already reported is left out.
 * @param site the definitions of the draft, without what is mistaken
 * @param tried the flows that need not be tried again, by the same words; those of this load are added
 */
export function checkSubmissions(
  draft: Draft,
  site: SiteDefinition,
  { hash, submissions, extensions }: SubmissionOptions,
  tried: TriedSubmissions,
): void {
  const answers = createIntakeAnswers(extensions === undefined ? site : { ...site, extensions }, () => null, true);
  const intakes = Object.values(site.intakes);
  const { locale, timeZone, masks, phoneMask } = site.site;
  const texts = formMessages(site.site);
  const common = [locale, timeZone, masks, phoneMask, texts];
  const current = new Set<string>();
  for (const [id, flow] of Object.entries(site.flows)) {
    const source = draft.flows.get(id);
    const called = intakes.filter(({ path }) => Object.hasOwn(flow.calls, path));
    if (source === undefined || called.length === 0) continue;
    const own = flow.forms.flatMap((form) => site.forms[form] ?? []);
    const judges = called.flatMap((intake) => [
      intake,
      ...formsOfIntake(site, intake),
      intake.verify === null ? null : site.flows[intake.verify.flow]?.behaviour,
    ]);
    const key = hash(JSON.stringify([flow.behaviour, own, judges, common]));
    let found = tried.get(key);
    if (found === undefined) {
      const refused = () =>
        refusedSubmissions(compileFlow(flow, own, formValidator(own, texts, extensions?.rules)), answers);
      found = submissions === 'trust' ? [] : draft.report.failed ? ifItRuns(refused) : refused();
      tried.set(key, found);
    }
    current.add(key);
    const causes = found.length === 0 ? [] : causesIn(draft, source, flow, called);
    for (const each of found) if (!isConsequence(draft, source, each, causes)) report(draft, source, flow, each);
  }
  if (tried.size > current.size * mostLoads) for (const key of tried.keys()) if (!current.has(key)) tried.delete(key);
}

/** What a flow with mistakes is refused; nothing if it cannot run. */
function ifItRuns(refused: () => readonly RefusedSubmission[]): readonly RefusedSubmission[] {
  try {
    return refused();
  } catch {
    return [];
  }
}

/** Errors after which a name may refer to a value that the author does not mean. */
const namesOfAll: ReadonlySet<string> = new Set(['name-reserved', 'name-taken', 'answers-not-in-data']);

/** A line with an error, in a file that decides what is sent or refused. */
interface Cause {
  readonly file: string;
  readonly line: number;
  readonly names: ReadonlySet<string>;
  /** Whether it makes values of the flow unknown. */
  readonly isAboutAll: boolean;
  /** Whether a computed value may be unknown because of it. */
  readonly isExpression: boolean;
}

function causesIn(
  { report, forms, intakes }: Draft,
  source: Source<FlowFile>,
  flow: FlowDefinition,
  called: readonly { readonly id: string }[],
): readonly Cause[] {
  const files = new Map<string, Source<unknown>>(
    [
      source,
      ...flow.forms.flatMap((form) => forms.get(form) ?? []),
      ...called.flatMap(({ id }) => intakes.get(id)?.source ?? []),
    ].map((each) => [each.path, each]),
  );
  return report.problems.flatMap(({ severity, code, file, line, message }) => {
    const written = files.get(file)?.lines[line - 1];
    // Lines of the flow read many values, and decide the one that they name.
    const text = file === source.path ? written?.replace(/:.*/s, '') : written;
    return severity !== 'error' || text === undefined
      ? []
      : [
          {
            file,
            line,
            names: namesInTexts([text, message]),
            isAboutAll: namesOfAll.has(code),
            isExpression: code.startsWith('expression-'),
          },
        ];
  });
}

/** Whether an error is on the line of the call or of a refused value. */
function isConsequence(
  draft: Draft,
  source: Source<FlowFile>,
  { refusal }: RefusedSubmission,
  causes: readonly Cause[],
): boolean {
  const { id, path } = refusal.call;
  const { line } = source.position(source.place(placeOf(draft, source, id, path)).offset);
  const names = Object.keys(refusal.errors);
  const isComputed = names.some((name) => Object.hasOwn(source.data.computed ?? {}, name));
  return causes.some(
    (cause) =>
      cause.isAboutAll ||
      (isComputed && cause.isExpression && cause.file === source.path) ||
      (cause.file === source.path && cause.line === line) ||
      names.some((name) => cause.names.has(name)) ||
      (cause.file !== source.path && cause.names.has(path)) ||
      (names.length === 0 && cause.file === draft.endpoints.get(path)?.source.path),
  );
}

function report(
  draft: Draft,
  source: Source<FlowFile>,
  flow: FlowDefinition,
  { refusal, walk: steps, entered }: RefusedSubmission,
): void {
  const { path, id } = refusal.call;
  const intake = draft.endpoints.get(path);
  if (intake === undefined) return;
  const names = Object.keys(refusal.errors);
  const reason = reasonFor(intake, names, refusal);
  if (entered !== null) {
    draft.report.add('address-skips-answers', source, source.place(['steps', entered, 'path'], { key: true }), {
      ...{ step: entered, endpoint: path, reason },
    });
    return;
  }
  const walk = walkWords(flow, steps);
  draft.report.add('call-refused', source, source.place(placeOf(draft, source, id, path), { key: true }), {
    ...{ at: 'flow', endpoint: path, other: intake.source.path, reason, walk },
  });
  const inIntake: DataPath = [...intake.path, ...inputPlace(intake, names[0])];
  draft.report.add('call-refused', intake.source, intake.source.place(inIntake, { key: true }), {
    ...{ at: 'intake', endpoint: path, other: flow.flow, reason, walk },
  });
}

/** The place of a call, or of the reaction that posts in the background. */
function placeOf(draft: Draft, source: Source<FlowFile>, id: string, endpoint: string): DataPath {
  const call = callPlace(id);
  if (call !== null) return ['steps', call.step, call.part, 'calls', call.index];
  const posted = draft
    .contents(source)
    .named.find((named) => isNamed(named, 'reaction') && named.value.post?.path === endpoint);
  return posted === undefined ? ['steps'] : [...posted.path, 'post'];
}

/** Where an intake declares a value; the intake itself if its form does. */
const inputPlace = ({ data }: IntakeSource, name = ''): DataPath =>
  Object.hasOwn(data.input ?? {}, name) ? ['input', name] : [data.verify === undefined ? 'post' : 'verify'];

const isMissing = ({ call }: Refusal, name: string): boolean =>
  ['', null].includes((call.payload[name] ?? null) as null);

/** Why an intake refuses a call, in sentences. */
function reasonFor({ data }: IntakeSource, names: readonly string[], refusal: Refusal): string {
  if (names.length === 0) return `It answers “${refusal.message}”.`;
  const missing = names.filter((name) => isMissing(refusal, name));
  return [
    ...(missing.length === 0 ? [] : [`It requires ${listed(missing)}, which the flow does not send.`]),
    ...names.flatMap((name) => {
      if (missing.includes(name)) return [];
      const type = data.input?.[name];
      return type === undefined
        ? `Its form refuses ${name} with “${refusal.errors[name]}”.`
        : `It takes ${wanted(type)} as ${name}, and gets ${shown(refusal.call.payload[name] as Json, type)}.`;
    }),
  ].join(' ');
}

function wanted({ type, of, length, allowed, min, max, maxLength }: ValueType): string {
  const range = min === undefined && max === undefined ? '' : ` from ${min ?? '…'} to ${max ?? '…'}`;
  const some = allowed === undefined ? '' : ` (${allowed.join(', ')})`;
  if (type === 'list') return `${length === undefined ? 'a list' : `${length} values`}${some}${range}`;
  if (type === 'choice') return `one of ${(of as readonly string[]).join(', ')}`;
  const most = maxLength === undefined ? '' : ` of at most ${maxLength} characters`;
  return `a ${type}${some}${range}${most}`;
}

function shown(value: Json, { type, length }: ValueType): string {
  if (Array.isArray(value) && value.length !== length) return `${value.length} values`;
  return typeof value === 'string' && type === 'text' ? `a text of ${value.length} characters` : JSON.stringify(value);
}
