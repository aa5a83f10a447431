/** Words of a site's own, from the files in `words/`, as the program that loads the site has read them. */
import type { BlockFile, ConnectorFile, FieldFile, FunctionFile, Parameters } from '../../schemas/words/words.js';
import type { AuthorProblem } from '../errors/problem.ts';
import type { OwnFunction } from '../expressions/index.ts';
import type { OwnRuleCode } from '../rules/own/own.ts';

/** A rule with its code. */
export interface SiteRule extends OwnRuleCode {
  readonly description: string;
  readonly parameters: Parameters;
  /** Values that it accepts without parameters, and values that it refuses. */
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
  /** The address of its module for browsers. */
  readonly address: string;
}

/** A function with its code. */
export interface SiteFunction extends OwnFunction {
  readonly file: FunctionFile;
}

/** The words of a site by kind and name. It contains code, so it is no data. */
export interface Words {
  /** The same for the same files; empty without words. */
  readonly hash: string;
  readonly rules: Readonly<Record<string, SiteRule>>;
  readonly connectors: Readonly<Record<string, ConnectorFile>>;
  readonly blocks: Readonly<Record<string, BlockFile>>;
  readonly fields: Readonly<Record<string, FieldFile>>;
  readonly functions: Readonly<Record<string, SiteFunction>>;
  /** The names of words that are missing because of a mistake in their files, which is reported there. */
  readonly unread: Readonly<Record<KindOfWord, readonly string[]>>;
  /** The modules that browsers can fetch, by address. */
  readonly modules: Readonly<Record<string, string>>;
  /** Mistakes in the files. */
  readonly problems: readonly AuthorProblem[];
}

export type KindOfWord = 'rules' | 'connectors' | 'blocks' | 'fields' | 'functions';

export const noWords: Words = {
  hash: '',
  rules: {},
  connectors: {},
  blocks: {},
  fields: {},
  functions: {},
  unread: { rules: [], connectors: [], blocks: [], fields: [], functions: [] },
  modules: {},
  problems: [],
};

/** The names of words, also of those with a mistake. */
export const namesOfWords = (words: Words, kind: KindOfWord): readonly string[] => [
  ...Object.keys(words[kind]),
  ...words.unread[kind],
];
