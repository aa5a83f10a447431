/** What is known of a name apart from its domain, such as where a field is shown. */
export interface Assumption {
  /** The name that it is about. */
  readonly name: string;
  /** In words. A comparison that it contributes follows, such as after "a is only shown where", unless it is complete. */
  readonly words: string;
  readonly isComplete?: true;
  /** Where it is declared: "line 12". */
  readonly place?: string;
}
