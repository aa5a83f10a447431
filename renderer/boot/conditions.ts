/** Inlined before the boot script on pages whose transition table has conditions: it would be a sixth of that script. */
import { evaluateNumbers } from '../../engine/session/table-runtime.ts';

Object.assign(window, { evaluate: evaluateNumbers });
