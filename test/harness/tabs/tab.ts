/** One tab of any browser, with the few things that every automation protocol offers. */
export interface Tab {
  goto(url: string): Promise<void>;
  url(): Promise<string>;
  back(): Promise<void>;
  /** Runs the body of a function in the page. @param script uses `return`; its value is JSON */
  evaluate<Value>(script: string): Promise<Value>;
  /** Waits for an element, scrolls to it and presses it as a visitor does. */
  click(selector: string): Promise<void>;
  /** Empties a field and types into it, key by key. */
  type(selector: string, text: string): Promise<void>;
  /** Errors nobody caught and errors on the console, where the protocol reports them. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export interface TabBrowser {
  readonly name: string;
  /** A tab with a storage of its own, as wide as a phone. Close it before the next: WebKitGTK has one at a time. */
  open(): Promise<Tab>;
  close(): Promise<void>;
}

/** How long a condition may take to come true. */
export const patience = 30_000;

/** Polls until `ready` answers true. @throws Error that names what was waited for */
export async function until(what: string, ready: () => Promise<boolean>): Promise<void> {
  for (const start = Date.now(); Date.now() - start < patience; ) {
    // A page that is just being replaced answers nothing.
    if (await ready().catch(() => false)) return;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`Waited ${patience / 1000} s for ${what}.`);
}

/** Whether an element is drawn and is not moving away, as an expression for `evaluate`. */
export const isDrawn = (selector: string): string =>
  `const box = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect();
   return Boolean(box && box.width > 0 && box.height > 0);`;
