/** Checks what an author writes under `with:` for an extension. */
import type { Parameters } from '../../../schemas/extensions/extensions.js';
import type { Report } from '../../errors/report.ts';
import type { DataPath, Source } from '../source/source.ts';

/** The name of the word, and the parameters that it declares. */
interface WordParameters {
  readonly word: string;
  readonly parameters: Parameters;
}

/** Checks the given values against the declared parameters. @param path of the values */
export function checkParameters(
  { word, parameters }: WordParameters,
  given: Readonly<Record<string, unknown>>,
  path: DataPath,
  { source, report }: { readonly source: Source<unknown>; readonly report: Report },
): void {
  const known = Object.keys(parameters);
  for (const [name, value] of Object.entries(given)) {
    const parameter = parameters[name];
    const at = [...path, name];
    if (parameter === undefined) {
      const near = report.near(name, known);
      const reason = `${word} has no parameter ${name}.`;
      const fix =
        known.length === 0
          ? 'Remove `with`.'
          : near === undefined
            ? `It can have ${known.join(', ')}.`
            : `Did you mean ${near}?`;
      report.add('extension-parameter', source, source.place(at, { key: true }), { reason, fix });
      continue;
    }
    const { type, oneOf } = parameter;
    const isRight = typeof value === (type === 'text' ? 'string' : type);
    if (isRight && (oneOf === undefined || oneOf.includes(String(value)))) continue;
    const wanted = oneOf?.join(' or ') ?? { text: 'a text', number: 'a number', boolean: 'true or false' }[type];
    report.add('extension-parameter', source, source.place(at), {
      reason: `${name} of ${word} cannot be ${JSON.stringify(value)}.`,
      fix: `Write ${wanted}.`,
    });
  }
}
