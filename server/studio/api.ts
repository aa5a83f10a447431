/** The API of the studio: JSON for its pages. Reads only. */
import { json, StudioError } from './replies.ts';
import type { StudioApi } from './studio.ts';

export const createStudioApi =
  (): StudioApi =>
  async ({ path, request, staff }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new StudioError(405, 'method-not-allowed', 'Use GET.', { Allow: 'GET, HEAD' });
    if (path === '/me') return json(200, staff);
    throw new StudioError(404, 'not-found', 'There is nothing here.');
  };
