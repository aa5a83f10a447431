/** A phone in an office network: no HTTPS and not localhost, so pages lack the features of secure contexts. */
import { describe } from 'vitest';
import { launchChromiumAt } from '../harness/tabs/chromium.ts';
import { runFlows } from './flows.ts';

const host = 'escritorio.test';

describe('plain HTTP under another host name', () => runFlows(() => launchChromiumAt(host), false, host));
