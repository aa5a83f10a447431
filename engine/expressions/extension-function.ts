/** The functions of a site's own (`extensions/functions/`), as the evaluator calls them. */
import type { FunctionFile } from '../../schemas/extensions/extensions.js';
import type { Json } from './code.ts';
import type { Implementation } from './operands.ts';

/** The most characters of a text that a function makes. */
const longestText = 10_000;

/**
 * The implementation of a function. It always has a result, because loaded expressions do: the fallback where the code
 * throws, or returns a value of another type or a text of more than 10,000 characters. A null first argument gives null, as for the built-in filters.
 */
export function implementationOf({
  parameters,
  result,
  fallback,
  run,
}: Pick<FunctionFile, 'parameters' | 'result' | 'fallback' | 'run'>): Implementation {
  const names = Object.keys(parameters);
  const type = result === 'text' ? 'string' : result;
  return (values) => {
    if (values[0] === null) return null;
    try {
      // The code gets copies of lists: it must not change the values of the visitor.
      const given = names.map((name, index) => [
        name,
        Array.isArray(values[index]) ? [...(values[index] as Json[])] : values[index],
      ]);
      const found: unknown = run(Object.fromEntries(given));
      const fits =
        typeof found === type &&
        (typeof found !== 'number' || Number.isFinite(found)) &&
        (typeof found !== 'string' || found.length <= longestText);
      return fits ? (found as Json) : fallback;
    } catch {
      return fallback;
    }
  };
}
