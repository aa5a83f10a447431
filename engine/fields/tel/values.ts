export { text as tel } from '../kinds/text.ts';
