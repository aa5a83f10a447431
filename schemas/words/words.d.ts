/** Words of a site's own: the types of the files in `words/`, beside `funnels/`. The guide is `docs/own-words.md`. */

/** A parameter that authors give a word under `with:`. Each can be left out. */
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

/** A validation rule: `words/rules/<name>.ts`. It runs in the visitor's browser and on the server. */
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

/** A connector for deliveries: `words/connectors/<name>.ts`. */
export interface ConnectorFile<S extends Settings = Settings> {
  /** One sentence about it. */
  readonly description: string;
  readonly settings?: S;
  /** The request for a message. The engine sends it, and repeats it until it arrives. */
  request(message: Message, settings: SettingValues<S>): MessageRequest;
  /** What an answer means. Without it, the status decides: 2xx is delivered, anything else failed. */
  meaning?(answer: Answer): Meaning;
}

/** Defines a rule. Its result is the default export of the file. */
export declare function defineRule<const P extends Parameters = Record<never, Parameter>>(
  rule: RuleFile<P>,
): RuleFile<P>;

/** Defines a connector. Its result is the default export of the file. */
export declare function defineConnector<const S extends Settings = Record<never, Setting>>(
  connector: ConnectorFile<S>,
): ConnectorFile<S>;
