/**
 * The database schema as named, ordered migrations. A released migration is never edited; a change is a new migration
 * whose name sorts after the others. It ends with `_expand` if older versions work with the result: it adds what their
 * statements leave out, such as a column that may be empty, and no lock of it lasts.
 */
import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { storePlainMessages } from './plain-messages.ts';
import type { Database } from './schema.ts';

/** Schema statements that differ between databases. */
export interface SchemaDialect {
  /** Adds the column `seq`: a primary key that only increases and is never reused. */
  addSequence<T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C | 'seq'>;
  /** Adds the column `seq` of a queue: a primary key that increases while the queue has rows. */
  addQueueSequence<T extends string, C extends string>(
    table: CreateTableBuilder<T, C>,
  ): CreateTableBuilder<T, C | 'seq'>;
  /** Makes the database itself reject updates, deletions and replacements of rows in a table with `seq` and `id`. */
  refuseChanges(db: Kysely<Database>, table: 'records' | 'erasures' | 'publication_overrides'): Promise<void>;
  /** From here on, rows may be deleted while their collection is listed in the table `expiring`. */
  allowExpiry(db: Kysely<Database>, table: 'records'): Promise<void>;
  /**
   * From here on, a row may be updated while its id is listed in the table `erasing`, and only to the values of an
   * erased row.
   */
  allowErasure(db: Kysely<Database>, table: 'records'): Promise<void>;
  /** Creates the table of shared counts, which need not survive a crash. */
  createUses(db: Kysely<Database>): Promise<void>;
  /** Stops checking that the record of each row exists, where the check costs a look-up and a lock. */
  dropReference(db: Kysely<Database>, table: 'submissions'): Promise<void>;
  /** The type of a column with bytes. */
  readonly bytesType: 'blob' | 'bytea';
}

/** Every migration of one database, by name. */
export function migrationsFor(dialect: SchemaDialect): Record<string, Migration> {
  return {
    '0001_submissions': { up: (db: Kysely<Database>) => createSubmissions(db, dialect) },
    '0002_probe_weight': {
      up: (db: Kysely<Database>) => db.schema.alterTable('probe').addColumn('weight', 'text').execute(),
    },
    '0003_retention': { up: (db: Kysely<Database>) => addRetention(db, dialect) },
    '0004_shared': { up: (db: Kysely<Database>) => addShared(db, dialect) },
    '0005_versions': { up: (db: Kysely<Database>) => addVersions(db, dialect) },
    '0006_tokens': { up: addTokens },
    '0007_deliveries': { up: (db: Kysely<Database>) => addDeliveries(db, dialect) },
    '0008_erasures': { up: (db: Kysely<Database>) => addErasures(db, dialect) },
    '0009_staff': { up: addStaff },
    '0010_deferred': { up: (db: Kysely<Database>) => addDeferred(db, dialect) },
    '0011_publications': { up: addPublications },
    '0012_outbox_of_visitor': { up: indexVisitors },
    '0013_shared_rows': { up: shareRows },
    '0014_order_expand': { up: orderMessages },
    '0015_plain_messages': { up: storePlainMessages },
    '0016_visits_expand': { up: addVisits },
    '0017_overrides_expand': { up: (db: Kysely<Database>) => addOverrides(db, dialect) },
  };
}

