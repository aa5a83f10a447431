/** A tab of any browser, with the few operations that every automation protocol offers. */
export interface Tab {
  goto(url: string): Promise<void>;
  url(): Promise<string>;
  back(): Promise<void>;
  /** Runs the body of a function in the page. @param script uses `return`; its value must be JSON */
  evaluate<Value>(script: string): Promise<Value>;
  /** Waits for an element, scrolls to it and clicks it. */
  click(selector: string): Promise<void>;
  /** Clears a field and types into it, key by key. */
  type(selector: string, text: string): Promise<void>;
  /** Uncaught errors and errors on the console, where the protocol reports them. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export interface TabBrowser {
  readonly name: string;
  /**
   * Opens a tab with its own storage, as wide as a phone. Close it before opening the next: WebKitGTK supports one at a
   * time.
   */
  open(): Promise<Tab>;
  close(): Promise<void>;
}

/** Timeout for a condition, in ms. */
export const patience = 30_000;

/** Polls until `ready` returns true. @throws Error that names the condition */
export async function until(what: string, ready: () => Promise<boolean>): Promise<void> {
  for (const start = Date.now(); Date.now() - start < patience; ) {
    // A page that is being replaced does not respond.
    if (await ready().catch(() => false)) return;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`Waited ${patience / 1000} s for ${what}.`);
}

/** Whether an element is visible and not moving away, as an expression for `evaluate`. */
export const isDrawn = (selector: string): string =>
  `const box = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect();
   return Boolean(box && box.width > 0 && box.height > 0);`;
