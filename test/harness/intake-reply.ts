/** Replies that a test gives in place of an intake, with the intake's proof that they are its own. */
import type { Route } from 'playwright';
import { callKeyHeader } from '../../engine/flow/post-names.ts';

/** Answers a call as its intake would. */
export const replyAsIntake = (route: Route, json: unknown, status = 200): Promise<void> =>
  route.fulfill({ status, json, headers: { [callKeyHeader]: route.request().headers()['idempotency-key'] ?? '' } });
