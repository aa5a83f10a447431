export { text as choice } from '../kinds/text.ts';
