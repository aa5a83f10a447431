import { describeHostileValues } from '../contracts/http/hostile-values.ts';
import { copyFunnels, withPixel } from '../harness/funnels-copy.ts';
import { loadShared } from '../harness/load-site.ts';

// With a pixel, so that its events reach the store.
describeHostileValues(await loadShared(copyFunnels([withPixel])));
