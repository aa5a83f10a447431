import { serverPaths } from '../../engine/paths.ts';
import type { AddRoutes } from '../http/app.ts';
import type { TraceSink } from './sink.ts';

/** Where browsers post the traces they record. */
export const traceRoutes =
  (traces: TraceSink): AddRoutes =>
  ({ post }) =>
    post(serverPaths.traces, (request, response) => traces.take(request, response));
