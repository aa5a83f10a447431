/** A phone over the office network: no HTTPS and not localhost, so pages lack what only secure contexts have. */
import { describe } from 'vitest';
import { launchChromiumAt } from '../harness/tabs/chromium.ts';
import { runFlows } from './flows.ts';

const host = 'escritorio.test';

describe('plain HTTP under another host name', () => runFlows(() => launchChromiumAt(host), false, host));
