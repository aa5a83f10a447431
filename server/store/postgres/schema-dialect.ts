/** The schema statements of PostgreSQL. */
import { sql } from 'kysely';
import { erasureRow } from '../erasure-row.ts';
import type { SchemaDialect } from '../migrations.ts';

export const postgresSchema: SchemaDialect = {
  bytesType: 'bytea',

  addSequence: (table) =>
    table.addColumn('seq', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity().notNull()),

  addQueueSequence: (table) =>
    table.addColumn('seq', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity().notNull()),

  async refuseChanges(db, table) {
    const refuse = sql.ref(`${table}_refuse`);
    const message = sql.lit(`${table} is append-only`);
    await sql`
      create function ${refuse}() returns trigger language plpgsql
      as $$ begin raise exception using message = ${message}, errcode = '23514'; end $$
    `.execute(db);
    for (const [change, each] of [
      ['update', 'row'],
      ['delete', 'row'],
      ['truncate', 'statement'],
    ] as const)
      await sql`
        create trigger ${sql.ref(`${table}_refuse_${change}`)} before ${sql.raw(change)} on ${sql.table(table)}
        for each ${sql.raw(each)} execute function ${refuse}()
      `.execute(db);
  },

  async allowExpiry(db, table) {
    const trigger = sql.ref(`${table}_refuse_delete`);
    const refuse = sql.ref(`${table}_refuse_unexpired`);
    await sql`
      create function ${refuse}() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from expiring where collection = old.collection) then return old; end if;
        raise exception using message = ${sql.lit(`${table} is append-only`)}, errcode = '23514';
      end $$
    `.execute(db);
    await sql`drop trigger ${trigger} on ${sql.table(table)}`.execute(db);
    await sql`
      create trigger ${trigger} before delete on ${sql.table(table)} for each row execute function ${refuse}()
    `.execute(db);
  },

  async allowErasure(db, table) {
    const trigger = sql.ref(`${table}_refuse_update`);
    const refuse = sql.ref(`${table}_refuse_unerased`);
    await sql`
      create function ${refuse}() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from erasing where record_id = old.id) and ${erasureRow()} then return new; end if;
        raise exception using message = ${sql.lit(`${table} is append-only`)}, errcode = '23514';
      end $$
    `.execute(db);
    await sql`drop trigger ${trigger} on ${sql.table(table)}`.execute(db);
    await sql`
      create trigger ${trigger} before update on ${sql.table(table)} for each row execute function ${refuse}()
    `.execute(db);
  },

  async dropReference(db, table) {
    await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.ref(`${table}_record_id_fkey`)}`.execute(
      db,
    );
  },

  async createUses(db) {
    await sql`
      create unlogged table uses (id text not null primary key, count integer not null, expires_at bigint not null)
    `.execute(db);
  },
};
