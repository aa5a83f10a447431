import { fixtureFolder } from '../../harness/fixture-sites.ts';
import { loadShared } from '../../harness/load-site.ts';
import { describeHostileValues } from './hostile-values.ts';

describeHostileValues(await loadShared(fixtureFolder('http')));
