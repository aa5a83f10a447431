/** Extensions of a site, from the files in `extensions/`, as the program that loads the site has read them. */
import type {
  BlockFile,
  ConnectorFile,
  FieldFile,
  FunctionFile,
  Parameters,
} from '../../schemas/extensions/extensions.js';
import type { AuthorProblem } from '../errors/problem.ts';
import type { ExtensionFunction } from '../expressions/index.ts';
import type { ExtensionRuleCode } from '../rules/extension/extension.ts';

/** A rule with its code. */
export interface SiteRule extends ExtensionRuleCode {
  readonly description: string;
  readonly parameters: Parameters;
  /** Values that it accepts without parameters, and values that it refuses. */
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
  /** The address of its module for browsers. */
  readonly address: string;
}

/** A function with its code. */
export interface SiteFunction extends ExtensionFunction {
  readonly file: FunctionFile;
}

/** The extensions of a site by kind and name. It contains code, so it is no data. */
export interface Extensions {
  /** The same for the same files; empty without extensions. */
  readonly hash: string;
  readonly rules: Readonly<Record<string, SiteRule>>;
  readonly connectors: Readonly<Record<string, ConnectorFile>>;
  readonly blocks: Readonly<Record<string, BlockFile>>;
  readonly fields: Readonly<Record<string, FieldFile>>;
  readonly functions: Readonly<Record<string, SiteFunction>>;
  /** The names of extensions that are missing because of a mistake in their files, which is reported there. */
  readonly unread: Readonly<Record<ExtensionKind, readonly string[]>>;
  /** The modules that browsers can fetch, by address. */
  readonly modules: Readonly<Record<string, string>>;
  /** Mistakes in the files. */
  readonly problems: readonly AuthorProblem[];
}

export type ExtensionKind = 'rules' | 'connectors' | 'blocks' | 'fields' | 'functions';

export const noExtensions: Extensions = {
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

/** The names of extensions, also of those with a mistake. */
export const extensionNames = (extensions: Extensions, kind: ExtensionKind): readonly string[] => [
  ...Object.keys(extensions[kind]),
  ...extensions.unread[kind],
];
