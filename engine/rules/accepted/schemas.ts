import { demand, type RuleSchemasOf } from '../schemas.ts';

export const accepted: RuleSchemasOf<'accepted'> = { flag: demand };
