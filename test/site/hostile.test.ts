import { loadFolder } from '../../server/definitions/load.ts';
import { describeHostileValues } from '../contracts/http/hostile-values.ts';
import { copyFunnels, withPixel } from '../harness/funnels-copy.ts';

// With a pixel, so that its events reach the store.
describeHostileValues(await loadFolder(copyFunnels([withPixel])));
