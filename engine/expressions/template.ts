import type { Code, Template } from './code.ts';
import { type Constants, labelCode, readsOf } from './compile.ts';
import { compileExpression, type Types } from './expression.ts';
import { type Problem, problem } from './problems.ts';
import { renderTemplate } from './render.ts';
import { describeType, isShownOtherwise, isText, type Labels, type Type } from './types.ts';

export interface CompiledTemplate {
  /** Valid only if there are no problems: mistaken pieces are omitted. */
  template: Template;
  /** Root names that are read at run time, sorted. */
  reads: string[];
  problems: Problem[];
}

/**
 * Compiles a text with `{{ expression }}` pieces. Their values must be text or numbers; null renders as an empty text.
 * It does not throw. Offsets of problems count from the start of `text`.
 * @param isShown whether people read the text, so that what a visitor chose is shown by its label
 */
export function compileTemplate(
  text: string,
  types: Types,
  options: Constants = {},
  isShown = false,
): CompiledTemplate {
  const pieces: Exclude<Template, string>[number][] = [];
  const reads = new Set<string>();
  const problems: Problem[] = [];
  const add = (piece: string) => {
    const last = pieces.length - 1;
    if (typeof pieces[last] === 'string') pieces[last] += piece;
    else if (piece !== '') pieces.push(piece);
  };

  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('{{', at);
    add(text.slice(at, open < 0 ? text.length : open));
    if (open < 0) break;
    const close = closingBraces(text, open + 2);
    if (close === undefined) {
      problems.push(problem('expression-unclosed-braces', { offset: open, length: text.length - open }));
      break;
    }
    const offset = open + 2;
    const source = text.slice(offset, close);
    const compiled = compileExpression(source, types, undefined, options);
    if ('code' in compiled) {
      const { type } = compiled;
      const { labels } = type;
      const isChosen = isShown && labels !== undefined && (isText(type) || type.kind === 'list');
      const formatted = isShown && !isChosen ? withFormat(source, type, types, options) : undefined;
      const code: Code = isChosen ? shownCode(compiled.code, type, labels) : (formatted ?? compiled.code);
      if (!isChosen && type.kind !== 'any' && type.kind !== 'null' && type.kind !== 'number' && !isText(type)) {
        const hint =
          type.kind === 'bool'
            ? "Say what to show: condition ? 'yes' : 'no'."
            : type.kind === 'list'
              ? "Turn it into a text with join(list, ', ')."
              : 'Show one of its fields.';
        const span = { offset, length: close - offset };
        problems.push(problem('expression-wrong-type', span, 'a text or a number', describeType(type), hint));
      } else if (type.absent !== undefined) {
        const path = /^[\s\w.[\]]+$/.test(source) ? source.trim() : undefined;
        const span = { offset, length: close - offset };
        problems.push(
          problem(type.optional ? 'expression-maybe-null' : 'expression-maybe-empty', span, path, type.absent),
        );
      } else if (Array.isArray(code)) {
        pieces.push({ v: code });
        for (const name of readsOf(code)) reads.add(name);
      } else add(renderTemplate([{ v: code }], {}));
    } else {
      for (const found of compiled.problems) problems.push({ ...found, offset: found.offset + offset });
    }
    at = close + 2;
  }

  const [only] = pieces;
  const template = pieces.length > 1 || typeof only === 'object' ? pieces : (only ?? '');
  return { template, reads: [...reads].sort(), problems };
}

/** The code of an answer that is an amount or a day, as people read it; undefined for any other value. */
function withFormat(source: string, type: Type, types: Types, options: Constants): Code | undefined {
  if (!isShownOtherwise(type)) return undefined;
  const filter = type.amount === true ? 'money' : "date('short')";
  const formatted = compileExpression(`(${source}) | ${filter}`, types, undefined, options);
  return 'code' in formatted ? formatted.code : undefined;
}

/** The code of what a visitor chose, as people read it. */
const shownCode = (code: Code, { kind }: Type, labels: Labels): Code =>
  kind === 'list' ? ['join', labelCode(code, labels), ', '] : labelCode(code, labels);

/** The offset of the braces that close those before `from`. Braces inside a quoted text do not count. */
function closingBraces(text: string, from: number): number | undefined {
  const next = /\}\}|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;
  next.lastIndex = from;
  for (let found = next.exec(text); found; found = next.exec(text)) if (found[0] === '}}') return found.index;
  return undefined;
}
