/** Extensions of a site: the types of the files in `extensions/`, beside `funnels/`. The guide is `docs/extensions.md`. */

/** A parameter that authors give an extension under `with:`. Each can be left out. */
export interface Parameter {
  /** One sentence about it. */
  readonly description: string;
  readonly type: 'text' | 'number' | 'boolean';
  /** The only texts that it can be. */
  readonly oneOf?: readonly string[];
}

/** Parameters by name. */
export type Parameters = Readonly<Record<string, Parameter>>;

type ValueOf<P extends Parameter> = P extends { readonly oneOf: readonly (infer Text)[] }
  ? Text
  : P extends { readonly type: 'number' }
    ? number
    : P extends { readonly type: 'boolean' }
      ? boolean
      : string;

/** The values of parameters; undefined for those that an author left out. */
export type ParameterValues<P extends Parameters> = { readonly [Name in keyof P]: ValueOf<P[Name]> | undefined };

/** A validation rule: `extensions/rules/<name>.ts`. It runs in the visitor's browser and on the server. */
export interface RuleFile<P extends Parameters = Parameters> {
  /** One sentence about it. */
  readonly description: string;
  readonly parameters?: P;
  /** Values that it accepts without parameters, at least one. They are tried when the file is read. */
  readonly valid: readonly string[];
  /** Values that it refuses without parameters, at least one. */
  readonly invalid: readonly string[];
  /**
   * Whether a value passes. It must give the same answer at any time, in every browser and on the server. An error that it
   * throws counts as a refusal.
   * @param value what the visitor entered, without white space around it, never empty
   */
  test(value: string, parameters: ParameterValues<P>): boolean;
}

/** A setting that a destination gives a connector under `with:`. */
export interface Setting {
  /** One sentence about it. */
  readonly description: string;
  /** Whether a destination can leave it out. */
  readonly optional?: boolean;
  /** Whether it is a secret, which must be the name of an environment variable: `$CRM_TOKEN`. */
  readonly secret?: boolean;
}

/** Settings by name. */
export type Settings = Readonly<Record<string, Setting>>;

/** The values of settings. */
export type SettingValues<S extends Settings> = {
  readonly [Name in keyof S]: S[Name] extends { readonly optional: true } ? string | undefined : string;
};

/** A message to be sent. */
export interface Message {
  /** The same in each attempt. A service that knows it can drop repetitions. */
  readonly id: string;
  /** Epoch milliseconds of the submission. */
  readonly createdAt: number;
  /** Increases with each submission: of two messages about one person the larger one is the newer. Null for an old message. */
  readonly sequence: number | null;
  /** The `body` of the delivery. */
  readonly body: unknown;
}

