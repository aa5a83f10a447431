import { demand, type RuleSchemasOf } from '../schemas.ts';

export const required: RuleSchemasOf<'required'> = { text: demand, flag: demand, list: demand };
