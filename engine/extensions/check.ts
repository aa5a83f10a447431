/** Checks the default export of a file in `extensions/`. */

import type { BlockFile, FunctionFile } from '../../schemas/extensions/extensions.js';
import { destinationProperties } from '../../schemas/generated/types.ts';
import { form as validForm } from '../../schemas/generated/validators.js';
import { blockRoles } from '../blocks/roles.ts';
import type { AuthorCode } from '../errors/catalogue.ts';
import { compileExpression, functionCatalogue } from '../expressions/index.ts';
import { authoring } from '../fields/generated/authoring.ts';
import { passesExtension } from '../rules/extension/extension.ts';
import { builtInRules } from '../rules/generated/all.ts';
import { colorNames, unknownColors } from './colors.ts';
import type { ExtensionKind } from './extensions.ts';
import { parameterTypes, resultTypes, siteFunction } from './functions.ts';
import { keyMistakes } from './keys.ts';
import { runView } from './view.ts';

/** A mistake in an extension, and the text of its file that shows it. */
export interface ExtensionMistake {
  readonly code: Extract<AuthorCode, 'extension-shape' | 'extension-taken' | 'extension-example'>;
  readonly reason: string;
  readonly fix: string;
  /** A text to point at; the whole extension without one. */
  readonly at?: string;
}

type Members = Readonly<Record<string, unknown>>;

interface Kind {
  /** What authors call it. */
  readonly noun: string;
  /** The function that its file calls. */
  readonly define: string;
  /** The names of the engine's words of this kind. */
  readonly builtIn: readonly string[];
  readonly members: readonly string[];
  readonly check: (extension: Members, name: string) => readonly ExtensionMistake[];
  /** What a name can be; letters, digits and hyphens by default. */
  readonly names?: RegExp;
}

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shape = (reason: string, fix: string, at?: string): ExtensionMistake => ({
  code: 'extension-shape',
  reason,
  fix,
  ...(at === undefined ? {} : { at }),
});

/** A member that has to be a function. */
const functionMistakes = (extension: Members, name: string, example: string): readonly ExtensionMistake[] =>
  typeof extension[name] === 'function' ? [] : [shape(`The function ${name} is missing.`, `Add ${example}.`, name)];

/** Declarations by name: parameters and settings. */
function declarationMistakes(extension: Members, member: string, isRight: (declared: Members) => boolean, fix: string) {
  const declared = extension[member];
  if (declared === undefined) return [];
  if (!isRecord(declared)) return [shape(`${member} is no record.`, fix, member)];
  return Object.entries(declared).flatMap(([name, each]) => {
    if (!/^[a-z][A-Za-z0-9]*$/.test(name))
      return [
        shape(
          `${name} is no name of a parameter or a setting.`,
          'Use letters and digits, beginning with a small letter.',
          name,
        ),
      ];
    return isRecord(each) && typeof each['description'] === 'string' && isRight(each)
      ? []
      : [shape(`${name} is not declared completely.`, fix, name)];
  });
}

const rules: Kind = {
  noun: 'rule',
  define: 'defineRule',
  builtIn: Object.keys(builtInRules),
  members: ['description', 'parameters', 'valid', 'invalid', 'test'],
  check(extension) {
    const { test, valid, invalid } = extension;
    const examples = (['valid', 'invalid'] as const).flatMap((member) => {
      const list = extension[member];
      const isList = Array.isArray(list) && list.length > 0 && list.every((each) => typeof each === 'string');
      return isList
        ? []
        : [shape(`${member} has no example.`, `Add ${member}: ['…'], values to try the rule with.`, member)];
    });
    const shapes = [
      ...functionMistakes(extension, 'test', 'test(value) { return … }'),
      ...examples,
      ...declarationMistakes(
        extension,
        'parameters',
        ({ type, oneOf }) =>
          ['text', 'number', 'boolean'].includes(String(type)) && (oneOf === undefined || Array.isArray(oneOf)),
        "Write { description: '…', type: 'text' }. The types are text, number and boolean.",
      ),
    ];
    if (shapes.length > 0) return shapes;
    const rule = { test: test as (value: string) => boolean };
    const contradicts = (value: string, isValid: boolean): ExtensionMistake[] =>
      passesExtension(rule, value, {}) === isValid
        ? []
        : [
            {
              code: 'extension-example',
              reason: `The rule ${isValid ? 'refuses' : 'accepts'} ${JSON.stringify(value)}, an example of a ${isValid ? 'valid' : 'invalid'} value.`,
              fix: '',
              at: value,
            },
          ];
    return [
      ...(valid as string[]).flatMap((value) => contradicts(value, true)),
      ...(invalid as string[]).flatMap((value) => contradicts(value, false)),
    ];
  },
};