/** The request that carries a message. It is sent as a POST. */
export interface MessageRequest {
  /** An https address. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body: unknown;
}

/** The answer of a service. */
export interface Answer {
  readonly status: number;
  /** Its first 64 KB. */
  readonly text: string;
}

/** What an answer means: it has arrived; try again later; the service never accepts this message. */
export type Meaning = 'delivered' | 'failed' | 'refused';

/** A connector for deliveries: `extensions/connectors/<name>.ts`. */
export interface ConnectorFile<S extends Settings = Settings> {
  /** One sentence about it. */
  readonly description: string;
  readonly settings?: S;
  /** The request for a message. The engine sends it, and repeats it until it arrives. */
  request(message: Message, settings: SettingValues<S>): MessageRequest;
  /** What an answer means. Without it, the status decides: 2xx is delivered, anything else failed. */
  meaning?(answer: Answer): Meaning;
}

/** A value of a definition that a view can only place: the engine renders it. */
export interface Shown<Kind extends ShownKind> {
  readonly kind: Kind;
}

/** A text with markup and `{{ … }}`, paragraphs and lists, an address, or a picture in the funnels folder. */
export type ShownKind = 'text' | 'prose' | 'href' | 'asset';

interface KeyBase {
  /** One sentence about it. */
  readonly description: string;
  /** Whether a definition can leave it out. */
  readonly optional?: boolean;
}

/** A key of a block. */
export type Key =
  | (KeyBase & { readonly type: ShownKind | 'number' | 'boolean' })
  | (KeyBase & { readonly type: 'choice'; readonly oneOf: readonly string[] })
  | (KeyBase & { readonly type: 'list'; readonly of: Keys; readonly min?: number; readonly max?: number });

/** Keys by name. */
export interface Keys {
  readonly [name: string]: Key;
}

type KeyValue<K> = K extends { readonly type: 'list'; readonly of: infer Of extends Keys }
  ? readonly KeyValues<Of>[]
  : K extends { readonly type: 'choice'; readonly oneOf: readonly (infer Text)[] }
    ? Text
    : K extends { readonly type: 'number' }
      ? number
      : K extends { readonly type: 'boolean' }
        ? boolean
        : K extends { readonly type: infer Kind extends ShownKind }
          ? Shown<Kind>
          : never;

/** The values of keys, as a view gets them. */
export type KeyValues<K extends Keys> = {
  readonly [Name in keyof K]: K[Name] extends { readonly optional: true }
    ? KeyValue<K[Name]> | undefined
    : KeyValue<K[Name]>;
};

/** The elements of views. `heading` and `subheading` get the level that fits their place on the page. */
export type ViewTag =
  | ('heading' | 'subheading' | 'div' | 'p' | 'span' | 'strong' | 'em' | 'small' | 'a' | 'img' | 'hr' | 'br')
  | ('ul' | 'ol' | 'li' | 'dl' | 'dt' | 'dd' | 'figure' | 'figcaption' | 'blockquote' | 'article')
  | ('table' | 'caption' | 'thead' | 'tbody' | 'tr' | 'th' | 'td');

/** The attributes of an element. */
export interface ViewAttributes<Slot extends string = string> {
  /** The entry of `styles` that it looks like. */
  readonly slot?: Slot | undefined;
  /** The address of a link (`a`). */
  readonly to?: Shown<'href'> | undefined;
  /** The picture (`img`). */
  readonly image?: Shown<'asset'> | undefined;
  /** The description of the picture; an empty text for a decoration. */
  readonly alt?: Shown<'text'> | '' | undefined;
  /** The name of the element for those who do not see it. */
  readonly label?: Shown<'text'> | undefined;
  readonly scope?: 'col' | 'row' | undefined;
  readonly colSpan?: number | undefined;
  readonly rowSpan?: number | undefined;
  readonly lang?: string | undefined;
  /** Hides an ornament from screen readers. */
  readonly hidden?: boolean | undefined;
}

/** An element of a view. */
export interface ViewNode {
  readonly tag: ViewTag;
}

/** What can be inside an element. Nothing is shown for null, undefined and false. */
export type ViewChild =
  | ViewNode
  | Shown<'text'>
  | Shown<'prose'>
  | string
  | number
  | null
  | undefined
  | false
  | readonly ViewChild[];

/** Makes an element. */
export type MakeElement<Slot extends string = string> = (
  tag: ViewTag,
  attributes?: ViewAttributes<Slot> | null,
  ...children: readonly ViewChild[]
) => ViewNode;

/**
 * CSS properties as React names them, and rules within them: `'&:hover'`, `sm`, `md`, `lg` (wider windows). A colour is a
 * name of the theme: `fg` (texts), `muted`, `accent`, `line`, `bg`, `surface`, `strong` and `strongInk` (buttons), `good`, `fair`, `poor`
 */
export interface ViewStyles {
  readonly [property: string]: string | ViewStyles;
}

/** A block: `extensions/blocks/<name>.ts`. */
export interface BlockFile<K extends Keys = Keys, Slot extends string = string> {
  /** One sentence about it. */
  readonly description: string;
  readonly keys: K;
  /** A block as an author would write it. The view is tried with it when the file is read. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly styles?: Readonly<Record<Slot, ViewStyles>>;
  /** Arranges the values. It runs when the definitions are read, so it knows no visitor. */
  view(values: KeyValues<K>, h: MakeElement<NoInfer<Slot>>): ViewNode;
}

/** Defines a block. Its result is the default export of the file. */
export declare function defineBlock<const K extends Keys, const Slot extends string = never>(
  block: BlockFile<K, Slot>,
): BlockFile<K, Slot>;

/** What a field of a type has, in the words of a form. A definition replaces any of it. */
export interface UsualField {
  /** One of the engine's types of field. */
  readonly type: string;
  readonly label?: string;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly autocomplete?: string;
  /** One of the `masks` of `site.yaml`. */
  readonly mask?: string;
  readonly submitAs?: 'text' | 'digits' | 'joined' | 'number';
  readonly pii?: 'name' | 'email' | 'phone' | 'text';
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly required?: boolean | string;
  readonly rules?: readonly {
    readonly rule: string;
    readonly message: string;
    readonly [parameter: string]: unknown;
  }[];
}

/** A type of field: `extensions/fields/<name>.ts`. It is one of the engine's types with usual values. */
export interface FieldFile {
  /** One sentence about it. */
  readonly description: string;
  readonly field: UsualField;
}

/** Defines a type of field. Its result is the default export of the file. */
export declare function defineField(field: FieldFile): FieldFile;

/** A parameter of a function. */
export interface FunctionParameter {
  /** One sentence about it. */
  readonly description: string;
  readonly type: 'text' | 'number' | 'boolean' | 'texts' | 'numbers';
  /** The only texts that it can be. */
  readonly oneOf?: readonly string[];
}

/** Parameters by name, in the order of a call. */
export type FunctionParameters = Readonly<Record<string, FunctionParameter>>;

type ArgumentOf<P extends FunctionParameter> = P extends { readonly oneOf: readonly (infer Text)[] }
  ? Text
  : P extends { readonly type: 'number' }
    ? number
    : P extends { readonly type: 'boolean' }
      ? boolean
      : P extends { readonly type: 'texts' }
        ? readonly string[]
        : P extends { readonly type: 'numbers' }
          ? readonly number[]
          : string;

/** The arguments of a call by the names of the parameters. None is null. */
export type FunctionArguments<P extends FunctionParameters> = { readonly [Name in keyof P]: ArgumentOf<P[Name]> };

/** What a function returns, by the name of its type. */
export interface FunctionResults {
  readonly text: string;
  readonly number: number;
  readonly boolean: boolean;
}

/** A function of expressions: `extensions/functions/<name>.ts`. It runs in the visitor's browser and on the server. */
export interface FunctionFile<
  P extends FunctionParameters = FunctionParameters,
  R extends keyof FunctionResults = keyof FunctionResults,
> {
  /** One sentence about it. */
  readonly description: string;
  /** At least one. If the first argument is null, the result is null, and the code does not run. */
  readonly parameters: P;
  /** The type of the result. */
  readonly result: R;
  /** The result if the code throws an error, or returns something of another type. */
  readonly fallback: FunctionResults[R];
  /** Calls as definitions write them, and their results, at least one. They are tried when the file is read. */
  readonly examples: Readonly<Record<string, FunctionResults[R]>>;
  /** The result. It must be the same at any time, in every browser and on the server. */
  run(values: FunctionArguments<P>): FunctionResults[R];
}

/** Defines a function. Its result is the default export of the file. */
export declare function defineFunction<const P extends FunctionParameters, const R extends keyof FunctionResults>(
  definition: FunctionFile<P, R>,
): FunctionFile<P, R>;

/** Defines a rule. Its result is the default export of the file. */
export declare function defineRule<const P extends Parameters = Record<never, Parameter>>(
  rule: RuleFile<P>,
): RuleFile<P>;

/** Defines a connector. Its result is the default export of the file. */
export declare function defineConnector<const S extends Settings = Record<never, Setting>>(
  connector: ConnectorFile<S>,
): ConnectorFile<S>;
