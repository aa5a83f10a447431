import { drawingOf } from '../../fields/signature/drawing.ts';
import { type RuleCases, ruleMessage } from '../rule-cases.ts';

export const cases: RuleCases<'signature'> = {
  field: { maxLength: 5000 },
  rule: { rule: 'signature', message: ruleMessage },
  passes: ['Ana Prado', '李明', drawingOf('M12 30l3 4M1 2l-3 400'), ''],
  fails: [
    'A',
    '--',
    '12',
    'x'.repeat(121),
    'data:image/png;base64,AAAA',
    drawingOf('M12 30'),
    drawingOf("M1 2l3 4'/%3E"),
  ],
};
