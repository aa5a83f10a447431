/**
 * Runs in the head of a page with a flow. On a good network it requests the code of the flow's session beside the page, so that
 * the session runs soon after the first paint. The boot script decides by the same settings when the code runs.
 */
import { loadsAtOnce, readSignals } from './loading.ts';
import { requestFiles } from './request.ts';

if (loadsAtOnce(readSignals())) requestFiles((document.currentScript as HTMLElement).dataset['fetch'] as string);
