/** What remains of an erased record: its id, collection, definition and time, so that lists and counts still hold. */
import { type RawBuilder, sql } from 'kysely';

/** The values that replace the personal ones. */
export const erasedValues = { subject: null, data: '{}', meta: '{"erased":true}' } as const;

/** The payload of an erased message. */
export const erasedPayload = 'null';

/** A condition of a trigger: the new row is the old one, erased. */
export const erasureRow = (): RawBuilder<unknown> => sql`
  new.subject is null and new.data = ${sql.lit(erasedValues.data)} and new.meta = ${sql.lit(erasedValues.meta)}
  and new.seq = old.seq and new.id = old.id and new.intake = old.intake and new.collection = old.collection
  and new.definition = old.definition and new.received_at = old.received_at`;
