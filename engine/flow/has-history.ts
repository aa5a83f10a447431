import type { FlowDefinition } from '../definition.ts';
import { screensOf } from '../steps/steps.ts';
import { hasPaths } from './step-query.ts';

/** Whether the screens of a flow have entries in the browser's history: it has several of them, and paths. */
export const hasHistory = (flow: FlowDefinition): boolean => hasPaths(flow) && screensOf(flow).length > 1;