const connectors: Kind = {
  noun: 'type of destination',
  define: 'defineConnector',
  builtIn: Object.keys(destinationProperties),
  members: ['description', 'settings', 'request', 'meaning'],
  check: (extension) => [
    ...functionMistakes(extension, 'request', 'request(message, settings) { return { url, body: message.body } }'),
    ...(extension['meaning'] === undefined
      ? []
      : functionMistakes(extension, 'meaning', 'meaning(answer) { … }, or remove it')),
    ...declarationMistakes(extension, 'settings', () => true, "Write { description: '…' }."),
  ],
};

const commonKeys = ['type', 'id', 'when', 'tone'];
const keyTypes = ['text', 'prose', 'href', 'asset', 'number', 'boolean', 'choice', 'list'];

/** The mistakes in the keys of a block, or of the entries of a list. */
function keysMistakes(keys: unknown, within: string): readonly ExtensionMistake[] {
  if (!isRecord(keys) || Object.keys(keys).length === 0)
    return [shape(`${within} declares no keys.`, "Write { title: { description: '…', type: 'text' } }.", within)];
  return Object.entries(keys).flatMap(([name, key]) => {
    if (!/^[a-z][A-Za-z0-9]*$/.test(name) || commonKeys.includes(name))
      return [
        shape(`A block cannot have a key ${name} of its own.`, 'Give it another name, of letters and digits.', name),
      ];
    const isRight =
      isRecord(key) &&
      typeof key['description'] === 'string' &&
      keyTypes.includes(String(key['type'])) &&
      (key['type'] !== 'choice' || (Array.isArray(key['oneOf']) && key['oneOf'].length > 0));
    if (!isRight)
      return [
        shape(
          `The key ${name} is not declared completely.`,
          `Write { description: '…', type: 'text' }. The types are ${keyTypes.join(', ')}; a choice also has oneOf, and a list has of.`,
          name,
        ),
      ];
    return key['type'] === 'list' ? keysMistakes(key['of'], name) : [];
  });
}

const isStyles = (value: unknown): boolean =>
  isRecord(value) && Object.values(value).every((each) => typeof each === 'string' || isStyles(each));

/** The mistake of a block that its own view refuses. */
function exampleMistakes(extension: BlockFile): readonly ExtensionMistake[] {
  const failed = (reason: string): ExtensionMistake => ({ code: 'extension-example', reason, fix: '', at: 'example' });
  const [mistake] = keyMistakes(extension.keys, extension.example, [], commonKeys);
  if (mistake !== undefined)
    return [failed(`The example does not fit the keys: see ${mistake.path.join('.') || 'its keys'}.`)];
  try {
    runView(extension, extension.example, ({ value }) => value);
    return [];
  } catch (error) {
    return [failed(`The view fails with the example: ${error instanceof Error ? error.message : String(error)}`)];
  }
}

const blocks: Kind = {
  noun: 'block',
  define: 'defineBlock',
  builtIn: [...Object.keys(blockRoles), 'part'],
  members: ['description', 'keys', 'example', 'styles', 'view'],
  check(extension) {
    const { styles = {}, example } = extension;
    const shapes = [
      ...functionMistakes(extension, 'view', "view({ title }, h) { return h('div', null, title) }"),
      ...keysMistakes(extension['keys'], 'keys'),
      ...(isRecord(example)
        ? []
        : [shape('The example is missing.', 'Add example: { … }, a block as an author writes it.', 'example')]),
      ...(isRecord(styles) && Object.values(styles).every(isStyles)
        ? []
        : [shape('A style is no CSS property with a text.', "Write styles: { root: { padding: '1rem' } }.", 'styles')]),
      ...unknownColors(styles).map(({ name, near }) =>
        shape(
          `There is no colour ${name}.`,
          near === undefined ? `Write one of ${colorNames.join(', ')}, or a colour of CSS.` : `Did you mean ${near}?`,
          name,
        ),
      ),
    ];
    // Without a mistake in its shape it has this type.
    return shapes.length > 0 ? shapes : exampleMistakes(extension as unknown as BlockFile);
  },
};

const fields: Kind = {
  noun: 'type of field',
  define: 'defineField',
  builtIn: Object.keys(authoring),
  members: ['description', 'field'],
  check({ field }) {
    const example = "Write field: { type: 'text', rules: [{ rule: 'plate', message: '…' }] }.";
    if (!isRecord(field) || !Object.hasOwn(authoring, String(field['type'])) || field['type'] === 'date-range')
      return [shape("The field has no type of the engine's.", example, 'field')];
    if (validForm({ form: 'own', fields: { own: { label: 'Own', ...field } } })) return [];
    // Rules may be of the site's own.
    const [found] = (validForm.errors ?? []).filter(
      ({ keyword, parentSchema }) => keyword !== 'enum' || parentSchema?.['x-extensions'] !== 'rules',
    );
    if (found === undefined) return [];
    const key = found.instancePath.split('/')[3] ?? String(found.params['additionalProperty'] ?? 'field');
    return [shape(`${key} of the field ${found.message}.`, 'Write it as in a form.', key)];
  },
};

