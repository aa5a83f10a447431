export { list as choices } from '../kinds/list.ts';
