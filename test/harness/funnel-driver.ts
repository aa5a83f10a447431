/** Drives a flow by the actions of a visitor. The same interface drives the engine and a page in Chromium. */
export interface FunnelDriver {
  /** Presses the button that sends an author's event. */
  press(event: string): Promise<void>;
  /** Chooses the option with this value in the current question. */
  choose(value: number): Promise<void>;
  next(): Promise<void>;
  previous(): Promise<void>;
  /** Fills in a field of the current form. */
  type(field: string, value: string | boolean): Promise<void>;
  submit(): Promise<void>;
  /** Waits for this many milliseconds. */
  elapse(ms: number): Promise<void>;
  back(): Promise<void>;
  /** Waits for the screen, and fails if it does not come: a step, or `step.question`. */
  expectScreen(screen: string): Promise<void>;
  expectToast(title: string, text: string): Promise<void>;
  expectFieldError(field: string, message: string): Promise<void>;
  /** The path and query in the address bar. */
  address(): Promise<string>;
}
