/** Functions of a site's own in the language of expressions. */
import type { FunctionFile, FunctionParameter } from '../../schemas/extensions/extensions.js';
import { implementationOf } from '../expressions/extension-function.ts';
import type { ExtensionFunction, ExtensionFunctions, Signature, Type } from '../expressions/index.ts';
import type { Implementation } from '../expressions/operands.ts';
import type { Extensions, SiteFunction } from './extensions.ts';

const types: { readonly [Each in FunctionParameter['type']]: Type } = {
  text: { kind: 'string' },
  number: { kind: 'number' },
  boolean: { kind: 'bool' },
  texts: { kind: 'list', of: { kind: 'string' } },
  numbers: { kind: 'list', of: { kind: 'number' } },
};

/** The types of the parameters of functions. */
export const parameterTypes = Object.keys(types);
/** The types of their results. */
export const resultTypes = ['text', 'number', 'boolean'] as const;

/** The call of a function as authors write it: `bmi(weight, height)`. */
export const callOf = (name: string, { parameters }: Pick<FunctionFile, 'parameters'>): string =>
  `${name}(${Object.keys(parameters).join(', ')})`;

/** A function of a file. @param address of its module for browsers */
export function siteFunction(name: string, file: FunctionFile, address: string): SiteFunction {
  const { description, parameters, result } = file;
  const signature: Signature = {
    form: callOf(name, file),
    about: description,
    params: Object.values(parameters).map(({ type, oneOf }) => [
      oneOf === undefined ? types[type] : { kind: 'enum', values: oneOf },
    ]),
    passesNull: true,
    result: () => types[result],
  };
  return { signature, address, implementation: implementationOf(file), file };
}

/** The functions that expressions of a site can call besides the built-in ones. */
export const functionsOf = ({ functions, unread }: Pick<Extensions, 'functions' | 'unread'>): ExtensionFunctions => ({
  ...Object.fromEntries(unread.functions.map((name): [string, ExtensionFunction | null] => [name, null])),
  ...functions,
});

/** The code of functions by address, as the evaluator calls it. */
export const implementationsOf = (functions: Extensions['functions']): Readonly<Record<string, Implementation>> =>
  Object.fromEntries(Object.values(functions).map(({ address, implementation }) => [address, implementation]));

/** The addresses of the functions that compiled data of any shape calls. */
export function functionAddresses(data: unknown, { functions }: Pick<Extensions, 'functions'>): readonly string[] {
  const known = new Set(Object.values(functions).map(({ address }) => address));
  if (known.size === 0) return [];
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value) && known.has(value[0] as string)) found.add(value[0] as string);
    for (const each of Object.values(value)) visit(each);
  };
  visit(data);
  return [...found].sort();
}
