/**
 * Inlined before the boot script on pages whose transition table has masked fields. Formats them until the island has the
 * rules of their forms, which then does it.
 */
import { watchMaskedEdits } from './masked-edits.ts';

watchMaskedEdits(window, (field) => field.closest('[data-steps]') !== null);
