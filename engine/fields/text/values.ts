export { text } from '../kinds/text.ts';
