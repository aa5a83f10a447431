/** Draws the screens of a flow from the HTML that the server has rendered for all visitors (`renderer/document/screens.tsx`). */
import type { Screen } from '../../engine/steps/screen.ts';
import { whenFree } from '../boot/after-paint.ts';
import { fill } from './fill.ts';
import { morphChildren } from './morph.ts';

/** The screens of a bundle for one place of the page. Several states can have the same HTML. */
export interface ScreensData {
  readonly html: readonly string[];
  /** The index of the HTML of a state, by its path. */
  readonly of: Readonly<Record<string, number>>;
}

export interface HtmlScreens {
  /** Whether the HTML of a state's screen is there. */
  has(state: string): boolean;
  /** Takes the root as it is, with the HTML of the server. @param isForVisitor whether that is HTML for this visitor only */
  takeOver(state: string, screen: Screen, isForVisitor: boolean): void;
  draw(state: string, screen: Screen): void;
}

/** @param arrange changes the HTML of a screen before it is drawn, such as the order of options */
export function createHtmlScreens(
  root: HTMLElement,
  { html, of }: ScreensData,
  arrange: ((content: DocumentFragment) => void) | null,
): HtmlScreens {
  const parsed: (DocumentFragment | undefined)[] = [];
  const parse = (index: number): DocumentFragment => {
    let content = parsed[index];
    if (content === undefined) {
      const template = document.createElement('template');
      template.innerHTML = html[index] ?? '';
      content = parsed[index] = template.content;
      arrange?.(content);
    }
    return content;
  };
  const contentOf = (state: string): DocumentFragment => {
    const index = of[state] ?? 0;
    // Screens are in the order of the flow: the next one is parsed before it is asked for.
    if (index + 1 < html.length && parsed[index + 1] === undefined) whenFree(() => parse(index + 1));
    return parse(index);
  };
  let drawn: ParentNode | null = null;
  let step = '';
  const finish = (content: ParentNode, screen: Screen): void => {
    drawn = content;
    step = screen.step;
    fill(root, screen);
  };
  return {
    has: (state) => Object.hasOwn(of, state),
    takeOver: (state, screen, isForVisitor) => {
      finish(isForVisitor ? (root.cloneNode(true) as HTMLElement) : contentOf(state), screen);
    },
    draw: (state, screen) => {
      const content = contentOf(state);
      // Elements of another step may be animated, or behave.
      if (drawn === null || step !== screen.step) root.replaceChildren(content.cloneNode(true));
      else if (drawn !== content) morphChildren(root, drawn, content);
      // The address is the visitor's.
      if (drawn !== content && root.dataset['instance'] === undefined)
        for (const form of root.querySelectorAll('form[action]'))
          form.setAttribute('action', location.pathname + location.search);
      finish(content, screen);
    },
  };
}
