/** Sessions of the studio. The browser has a random id in a cookie; the store has its hash. */
import { createHash, randomBytes } from 'node:crypto';
import { cookiesIn } from '../http/cookies.ts';
import type { StaffRole, StaffStore } from '../store/types.ts';

const hour = 60 * 60 * 1000;
/** A session ends when it was not used for so long, or at this age; in milliseconds. */
export const sessionLimits = { idle: 12 * hour, age: 7 * 24 * hour } as const;
/** A session's last use is stored at most this often. */
const touchMs = 60_000;

const cookie = 'studio';
const idPattern = /^[\w-]{43}$/;

export interface Staff {
  readonly name: string;
  readonly role: StaffRole;
}

export interface Sessions {
  /** Who a request is from, by its Cookie header; null without a session that is valid now. @throws StoreError */
  staffOf(cookies: string | undefined): Promise<Staff | null>;
  /** Begins a session. @returns its Set-Cookie header; null if the user was removed meanwhile. @throws StoreError */
  begin(name: string): Promise<string | null>;
  /** Ends the session of a request. @returns the Set-Cookie header that removes the cookie. @throws StoreError */
  end(cookies: string | undefined): Promise<string>;
}

const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex');

function idIn(cookies: string | undefined): string | null {
  const { [cookie]: id } = cookiesIn(cookies, [cookie]);
  return id !== undefined && idPattern.test(id) ? id : null;
}

/** @param isSecure whether browsers reach the studio by https only */
export function createSessions(store: StaffStore, isSecure: boolean, clock: () => number): Sessions {
  const header = (value: string, seconds: number): string =>
    `${cookie}=${value}; Path=/studio; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return {
    async staffOf(cookies) {
      const id = idIn(cookies);
      if (id === null) return null;
      const session = await store.session(hashOf(id));
      if (session === null) return null;
      const now = clock();
      if (now - session.begunAt >= sessionLimits.age || now - session.usedAt >= sessionLimits.idle) {
        await store.end(session.id);
        return null;
      }
      if (now - session.usedAt >= touchMs) await store.touch(session.id, now);
      return { name: session.name, role: session.role };
    },
    async begin(name) {
      const now = clock();
      await store.expireSessions(now - sessionLimits.age, now - sessionLimits.idle);
      const id = randomBytes(32).toString('base64url');
      const begun = await store.begin({ id: hashOf(id), name, begunAt: now, usedAt: now });
      return begun ? header(id, sessionLimits.age / 1000) : null;
    },
    async end(cookies) {
      const id = idIn(cookies);
      if (id !== null) await store.end(hashOf(id));
      return header('', 0);
    },
  };
}
