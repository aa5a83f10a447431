import { serverPaths } from '../../engine/paths.ts';
import type { AddRoutes } from '../http/app.ts';
import type { TraceSink } from './sink.ts';

/** The endpoint for traces that browsers record. */
export const traceRoutes =
  (traces: TraceSink): AddRoutes =>
  ({ post }) =>
    post(serverPaths.traces, (request, response) => traces.handle(request, response));
