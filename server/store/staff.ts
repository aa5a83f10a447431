/** The users of the studio and their sessions. */
import type { Kysely, Selectable } from 'kysely';
import type { Database, StaffTable } from './schema.ts';
import type { StaffRole, StaffStore, StaffUser } from './types.ts';

const userOf = ({ name, role, password, created_at: createdAt }: Selectable<StaffTable>): StaffUser => ({
  ...{ name, password, createdAt },
  // The database accepts no other.
  role: role as StaffRole,
});

/** @param call runs a statement; rejects with a StoreError */
export function staffStore(db: Kysely<Database>, call: <T>(run: () => Promise<T>) => Promise<T>): StaffStore {
  return {
    users: () => call(async () => (await db.selectFrom('staff').selectAll().orderBy('name').execute()).map(userOf)),
    user: (name) =>
      call(async () => {
        const row = await db.selectFrom('staff').selectAll().where('name', '=', name).executeTakeFirst();
        return row === undefined ? null : userOf(row);
      }),
    addUser: ({ createdAt, ...user }) =>
      call(async () => {
        const added = await db
          .insertInto('staff')
          .values({ ...user, created_at: createdAt })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .returning('name')
          .executeTakeFirst();
        return added !== undefined;
      }),
    removeUser: (name) =>
      call(async () => {
        const removed = await db.deleteFrom('staff').where('name', '=', name).returning('name').executeTakeFirst();
        return removed !== undefined;
      }),
    begin: ({ id, name, begunAt, usedAt }) =>
      call(async () => {
        const begun = await db
          .insertInto('staff_sessions')
          .columns(['id', 'name', 'begun_at', 'used_at'])
          .expression((select) =>
            select
              .selectFrom('staff')
              .select((value) => [
                value.cast<string>(value.val(id), 'text').as('id'),
                'name',
                value.cast<number>(value.val(begunAt), 'bigint').as('begun_at'),
                value.cast<number>(value.val(usedAt), 'bigint').as('used_at'),
              ])
              .where('name', '=', name),
          )
          .returning('id')
          .executeTakeFirst();
        return begun !== undefined;
      }),
    session: (id) =>
      call(async () => {
        const row = await db
          .selectFrom('staff_sessions')
          .innerJoin('staff', 'staff.name', 'staff_sessions.name')
          .select(['staff_sessions.id', 'staff.name', 'staff.role', 'begun_at', 'used_at'])
          .where('staff_sessions.id', '=', id)
          .executeTakeFirst();
        if (row === undefined) return null;
        const { name, role, begun_at: begunAt, used_at: usedAt } = row;
        return { id, name, role: role as StaffRole, begunAt, usedAt };
      }),
    touch: (id, at) =>
      call(
        async () => void (await db.updateTable('staff_sessions').set({ used_at: at }).where('id', '=', id).execute()),
      ),
    end: (id) => call(async () => void (await db.deleteFrom('staff_sessions').where('id', '=', id).execute())),
    expireSessions: (begunBefore, usedBefore) =>
      call(
        async () =>
          void (await db
            .deleteFrom('staff_sessions')
            .where((where) => where.or([where('begun_at', '<', begunBefore), where('used_at', '<', usedBefore)]))
            .execute()),
      ),
  };
}
