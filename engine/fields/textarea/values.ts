export { text as textarea } from '../kinds/text.ts';
