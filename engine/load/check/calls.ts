import type { FlowFile } from '../../../schemas/generated/types.ts';
import { nearest } from '../../errors/nearest.ts';
import { absenceOf, type Types } from '../../expressions/index.ts';
import { type Draft, type IntakeSource, isNamed } from '../link/draft.ts';
import { acceptedBy, acceptedFormIds } from '../link/endpoints.ts';
import type { DataPath, Source } from '../source/source.ts';
import { unanswered } from '../types/value-types.ts';

/**
 * Checks the calls of a flow: the endpoint supports the method and receives all required values and no others, replies
 * are saved in declared values, and failures show a message.
 * @param typesAt the types of the names that can be read at a path of the file
 */
export function checkCalls(draft: Draft, source: Source<FlowFile>, typesAt: (path: DataPath) => Types): void {
  const { report } = draft;
  for (const named of draft.contents(source).named) {
    const { path } = named;
    if (isNamed(named, 'calls')) {
      const { calls, onError } = named.value;
      const message = onError.toast ?? onError.alert ?? onError.inline;
      if (message === undefined && calls.some((call) => call.continueOnError !== true))
        report.add('message-empty', source, source.place([...path, 'onError'], { key: true }));
      const [, id = '', part] = path;
      const isShown = onError.toast !== undefined || onError.alert !== undefined;
      if (onError.inline !== undefined && part === 'fetch' && !isShown && source.data.steps[id]?.form === undefined)
        report.add('inline-without-form', source, source.place([...path, 'onError', 'inline'], { key: true }));
    } else if (isNamed(named, 'call')) {
      const call = named.value;
      if ((call.post === undefined) === (call.get === undefined)) report.add('call-shape', source, source.place(path));
      else {
        const method = call.post === undefined ? 'GET' : 'POST';
        checkCall(
          draft,
          source,
          {
            path,
            key: method === 'GET' ? 'get' : 'post',
            method,
            endpoint: (call.post ?? call.get) as string,
            send: call.with,
          },
          typesAt,
        );
      }
      checkSaveAs(draft, source, [...path, 'saveAs'], call.saveAs);
    } else if (isNamed(named, 'reaction')) {
      const { post } = named.value;
      if (post)
        checkCall(
          draft,
          source,
          { path: [...path, 'post'], key: 'path', method: 'POST', endpoint: post.path, send: post.with },
          typesAt,
        );
    }
  }
}

interface CallSite {
  readonly path: DataPath;
  readonly key: string;
  readonly method: 'GET' | 'POST';
  readonly endpoint: string;
  readonly send: Readonly<Record<string, unknown>> | undefined;
}

function checkCall(draft: Draft, source: Source<FlowFile>, made: CallSite, typesAt: (path: DataPath) => Types): void {
  const { report } = draft;
  const { path, endpoint, method, send = {} } = made;
  const intake = draft.endpoints.get(endpoint);
  if (intake === undefined || !isWhole(draft, intake)) return;
  const place = source.place([...path, made.key]);
  if (intake.method !== method) {
    report.add('endpoint-method', source, place, {
      path: endpoint,
      offered: intake.method.toLowerCase(),
      called: method.toLowerCase(),
    });
    return;
  }
  const input = acceptedBy(draft, intake.data);
  const known = Object.keys(input);
  for (const name of Object.keys(send)) {
    if (known.includes(name)) continue;
    report.add('call-value-unknown', source, source.place([...path, 'with', name], { key: true }), {
      name,
      endpoint,
      near: nearest(name, known),
      known,
    });
  }
  const types = typesAt([...path, 'with', '']);
  for (const [name, type] of Object.entries(input)) {
    // A time that is not sent is the time of the call.
    if (type.optional === true || type.type === 'time' || Object.hasOwn(send, name)) continue;
    const own = Object.hasOwn(types, name) ? types[name] : undefined;
    // An empty field is refused by the rules of its form.
    const why = own === undefined || own.absent === unanswered.absent ? undefined : absenceOf(own);
    if (own !== undefined && why === undefined) continue;
    report.add('call-value-missing', source, place, { name, endpoint, why });
  }
}

/** Whether all values that an intake accepts are known. */
const isWhole = (draft: Draft, { data }: IntakeSource): boolean =>
  acceptedFormIds(data).every((form) => draft.forms.has(form));

function checkSaveAs(
  { report }: Draft,
  source: Source<FlowFile>,
  path: DataPath,
  saveAs: Readonly<Record<string, unknown>> = {},
): void {
  const known = Object.keys(source.data.data ?? {});
  for (const name of Object.keys(saveAs)) {
    if (known.includes(name)) continue;
    report.add('save-as-not-in-data', source, source.place([...path, name], { key: true }), {
      name,
      near: nearest(name, known),
      known,
    });
  }
}
