import { describe } from 'vitest';
import { findWebKit, type WebKit } from '../../tools/browsers.ts';
import { launchWebKit } from '../harness/tabs/webkit.ts';
import { runFlows } from './flows.ts';

const found = findWebKit();

describe.skipIf(found === null)('WebKit', () => runFlows(() => launchWebKit(found as WebKit), true));
