import { serverPaths } from '../../engine/paths.ts';
import type { AddRoutes } from './app.ts';
import type { Health } from './health.ts';

/**
 * Liveness, and readiness to receive visitors.
 * @param definition the hash of the served definitions
 */
export const healthRoutes =
  (health: Health, definition: () => string): AddRoutes =>
  ({ read }) => {
    read(serverPaths.alive, (_request, response) => {
      response.set('Cache-Control', 'no-store').json({ status: 'alive' });
    });
    read(serverPaths.ready, async (_request, response) => {
      const reason = await health.ready().then(
        () => null,
        (error: unknown) => (error as { code?: string }).code ?? (error as Error).message,
      );
      response
        .status(reason === null ? 200 : 503)
        .set('Cache-Control', 'no-store')
        .json(reason === null ? { status: 'ready', definition: definition() } : { status: 'not ready', reason });
    });
  };
