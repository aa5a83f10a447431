/** The schema statements of SQLite. */
import { sql } from 'kysely';
import { erasureRow } from '../erasure-row.ts';
import type { SchemaDialect } from '../migrations.ts';

export const sqliteSchema: SchemaDialect = {
  bytesType: 'blob',

  // AUTOINCREMENT never reuses the number of a row that was removed by hand.
  addSequence: (table) => table.addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement().notNull()),

  addQueueSequence: (table) => table.addColumn('seq', 'integer', (column) => column.primaryKey().notNull()),

  async refuseChanges(db, table) {
    const name = sql.table(table);
    const refuse = sql`begin select raise(abort, ${sql.lit(`${table} is append-only`)}); end`;
    for (const change of ['update', 'delete']) {
      const trigger = sql.ref(`${table}_refuse_${change}`);
      await sql`create trigger ${trigger} before ${sql.raw(change)} on ${name} ${refuse}`.execute(db);
    }
    // INSERT OR REPLACE deletes without firing the delete trigger, unless the connection has recursive_triggers.
    await sql`
      create trigger ${sql.ref(`${table}_refuse_replace`)} before insert on ${name}
      when exists (select 1 from ${name} where seq = new.seq) or exists (select 1 from ${name} where id = new.id)
      ${refuse}
    `.execute(db);
  },

  async allowExpiry(db, table) {
    const trigger = sql.ref(`${table}_refuse_delete`);
    await sql`drop trigger ${trigger}`.execute(db);
    await sql`
      create trigger ${trigger} before delete on ${sql.table(table)}
      when not exists (select 1 from expiring where collection = old.collection)
      begin select raise(abort, ${sql.lit(`${table} is append-only`)}); end
    `.execute(db);
  },

  async allowErasure(db, table) {
    const trigger = sql.ref(`${table}_refuse_update`);
    await sql`drop trigger ${trigger}`.execute(db);
    await sql`
      create trigger ${trigger} before update on ${sql.table(table)}
      when not (exists (select 1 from erasing where record_id = old.id) and ${erasureRow()})
      begin select raise(abort, ${sql.lit(`${table} is append-only`)}); end
    `.execute(db);
  },

  // The check is a look-up in a page that was just written.
  async dropReference() {},

  // They are in a file of their own: uses.ts.
  async createUses() {},
};
