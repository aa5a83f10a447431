import { describeEdits } from './describe-edits.ts';

const sites = ['http', 'landing', 'visits'].map((name) => `test/fixtures/sites/${name}`);
await describeEdits(['test/fixtures/base', ...sites]);
