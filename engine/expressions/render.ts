import type { FormatDate, Scope, Template } from './code.ts';
import { evaluate } from './evaluate.ts';
import { shown, wrongType } from './operands.ts';

/**
 * Renders a compiled template. Null renders as an empty text, a number with at most 15 significant digits.
 * @throws ExpressionError as `evaluate`, and `wrong-type` for a value that has no text form (true, a list, a record)
 */
export function renderTemplate(template: Template, scope: Scope, formatDate?: FormatDate): string {
  if (typeof template === 'string') return template;
  return template
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const value = evaluate(piece.v, scope, formatDate);
      if (typeof value === 'boolean' || (typeof value === 'object' && value !== null)) wrongType('text', value);
      return value === null ? '' : shown(value);
    })
    .join('');
}
