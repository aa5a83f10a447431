/** What protected intakes add to pages. */
import type { IntakeDefinition } from '../definition.ts';

type IntakeTable = Readonly<Record<string, Pick<IntakeDefinition, 'protect'>>>;

/** Whether forms have a field that people do not see. */
export const hasTrap = (intakes: IntakeTable): boolean =>
  Object.values(intakes).some(({ protect }) => protect.honeypot);

/** Whether forms send the time at which they were opened, or a proof of work. */
export const isGuarded = (intakes: IntakeTable): boolean =>
  Object.values(intakes).some(({ protect }) => protect.fastest !== null || protect.proofOfWork !== null);
