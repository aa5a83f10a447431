import { describeEdits } from '../contracts/edits/describe-edits.ts';

await describeEdits(['funnels'], { cut: true });
