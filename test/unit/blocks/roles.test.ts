/** The roles of block types in a flow. */
import { expect, test } from 'vitest';
import { roleOf, typeWithRole } from '../../../engine/blocks/roles.ts';
import { blockTypes } from '../../../schemas/generated/types.ts';

test('a question, a form and a stage have a role, and no other block', () => {
  const roles = { question: 'questions', form: 'form', stage: 'stage' };
  expect(
    Object.fromEntries(blockTypes.flatMap((type) => (roleOf(type) === null ? [] : [[type, roleOf(type)]]))),
  ).toEqual(roles);
  for (const [type, role] of Object.entries(roles)) expect(typeWithRole(role as never)).toBe(type);
});

test.each([undefined, null, 7, 'none', 'toString', '__proto__'])('%j is no block with a role', (type) => {
  expect(roleOf(type)).toBeNull();
});
