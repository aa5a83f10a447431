/** A subcommand of `funnel`. */
export interface Command {
  /** How it is called. */
  readonly usage: string;
  readonly about: string;
  /**
   * Runs it.
   * @param args what stands after its name
   * @returns the exit code: 0 for success, 1 for a finding, 2 for a mistaken call
   */
  run(args: readonly string[], output: Output): Promise<number>;
}

/** Where a command writes. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
  /** Whether colours may be used. */
  readonly colours: boolean;
}
