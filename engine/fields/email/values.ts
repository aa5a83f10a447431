export { text as email } from '../kinds/text.ts';
