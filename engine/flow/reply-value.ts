/** Values that a flow saves of a reply. */
import type { Code, Json } from '../../schemas/compiled.ts';
import type { FlowDefinition } from '../definition.ts';
import { ExpressionError } from '../expressions/error.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { fits } from '../values/value-type.ts';
import type { Lookup } from './scope.ts';

/**
 * A value of a reply, validated against its type in `data`. A member that the reply lacks is null if its type is
 * optional.
 * @param lookup has the reply as `reply`
 * @throws ExpressionError if the value does not match the type
 */
export function replyValue(flow: FlowDefinition, name: string, code: Code, lookup: Lookup): Json {
  const type = flow.data?.[name];
  let value: Json = null;
  try {
    value = evaluate(code, lookup);
  } catch (error) {
    const isAbsent = error instanceof ExpressionError && error.code === 'missing-key';
    if (!isAbsent || type?.optional !== true) throw error;
  }
  if (type !== undefined && !fits(type, value))
    throw new ExpressionError('wrong-type', `the reply has the wrong type for ${name}`);
  return value;
}
