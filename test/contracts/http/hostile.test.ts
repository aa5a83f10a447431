import { loadFolder } from '../../../server/definitions/load.ts';
import { fixtureFolder } from '../../harness/fixture-sites.ts';
import { describeHostileValues } from './hostile-values.ts';

describeHostileValues(await loadFolder(fixtureFolder('http')));
