/** Types of the part of stylis 4 used here. The package has no declarations. */
declare module 'stylis' {
  interface Element {
    readonly type: string;
  }
  export function compile(css: string): Element[];
  export function serialize(elements: Element[], print: typeof stringify): string;
  export function stringify(element: Element, index: number, children: Element[], callback: unknown): string;
}
