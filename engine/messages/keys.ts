import type { SiteFile } from '../../schemas/generated/types.ts';

/** The keys of the engine's own texts, which a site can override in `messages:`. The schema lists them. */
export type MessageKey = keyof NonNullable<SiteFile['messages']>;

/** A catalogue. A key without a text, or one that the schema lacks, is a type error. */
export type MessageCatalogue = Readonly<Record<MessageKey, string>>;
