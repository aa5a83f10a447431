import type { SiteFile } from '../../schemas/generated/types.ts';

/** The keys of the engine's own texts: those that a site can replace in `messages:`, as the schema lists them. */
export type MessageKey = keyof NonNullable<SiteFile['messages']>;

/** A catalogue. A key that the schema lacks, or that has no text, does not compile. */
export type MessageCatalogue = Readonly<Record<MessageKey, string>>;
