import { leafOf } from '../../engine/session/session.ts';
import type { SessionActor } from './page-actor.ts';

/** The id of the screen that a session shows. */
export const currentScreen = (actor: SessionActor): string => leafOf(actor.getSnapshot().context.session).screen;
