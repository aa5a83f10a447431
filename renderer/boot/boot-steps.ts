/** The boot script of pages with a transition table. At most 8 KB compressed. */
import { startPage } from './page.ts';
import { createSteps } from './steps.ts';

// The steps listen before the islands, so that they can leave an event to them.
const startSteps = createSteps();
const islands = startPage();
startSteps?.(islands);
