/** The keys that move through the steps of a visit. */
import { useEffect } from 'react';
import type { SendToInspector } from './inspector-machine.ts';

/** Moves one step with an arrow key, except in controls that use it themselves. */
export function useStepKeys(send: SendToInspector): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as Element;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (target.closest('input, select, textarea, [role=dialog], [role=radiogroup]') !== null) return;
      if (event.key === 'ArrowLeft') send({ type: 'BACK' });
      else if (event.key === 'ArrowRight') send({ type: 'NEXT' });
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [send]);
}
