/**
 * Inlined before the boot script on pages whose transition table has written numbers or dates: their rules would be an eighth of the
 * boot script of all pages with a table.
 */
import { written } from '../../engine/session/written.ts';

Object.assign(window, { written });
