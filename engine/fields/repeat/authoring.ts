/** The number of entries of a group that repeats, whose fields follow it (`engine/load/short/repeats.ts`). */
import { type Authoring, filled, numbered } from '../kinds/authoring.ts';
import { countedGroup, usualEntries } from './entries.ts';

export const repeat: Authoring<'repeat', 'choice'> = {
  control: 'choice',
  autofill: [],
  typed: false,
  isNumber: true,
  define(base, { min = usualEntries, max = min, item = base.label as string, add, remove }, { texts }) {
    return {
      ...{ ...base, type: 'choice', look: 'rows', options: numbered(min, max) },
      rows: {
        of: countedGroup(base.name),
        item: filled(texts.fieldEntry, { item }),
        add: add ?? texts.fieldAdd,
        remove: remove ?? texts.fieldRemove,
        removed: texts.fieldRemoved,
      },
    };
  },
};
