import { describe } from 'vitest';
import { findFirefox } from '../../tools/browsers.ts';
import { launchFirefox } from '../harness/tabs/firefox.ts';
import { runFlows } from './flows.ts';

const found = findFirefox();

describe.skipIf(found === null)('Firefox', () => runFlows(() => launchFirefox(found as string), true));
