export { text as hidden } from '../kinds/text.ts';
