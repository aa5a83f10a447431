export { flag as checkbox } from '../kinds/flag.ts';
