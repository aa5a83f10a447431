/** Drives a flow in the domain's words. The same verbs run over the pure engine and over a page in Chromium. */
export interface FunnelDriver {
  /** Presses the button that sends an author's event. */
  press(event: string): Promise<void>;
  /** Chooses the option with this value on the question at hand. */
  choose(value: number): Promise<void>;
  next(): Promise<void>;
  previous(): Promise<void>;
  /** Fills in a field of the form at hand. */
  type(field: string, value: string | boolean): Promise<void>;
  submit(): Promise<void>;
  /** Lets so many milliseconds pass. */
  elapse(ms: number): Promise<void>;
  back(): Promise<void>;
  /** Waits for, and insists on, the screen: a step, or `step.question`. */
  expectScreen(screen: string): Promise<void>;
  expectToast(title: string, text: string): Promise<void>;
  expectFieldError(field: string, message: string): Promise<void>;
  /** The path and query the visitor sees. */
  address(): Promise<string>;
}