const shownResult = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));

/** The mistakes in the examples of a function, which are calls with their results. */
function callMistakes(name: string, file: FunctionFile): readonly ExtensionMistake[] {
  const functions = { [name]: siteFunction(name, file, name) };
  return Object.entries(file.examples).flatMap(([call, wanted]): ExtensionMistake[] => {
    const failed = (reason: string): ExtensionMistake[] => [{ code: 'extension-example', reason, fix: '', at: call }];
    const result = compileExpression(call, {}, undefined, { functions });
    if (!('code' in result)) return failed(`The example ${call} is mistaken: ${result.problems[0]?.message}`);
    if (!new RegExp(`\\b${name}\\(|\\|\\s*${name}\\b`).test(call))
      return failed(`The example ${call} does not call ${name}.`);
    return result.code === wanted
      ? []
      : failed(`${call} gives ${shownResult(result.code)}, but the example says ${shownResult(wanted)}.`);
  });
}

const functions: Kind = {
  noun: 'function',
  define: 'defineFunction',
  builtIn: [...Object.keys(functionCatalogue), 'has', 'in', 'true', 'false', 'null'],
  members: ['description', 'parameters', 'result', 'fallback', 'examples', 'run'],
  names: /^[a-z][A-Za-z0-9]{0,59}$/,
  check(extension, name) {
    const { parameters, result, fallback, examples } = extension;
    const isResult = (resultTypes as readonly unknown[]).includes(result);
    const type = result === 'text' ? 'string' : result;
    const shapes = [
      ...functionMistakes(extension, 'run', 'run({ text }) { return … }'),
      ...(isRecord(parameters) && Object.keys(parameters).length > 0
        ? declarationMistakes(
            extension,
            'parameters',
            ({ type: each, oneOf }) =>
              parameterTypes.includes(String(each)) &&
              (oneOf === undefined || (each === 'text' && Array.isArray(oneOf) && oneOf.length > 0)),
            `Write { description: '…', type: 'text' }. The types are ${parameterTypes.join(', ')}.`,
          )
        : [
            shape(
              'A function needs a parameter.',
              "Add parameters: { text: { description: '…', type: 'text' } }. A value that is always the same is a fact.",
              'parameters',
            ),
          ]),
      ...(isResult
        ? []
        : [shape('The type of the result is missing.', `Add result: '…': ${resultTypes.join(', ')}.`, 'result')]),
      ...(!isResult || typeof fallback === type
        ? []
        : [
            shape(
              `The fallback is no ${String(result)}.`,
              'Add fallback: …, the result where the code has none. It has the type of the result.',
              'fallback',
            ),
          ]),
      ...(isRecord(examples) && Object.keys(examples).length > 0
        ? []
        : [
            shape(
              'The function has no example.',
              `Add examples: { "${name}('…')": … }, calls as definitions write them and their results.`,
              'examples',
            ),
          ]),
    ];
    // Without a mistake in its shape it has this type.
    return shapes.length > 0 ? shapes : callMistakes(name, extension as unknown as FunctionFile);
  },
};

/** Every kind of extension. A missing kind is a type error. */
export const extensionKinds: { readonly [K in ExtensionKind]: Kind } = {
  rules,
  connectors,
  blocks,
  fields,
  functions,
};

/** The mistakes in an extension. @param name of its file, without the ending */
export function checkExtension(kind: ExtensionKind, name: string, value: unknown): readonly ExtensionMistake[] {
  const { noun, define, builtIn, members, check, names } = extensionKinds[kind];
  if (!(names ?? /^[a-z][A-Za-z0-9-]{0,59}$/).test(name))
    return [
      shape(
        `${name} cannot be the name of a ${noun}.`,
        `Name the file with letters${names === undefined ? ', digits and hyphens' : ' and digits'}, beginning with a small letter: plate.ts.`,
      ),
    ];
  if (builtIn.includes(name)) return [{ code: 'extension-taken', reason: name, fix: noun }];
  if (!isRecord(value)) return [shape('This file exports no extension.', `Write export default ${define}({ … }).`)];
  const { description } = value;
  const stray = Object.keys(value).find((member) => !members.includes(member));
  const general = [
    ...(typeof description === 'string' && description.trim() !== ''
      ? []
      : [shape('The description is missing.', "Add description: '…', one sentence for other authors.", 'description')]),
    ...(stray === undefined ? [] : [shape(`A ${noun} has no ${stray}.`, `It can have ${members.join(', ')}.`, stray)]),
  ];
  return [...general, ...check(value, name)];
}