async function createSubmissions(db: Kysely<Database>, dialect: SchemaDialect): Promise<void> {
  await dialect
    .addSequence(db.schema.createTable('records'))
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('intake', 'text', (column) => column.notNull())
    .addColumn('collection', 'text', (column) => column.notNull())
    .addColumn('subject', 'text')
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('meta', 'text', (column) => column.notNull())
    .addColumn('definition', 'text', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('records_collection_named', sql`length(collection) > 0`)
    .execute();
  await db.schema.createIndex('records_by_collection').on('records').columns(['collection', 'seq']).execute();
  await db.schema.createIndex('records_by_subject').on('records').columns(['collection', 'subject', 'seq']).execute();
  await dialect.refuseChanges(db, 'records');

  await db.schema
    .createTable('submissions')
    .addColumn('intake', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('body_hash', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.notNull().references('records.id'))
    .addColumn('reply_status', 'integer', (column) => column.notNull())
    .addColumn('reply_body', 'text', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('submissions_once', ['intake', 'key'])
    .addCheckConstraint('submissions_intake_named', sql`length(intake) > 0`)
    .addCheckConstraint('submissions_key_given', sql`length(key) > 0`)
    .addCheckConstraint('submissions_hash_whole', sql`length(body_hash) = 64`)
    .addCheckConstraint('submissions_status_valid', sql`reply_status between 100 and 599`)
    .execute();

  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('record_id', 'text', (column) => column.notNull().references('records.id'))
    .addColumn('destination', 'text', (column) => column.notNull())
    .addColumn('dedupe_key', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('outbox_once', ['destination', 'dedupe_key'])
    .addCheckConstraint('outbox_destination_named', sql`length(destination) > 0`)
    .addCheckConstraint('outbox_dedupe_key_given', sql`length(dedupe_key) > 0`)
    .execute();

  await db.schema
    .createTable('probe')
    .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
}

async function addRetention(db: Kysely<Database>, dialect: SchemaDialect): Promise<void> {
  await db.schema
    .createTable('expiring')
    .addColumn('collection', 'text', (column) => column.primaryKey().notNull())
    .execute();
  // Each deletion of a record checks both foreign keys.
  await db.schema.createIndex('submissions_by_record').on('submissions').column('record_id').execute();
  await db.schema.createIndex('outbox_by_record').on('outbox').column('record_id').execute();
  await dialect.allowExpiry(db, 'records');
}

async function addShared(db: Kysely<Database>, dialect: SchemaDialect): Promise<void> {
  await db.schema
    .createTable('agreed')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await dialect.createUses(db);
}

async function addVersions(db: Kysely<Database>, { bytesType }: SchemaDialect): Promise<void> {
  await db.schema
    .createTable('definition_versions')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('definition', 'text', (column) => column.notNull())
    .addColumn('files', 'text', (column) => column.notNull())
    .addColumn('saved_at', 'bigint', (column) => column.notNull())
    .addColumn('rank', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('definition_files')
    .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('bytes', sql.raw(bytesType), (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('definition_files_hash_whole', sql`length(hash) = 64`)
    .execute();
}

async function addTokens(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('tokens')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('created', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull().unique())
    .addCheckConstraint('tokens_hash_whole', sql`length(sha256) = 64`)
    .execute();
}

async function addDeliveries(db: Kysely<Database>, dialect: SchemaDialect): Promise<void> {
  // A new table, because the old one checks two references and a unique key for each message. The statement that
  // stores a message also stores its record, and only `once` needs the key.
  await db.schema
    .createTable('messages')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addColumn('delivery', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('destination', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('purpose', 'text', (column) => column.notNull().defaultTo('necessary'))
    .addColumn('visitor', 'text')
    .addColumn('dedupe_key', 'text')
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('waiting'))
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('seen', 'bigint', (column) => column.notNull().defaultTo(-1))
    .addColumn('next_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('leased_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('settled_at', 'bigint')
    .addCheckConstraint('outbox_destination_given', sql`length(destination) > 0`)
    .addCheckConstraint('outbox_key_given', sql`length(dedupe_key) > 0`)
    .execute();
  await sql`
    insert into messages (id, record_id, destination, dedupe_key, payload, created_at)
    select id, record_id, destination, dedupe_key, payload, created_at from outbox
  `.execute(db);
  await db.schema.dropTable('outbox').execute();
  await db.schema.alterTable('messages').renameTo('outbox').execute();
  await db.schema.createIndex('outbox_of_record').on('outbox').column('record_id').execute();
  await db.schema
    .createIndex('outbox_once_per_key')
    .on('outbox')
    .unique()
    .columns(['destination', 'dedupe_key'])
    .where(sql.ref('dedupe_key'), 'is not', null)
    .execute();
  await dialect.dropReference(db, 'submissions');
  // Only waiting messages are looked for again and again.
  await db.schema
    .createIndex('outbox_due')
    .on('outbox')
    .columns(['destination', 'next_at'])
    .where(sql.ref('status'), '=', sql.lit('waiting'))
    .execute();
  await dialect
    .addSequence(db.schema.createTable('delivery_attempts'))
    .addColumn('outbox_id', 'text', (column) => column.notNull().references('outbox.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('ms', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('delivery_attempts_by_message').on('delivery_attempts').column('outbox_id').execute();
  await db.schema
    .createTable('destination_states')
    .addColumn('destination', 'text', (column) => column.primaryKey().notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('successes', 'bigint', (column) => column.notNull())
    .addColumn('openings', 'integer', (column) => column.notNull())
    .addColumn('retry_at', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function addErasures(db: Kysely<Database>, dialect: SchemaDialect): Promise<void> {
  await db.schema
    .createTable('erasing')
    .addColumn('record_id', 'text', (column) => column.primaryKey().notNull())
    .execute();
  await dialect.allowErasure(db, 'records');
  await dialect
    .addSequence(db.schema.createTable('erasures'))
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('operator', 'text', (column) => column.notNull())
    .addColumn('person', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('counts', 'text', (column) => column.notNull())
    .execute();
  await dialect.refuseChanges(db, 'erasures');
}

async function addStaff(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('staff')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('password', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('staff_role_known', sql`role in ('viewer', 'editor')`)
    .execute();
  await db.schema
    .createTable('staff_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull().references('staff.name').onDelete('cascade'))
    .addColumn('begun_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('staff_sessions_hash_whole', sql`length(id) = 64`)
    .execute();
  // A removed user's sessions are removed with the user.
  await db.schema.createIndex('staff_sessions_by_name').on('staff_sessions').column('name').execute();
}

/** Messages that are stored with their submission and made later. A row has no index but its key: it is in the hot path. */
async function addDeferred(db: Kysely<Database>, { addQueueSequence }: SchemaDialect): Promise<void> {
  await addQueueSequence(db.schema.createTable('deferred_messages'))
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addColumn('visitor', 'text')
    .addColumn('plan', 'text')
    .addColumn('due', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .execute();
  // Plans contain no personal data. None is removed: there is one for each edit of an intake's deliveries.
  await db.schema
    .createTable('delivery_plans')
    .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('plan', 'text', (column) => column.notNull())
    .execute();
}

async function addPublications(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('publications')
    .addColumn('position', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('definition', 'text', (column) => column.notNull())
    .addColumn('share', 'integer')
    .addColumn('message', 'text')
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('publications_kind_known', sql`kind in ('publish', 'rollback')`)
    .addCheckConstraint('publications_share_partial', sql`share > 0 and share < 10000`)
    .execute();
}

/** A visitor's withdrawal, or Global Privacy Control on any of their requests, looks for what still waits. */
async function indexVisitors(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createIndex('outbox_of_visitor')
    .on('outbox')
    .column('visitor')
    .where(sql.ref('visitor'), 'is not', null)
    .execute();
}

/** Submissions of one commit share a row of messages that are not made yet. */
async function shareRows(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('deferred_messages').addColumn('size', 'integer').execute();
  await db.schema.alterTable('deferred_messages').addColumn('oldest', 'bigint').execute();
  await db.schema.alterTable('deferred_messages').addColumn('members', 'text').execute();
}

/** Visits without script. */
async function addVisits(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('visits')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('visit', 'text', (column) => column.notNull())
    .addColumn('flow', 'text', (column) => column.notNull())
    .addColumn('behaviour', 'text', (column) => column.notNull())
    .addColumn('log', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('visits_hash_whole', sql`length(id) = 64`)
    .execute();
  await db.schema.createIndex('visits_by_expiry').on('visits').column('expires_at').execute();
}

/** Messages about one subject are sent in the order of their submissions. */
async function orderMessages(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('subject', 'text').execute();
  await db.schema.alterTable('outbox').addColumn('sequence', 'bigint').execute();
  await sql`
    update outbox set
      subject = (select collection || ':' || records.subject from records where records.id = outbox.record_id),
      sequence = (select seq from records where records.id = outbox.record_id)
    where status = 'waiting'
  `.execute(db);
  await db.schema
    .createIndex('outbox_of_subject')
    .on('outbox')
    .columns(['destination', 'subject', 'sequence'])
    .where(sql.ref('status'), '=', sql.lit('waiting'))
    .execute();
}

/** Publications that the gate refused and that somebody allowed. */
async function addOverrides(db: Kysely<Database>, dialect: SchemaDialect): Promise<void> {
  await dialect
    .addSequence(db.schema.createTable('publication_overrides'))
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('definition', 'text', (column) => column.notNull())
    .addColumn('exceeded', 'text', (column) => column.notNull())
    .execute();
  await dialect.refuseChanges(db, 'publication_overrides');
}
