import { type ReactNode, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';

/** Reports that React has committed. */
function Committed({ report }: { report: () => void }): null {
  useEffect(report, [report]);
  return null;
}

/**
 * Renders an island, and resolves once React has committed. Synchronous until the render is done, so that nobody can type
 * between reading the fields and hydration.
 * @param treeWith the tree around an element that it has to contain
 * @param isDrawn whether the server's HTML shows the same screen; otherwise it is replaced
 */
export async function mount(
  root: HTMLElement,
  treeWith: (committed: ReactNode) => ReactNode,
  isDrawn: boolean,
  identifierPrefix: string,
): Promise<Root> {
  let react!: Root;
  await new Promise<void>((report) => {
    const tree = treeWith(<Committed report={report} />);
    flushSync(() => {
      if (isDrawn) react = hydrateRoot(root, tree, { identifierPrefix });
      else {
        root.replaceChildren();
        react = createRoot(root, { identifierPrefix });
        react.render(tree);
      }
    });
  });
  return react;
}
